//===- LaneStorage.h - What a LaneContext owns ------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H
#define WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H

#include "ScalarArithmetic.h"
#include "warplint/Lane/LaneExpr.h"
#include <deque>
#include <unordered_map>

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
  struct KeyHash {
    size_t operator()(const Key &K) const;
  };

  /// A deque keeps addresses of nodes when it grows.
  std::deque<LaneExpr> Nodes;
  std::unordered_map<Key, const LaneExpr *, KeyHash> Unique;
  std::vector<UniformSymbol> Symbols;
  std::vector<OpaqueValue> Opaques;
  std::vector<LaneLoop> Loops;
  std::vector<LaneRecurrence> Recurrences;

  const LaneExpr *intern(const Key &K);
  LaneExpr *create(const Key &K);
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_LANESTORAGE_H
