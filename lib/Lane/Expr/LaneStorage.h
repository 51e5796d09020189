//===- LaneStorage.h - What a LaneContext owns ------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H
#define WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H

#include "ScalarArithmetic.h"
#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>
#include <vector>

namespace warplint {

struct LaneContext::Storage {
  /// Structure of a node: equal keys are one node.
  struct Key {
    LaneOp Op = LaneOp::Const;
    unsigned Width = 32;
    bool NoWrap = false;
    unsigned Index = 0;
    uint64_t Value = 0;
    const LaneExpr *Operands[3] = {};

    friend bool operator==(const Key &, const Key &) = default;
  };
  /// Finds a node by its key, which it has in itself.
  struct NodeInfo : llvm::DenseMapInfo<const LaneExpr *> {
    static Key keyOf(const LaneExpr *Node);
    static unsigned getHashValue(const Key &K);
    static unsigned getHashValue(const LaneExpr *Node) {
      return getHashValue(keyOf(Node));
    }
    static bool isEqual(const LaneExpr *A, const LaneExpr *B) { return A == B; }
    static bool isEqual(const Key &K, const LaneExpr *Node) {
      return Node != getEmptyKey() && Node != getTombstoneKey() &&
             K == keyOf(Node);
    }
  };

  /// A deque keeps addresses of nodes when it grows.
  std::deque<LaneExpr> Nodes;
  llvm::DenseSet<const LaneExpr *, NodeInfo> Unique;
  std::vector<UniformSymbol> Symbols;
  std::vector<OpaqueValue> Opaques;
  std::vector<LaneLoop> Loops;
  std::vector<LaneRecurrence> Recurrences;

  const LaneExpr *intern(const Key &K);
  LaneExpr *create(const Key &K);
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H
