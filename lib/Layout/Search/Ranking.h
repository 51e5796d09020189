//===- Ranking.h - Which remedy is better -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_RANKING_H
#define WARPLINT_LIB_LAYOUT_SEARCH_RANKING_H

#include "warplint/Layout/Remedy.h"

namespace warplint {

/// The order of Search.h: of two remedies, whether \p A comes first.
bool comesBefore(const Remedy &A, const Remedy &B);

/// The best remedies so far, best first.
class Ranking {
public:
  explicit Ranking(unsigned Capacity = ~0u) : Capacity(Capacity) {}

  void add(Remedy R);

  const std::vector<Remedy> &remedies() const { return Kept; }
  const Remedy *best() const { return Kept.empty() ? nullptr : &Kept.front(); }
  bool hasRoomFor(const Remedy &R) const {
    return !isFull() || comesBefore(R, Kept.back());
  }
  bool isFull() const { return Kept.size() >= Capacity; }

  /// A remedy that costs more would not be kept; \p Otherwise where more have
  /// room.
  uint64_t limit(uint64_t Otherwise) const;

private:
  unsigned Capacity;
  std::vector<Remedy> Kept;
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_RANKING_H
