//===- SharedList.h - A list that its copies share --------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_SHAREDLIST_H
#define WARPLINT_SUPPORT_SHAREDLIST_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warplint {

/// A vector whose copies have one memory until one of them is edited. Copies are
/// of one thread.
template <typename T> class SharedList {
public:
  using value_type = T;
  using const_iterator = const T *;

  SharedList() = default;
  SharedList(std::vector<T> Of) {
    if (!Of.empty())
      Items = std::make_shared<std::vector<T>>(std::move(Of));
  }
  SharedList(std::initializer_list<T> Of) : SharedList(std::vector<T>(Of)) {}

  size_t size() const { return Items ? Items->size() : 0; }
  bool empty() const { return size() == 0; }
  const T *begin() const { return Items ? Items->data() : nullptr; }
  const T *end() const { return begin() + size(); }
  const T &operator[](size_t N) const { return (*Items)[N]; }
  const T &front() const { return Items->front(); }
  const T &back() const { return Items->back(); }

  /// Its own items: references into a list that shared them go on showing those.
  std::vector<T> &edit() {
    if (!Items)
      Items = std::make_shared<std::vector<T>>();
    else if (Items.use_count() > 1)
      Items = std::make_shared<std::vector<T>>(*Items);
    return *Items;
  }
  void push_back(T Item) { edit().push_back(std::move(Item)); }
  void append(const SharedList &More) {
    if (empty())
      *this = More;
    else
      edit().insert(Items->end(), More.begin(), More.end());
  }
  void clear() { Items.reset(); }

  /// The two have one memory: they are equal, and no item need be looked at.
  bool shares(const SharedList &Other) const { return Items == Other.Items; }
  friend bool operator==(const SharedList &A, const SharedList &B) {
    return A.shares(B) || std::equal(A.begin(), A.end(), B.begin(), B.end());
  }

private:
  std::shared_ptr<std::vector<T>> Items;
};

/// Equal lists, kept once. hash_value() is of an item.
template <typename T> class ListPool {
public:
  SharedList<T> intern(SharedList<T> List) {
    uint64_t Hash = List.size();
    for (const T &Item : List)
      Hash = Hash * 31 + hash_value(Item);
    const auto [First, Last] = Known.equal_range(Hash);
    for (auto It = First; It != Last; ++It)
      if (It->second == List)
        return It->second;
    Known.emplace(Hash, List);
    return List;
  }

private:
  std::unordered_multimap<uint64_t, SharedList<T>> Known;
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_SHAREDLIST_H
