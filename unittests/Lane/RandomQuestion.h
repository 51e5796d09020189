//===- RandomQuestion.h - Small questions at random -------------*- C++ -*-===//
//
// Addresses and guards of 32 bits, made of threadIdx, blockDim and unknowns
// with ranges and alignments by all operations of integer arithmetic, that are
// defined for all values (no division by zero, no shift by the width): what a
// solver for bit vectors answers at once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_LANE_RANDOMQUESTION_H
#define WARPLINT_UNITTESTS_LANE_RANDOMQUESTION_H

#include "RandomAccess.h"

namespace warplint {

class QuestionGenerator {
public:
  explicit QuestionGenerator(uint64_t Seed) : Engine(Seed) {}

  /// A load of 4 bytes in a block of one or two warps.
  RandomAccess next();

  uint64_t below(uint64_t Limit) { return Engine() % Limit; }

private:
  using Expr = const LaneExpr *;

  Expr number(uint64_t N) { return Context->constant(N, 32); }
  Expr binary(LaneOp Op, Expr L, Expr R) { return Context->binary(Op, L, R); }
  void addSymbols();
  Expr leaf();
  Expr value(unsigned Depth);
  Expr truth(unsigned Depth);

  std::mt19937_64 Engine;
  LaneContext *Context = nullptr;
  std::vector<Expr> Symbols;
};

} // namespace warplint

#endif // WARPLINT_UNITTESTS_LANE_RANDOMQUESTION_H
