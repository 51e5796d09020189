//===- SharedListTest.cpp -------------------------------------------------===//

#include "warplint/Support/SharedList.h"
#include "llvm/ADT/Hashing.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TEST(SharedListTest, CopiesShareUntilOneIsEdited) {
  SharedList<int> First = {1, 2, 3};
  SharedList<int> Copy = First;
  EXPECT_TRUE(Copy.shares(First));
  Copy.push_back(4);
  EXPECT_FALSE(Copy.shares(First));
  // The edit is seen through the copy alone.
  EXPECT_EQ(First, SharedList<int>({1, 2, 3}));
  EXPECT_EQ(Copy, SharedList<int>({1, 2, 3, 4}));
  // A list of its own is edited where it is.
  const int *Begin = Copy.begin();
  Copy.edit()[0] = 7;
  EXPECT_EQ(Copy.begin(), Begin);
}

TEST(SharedListTest, AppendsToTheEnd) {
  SharedList<int> Sum;
  EXPECT_TRUE(Sum.empty());
  const SharedList<int> More = {1, 2};
  Sum.append(More);
  EXPECT_TRUE(Sum.shares(More));
  Sum.append(More);
  EXPECT_EQ(Sum, SharedList<int>({1, 2, 1, 2}));
  EXPECT_EQ(More.size(), 2u);
}

struct Item {
  int Value;
  friend bool operator==(const Item &, const Item &) = default;
  /// All items have one hash, so that lists are told apart by their items.
  friend llvm::hash_code hash_value(const Item &) { return 5; }
};

TEST(SharedListTest, PoolKeepsEqualListsOnce) {
  ListPool<Item> Pool;
  const auto First = Pool.intern({{1}, {2}});
  EXPECT_TRUE(Pool.intern({{1}, {2}}).shares(First));
  EXPECT_EQ(Pool.intern({{2}, {1}}).front().Value, 2);
  EXPECT_TRUE(Pool.intern({}).empty());
}

} // namespace
