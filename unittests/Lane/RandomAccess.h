//===- RandomAccess.h - Accesses at random for property tests ---*- C++ -*-===//
//
// Indices over the lane, the warp, uniform symbols and loops, with every
// operator, as guarded accesses of every kind in blocks of every shape. Symbols
// mostly have small ranges so that a good part of the cases can be enumerated
// completely.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_LANE_RANDOMACCESS_H
#define WARPLINT_UNITTESTS_LANE_RANDOMACCESS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/Evaluators.h"
#include <memory>
#include <random>

namespace warplint {

struct RandomAccess {
  std::unique_ptr<LaneContext> Context = std::make_unique<LaneContext>();
  AccessProblem Problem;
  LaunchShape Shape;

  /// Everything that a person needs to look into a failure.
  std::string describe() const;
};

class AccessGenerator {
public:
  explicit AccessGenerator(uint64_t Seed) : Engine(Seed) {}

  RandomAccess next();

private:
  using Expr = const LaneExpr *;

  uint64_t below(uint64_t Limit) { return Engine() % Limit; }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  uint64_t smallNumber();

  void addSymbols();
  void addLoops();
  void addRecurrence(unsigned Loop);
  void addStride(unsigned Loop);
  Expr value(unsigned Width, unsigned Depth);
  Expr leaf();
  Expr inWidth(Expr E, unsigned Width);
  Expr arithmetic(unsigned Width, unsigned Depth);
  Expr shuffle(Expr Value, unsigned Depth);
  Expr truth(unsigned Depth);
  Expr address();
  Expr number(uint64_t Value, unsigned Width = 32) {
    return Context->constant(Value, Width);
  }
  void chooseKind(AccessProblem &Problem);
  LaunchShape shape();

  std::mt19937_64 Engine;
  LaneContext *Context = nullptr;
  std::vector<Expr> Symbols, Truths, Recurrences, Counters;
  unsigned BytesPerLane = 4;
};

} // namespace warplint

#endif // WARPLINT_UNITTESTS_LANE_RANDOMACCESS_H
