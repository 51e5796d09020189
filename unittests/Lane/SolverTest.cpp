//===- SolverTest.cpp - Verdicts against a solver for bit vectors ---------===//
//
// The prover's answers for random questions are held against those of Z3, which
// knows nothing of affine forms, atoms or cases:
//
//   aligned?    is there a thread that is active at an address that is no
//               multiple of N?
//   conflicts?  is there a warp with W lanes at different words of one bank? In
//               a clean verdict there is none for W = 2; in one of W ways there
//               is one for W and none for W + 1.
//
// Z3's counterexamples are evaluated: that its formulas mean what the
// expressions do is tested, too. It may take a number of steps, not of seconds,
// so that the outcome is the same everywhere.
//
//===----------------------------------------------------------------------===//

#include "BruteForce.h"
#include "RandomQuestion.h"
#include "warplint/Lane/Prover.h"
#include "gtest/gtest.h"
#include <map>
#include <z3++.h>

using namespace warplint;

namespace {

constexpr unsigned Shards = 4, QuestionsOfShard = 500;
/// Z3's own count of steps: some tens of milliseconds.
constexpr unsigned MostSolverSteps = 400'000;
constexpr ProofOptions Options = {
    .MaxCases = 2048, .MaxSteps = 20'000, .MaxIterations = 64};

/// The threads' expressions as formulas over the symbols.
class Formulas {
public:
  explicit Formulas(const RandomAccess &Access)
      : Access(Access), Solver(Z3, "QF_BV"), X(bits("x")), Y(bits("y")) {
    z3::params Parameters(Z3);
    Parameters.set("rlimit", MostSolverSteps);
    Solver.set(Parameters);
    const LaneContext &C = *Access.Context;
    for (unsigned S = 0; S < C.numSymbols(); ++S) {
      const UniformSymbol &Symbol = C.symbolAt(S);
      z3::expr E = bits(("s" + std::to_string(S)).c_str());
      Solver.add(E >= Z3.bv_val(Symbol.Lo, 32) &&
                 E <= Z3.bv_val(Symbol.Hi, 32) &&
                 (E & Z3.bv_val(uint64_t(Symbol.MultipleOf - 1), 32)) == 0);
      Symbols.push_back(E);
    }
  }

  /// Whether an active thread has an address that is no multiple of \p Of.
  z3::check_result findMisaligned(uint64_t Of) {
    anyThread();
    Solver.add(active() && !isMultiple(address(), Of));
    return Solver.check();
  }
  z3::check_result findActive() {
    anyThread();
    Solver.add(active());
    return Solver.check();
  }
  /// Whether \p Ways active lanes of some warp touch different words of one
  /// bank, all active lanes at multiples of 4.
  z3::check_result findConflict(unsigned Ways);

  /// The symbols of the counterexample that was found, for warp \p Warp.
  WarpSample counterexample(unsigned Warp) const;
  unsigned warps() const { return (Access.Shape.threads() + 31) / 32; }

private:
  z3::expr bits(const char *Name) { return Z3.bv_const(Name, 32); }
  z3::expr isMultiple(const z3::expr &E, uint64_t Of) {
    return (E & Z3.bv_val(Of - 1, 32)) == 0;
  }
  void anyThread() {
    Solver.add(z3::ult(X, *Access.Shape.X) && z3::ult(Y, *Access.Shape.Y));
  }
  z3::expr address() { return of(Access.Problem.Address); }
  z3::expr active() {
    return Access.Problem.Guard ? of(Access.Problem.Guard) == 1
                                : Z3.bool_val(true);
  }
  z3::expr truth(const z3::expr &E) {
    return z3::ite(E, Z3.bv_val(1, 1), Z3.bv_val(0, 1));
  }
  z3::expr of(const LaneExpr *E) {
    auto It = Known.find(E);
    if (It == Known.end())
      It = Known.emplace(E, translated(E)).first;
    return It->second;
  }
  z3::expr translated(const LaneExpr *E);

  const RandomAccess &Access;
  z3::context Z3;
  z3::solver Solver;
  z3::expr X, Y;
  std::vector<z3::expr> Symbols;
  std::map<const LaneExpr *, z3::expr> Known;
};

z3::expr Formulas::translated(const LaneExpr *E) {
  auto Operand = [&](unsigned I) { return of(E->operand(I)); };
  switch (E->op()) {
  case LaneOp::Const:
    return Z3.bv_val(E->constant(), E->width());
  case LaneOp::ThreadIdx:
    return E->index() == 0 ? X : Y;
  case LaneOp::BlockDim:
    return Z3.bv_val(E->index() ? *Access.Shape.Y : *Access.Shape.X, 32);
  case LaneOp::Symbol:
    return Symbols[E->index()];
  case LaneOp::Add:
    return Operand(0) + Operand(1);
  case LaneOp::Mul:
    return Operand(0) * Operand(1);
  case LaneOp::UDiv:
    return z3::udiv(Operand(0), Operand(1));
  case LaneOp::SDiv:
    return Operand(0) / Operand(1);
  case LaneOp::URem:
    return z3::urem(Operand(0), Operand(1));
  case LaneOp::SRem:
    return z3::srem(Operand(0), Operand(1));
  case LaneOp::And:
    return Operand(0) & Operand(1);
  case LaneOp::Or:
    return Operand(0) | Operand(1);
  case LaneOp::Xor:
    return Operand(0) ^ Operand(1);
  case LaneOp::Shl:
    return z3::shl(Operand(0), Operand(1));
  case LaneOp::LShr:
    return z3::lshr(Operand(0), Operand(1));
  case LaneOp::AShr:
    return z3::ashr(Operand(0), Operand(1));
  case LaneOp::Select:
    return z3::ite(Operand(0) == 1, Operand(1), Operand(2));
  case LaneOp::CmpEq:
    return truth(Operand(0) == Operand(1));
  case LaneOp::CmpULt:
    return truth(z3::ult(Operand(0), Operand(1)));
  case LaneOp::CmpSLt:
    return truth(Operand(0) < Operand(1));
  case LaneOp::Not:
    return ~Operand(0);
  case LaneOp::ZExt:
    return z3::zext(Operand(0), E->width() - E->operand(0)->width());
  case LaneOp::SExt:
    return z3::sext(Operand(0), E->width() - E->operand(0)->width());
  case LaneOp::Trunc:
    return Operand(0).extract(E->width() - 1, 0);
  default:
    ADD_FAILURE() << "no formula for " << Access.Context->print(E);
    return Z3.bv_val(0, E->width());
  }
}

z3::check_result Formulas::findConflict(unsigned Ways) {
  const z3::expr Bank = Z3.bv_const("bank", 5);
  z3::expr InSomeWarp = Z3.bool_val(false);
  for (unsigned Warp = 0; Warp < warps(); ++Warp) {
    z3::expr_vector Turns(Z3), Actives(Z3), Words(Z3);
    z3::expr AreAligned = Z3.bool_val(true);
    for (uint64_t T = Warp * 32;
         T < Access.Shape.threads() && T < Warp * 32 + 32; ++T) {
      const auto Index = Access.Shape.threadIdx(T);
      z3::expr_vector From(Z3), To(Z3);
      From.push_back(X), To.push_back(Z3.bv_val(Index[0], 32));
      From.push_back(Y), To.push_back(Z3.bv_val(Index[1], 32));
      z3::expr Address = address().substitute(From, To).simplify();
      z3::expr Active = active().substitute(From, To).simplify();
      AreAligned = AreAligned && z3::implies(Active, isMultiple(Address, 4));
      // The first active lane at a word of the bank takes a turn.
      const z3::expr Word = Address.extract(31, 2);
      z3::expr IsFirst = Active && Address.extract(6, 2) == Bank;
      for (unsigned L = 0; L < Words.size(); ++L)
        IsFirst = IsFirst && !(Actives[L] && Words[L] == Word);
      Turns.push_back(IsFirst);
      Actives.push_back(Active);
      Words.push_back(Word);
    }
    if (Turns.size() >= Ways)
      InSomeWarp = InSomeWarp || (AreAligned && z3::atleast(Turns, int(Ways)));
  }
  Solver.push();
  Solver.add(InSomeWarp);
  const z3::check_result Found = Solver.check();
  if (Found != z3::sat)
    Solver.pop();
  return Found;
}

WarpSample Formulas::counterexample(unsigned Warp) const {
  const z3::model Model = Solver.get_model();
  WarpSample Sample;
  Sample.Warp = Warp;
  Sample.Existing = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    LeafValues &Leaves = Sample.Lanes[L];
    Leaves.BlockDim = {*Access.Shape.X, *Access.Shape.Y, 1};
    for (const z3::expr &S : Symbols)
      Leaves.Symbols.push_back(static_cast<uint64_t>(int64_t(int32_t(
          Model.eval(S, /*model_completion=*/true).get_numeral_uint()))));
    const uint64_t T = uint64_t(Warp) * WarpSize + L;
    if (T >= Access.Shape.threads())
      continue;
    Sample.Existing |= LaneMask(1) << L;
    Leaves.ThreadIdx = Access.Shape.threadIdx(T);
  }
  return Sample;
}

struct Tally {
  unsigned Both = 0, ProverAlone = 0, SolverAlone = 0, Neither = 0;
  unsigned Excesses = 0, Clean = 0, Wrapping = 0;
};

/// The outcome of \p Asked by plain evaluation of \p Sample; none where an
/// address is not aligned as the question takes for granted.
Outcome outcomeOf(const RandomAccess &Access, const WarpQuestion &Asked,
                  const WarpSample &Sample) {
  LaneMask Active = Sample.Existing;
  LaneAddresses Address = {};
  LaneValues Guards = {};
  if (Asked.Guard)
    Guards = evaluateWarp(*Access.Context, Asked.Guard, Sample.Lanes,
                          Sample.Existing);
  const LaneValues Values = evaluateWarp(*Access.Context, Asked.Address,
                                         Sample.Lanes, Sample.Existing);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (Asked.Guard && !Guards[L].value_or(0))
      Active &= ~(LaneMask(1) << L);
    Address[L] = Values[L].value_or(0);
    if (Active >> L & 1 && Address[L] % Asked.Alignment)
      return {};
  }
  return Asked.Evaluator->outcomeOf(Address, Active);
}

class SolverComparison {
public:
  SolverComparison(uint64_t Seed, Tally &Count)
      : Seed(Seed), Generator(Seed), Access(Generator.next()), Count(Count) {}

  void compareAlignment();
  void compareConflicts();

private:
  void count(const ProofResult &Proven, z3::check_result Solved);
  /// Z3 found values whose outcome has at least the excess \p Least.
  void check(const ProofResult &Proven, const WarpQuestion &Asked,
             const Formulas &Z3, unsigned Least);
  std::string context(const ProofResult &Proven) const {
    return "seed " + std::to_string(Seed) + "\n" + Access.describe() +
           "\nverdict " + std::to_string(unsigned(Proven.Kind)) + ", " +
           std::to_string(Proven.Worst.Outcome.Value);
  }

  uint64_t Seed;
  QuestionGenerator Generator;
  RandomAccess Access;
  Tally &Count;
};

void SolverComparison::count(const ProofResult &Proven,
                             z3::check_result Solved) {
  const bool IsProven = Proven.Kind != VerdictKind::Unproven;
  const bool IsSolved = Solved != z3::unknown;
  ++(IsProven   ? IsSolved ? Count.Both : Count.ProverAlone
     : IsSolved ? Count.SolverAlone
                : Count.Neither);
  if (IsProven && IsSolved)
    ++(Proven.Kind == VerdictKind::Excess ? Count.Excesses : Count.Clean);
}

void SolverComparison::check(const ProofResult &Proven,
                             const WarpQuestion &Asked, const Formulas &Z3,
                             unsigned Least) {
  Outcome Worst;
  bool Wraps = false;
  for (unsigned Warp = 0; Warp < Z3.warps(); ++Warp) {
    const WarpSample Sample = Z3.counterexample(Warp);
    const Outcome Here = outcomeOf(Access, Asked, Sample);
    Worst = Here.isWorseThan(Worst) ? Here : Worst;
    Wraps |= wrapsBetweenLanes(Access, Sample);
  }
  const std::string Values = Z3.counterexample(0).describe(*Access.Context);
  EXPECT_GE(Worst.excess(), Least) << "Z3's values: " << Values << "\n"
                                   << context(Proven);
  if (Proven.Kind == VerdictKind::Unproven ||
      !Worst.isWorseThan(Proven.Worst.Outcome))
    return;
  // The prover may assume that the arithmetic does not wrap.
  EXPECT_TRUE(Proven.AssumesNoWrap && Wraps)
      << "Z3's values: " << Values << "\n"
      << context(Proven);
  ++Count.Wrapping;
}

void SolverComparison::compareAlignment() {
  const uint64_t Multiple = uint64_t(2) << Generator.below(5);
  const AlignmentEvaluator IsAligned(Multiple);
  const WarpQuestion Asked{.Evaluator = &IsAligned,
                           .Address = Access.Problem.Address,
                           .Guard = Access.Problem.Guard};
  const ProofResult Proven =
      prove(*Access.Context, Asked, Access.Shape, Options);
  Formulas Z3(Access);
  const bool NeverRuns = Proven.Kind == VerdictKind::NeverRuns;
  const z3::check_result Found =
      NeverRuns ? Z3.findActive() : Z3.findMisaligned(Multiple);
  count(Proven, Found);
  if (Found == z3::sat && NeverRuns)
    EXPECT_TRUE(Proven.AssumesNoWrap) << context(Proven);
  else if (Found == z3::sat)
    check(Proven, Asked, Z3, 1);
  // Lanes that count as active need not be.
  else if (Found == z3::unsat && !Proven.AssumesGuards)
    EXPECT_NE(Proven.Kind, VerdictKind::Excess) << context(Proven);
}

void SolverComparison::compareConflicts() {
  const CostEvaluator Cost(Access.Problem);
  const WarpQuestion Asked = questionOf(Access.Problem, Cost);
  const ProofResult Proven =
      prove(*Access.Context, Asked, Access.Shape, Options);
  Formulas Z3(Access);
  const bool HasExcess = Proven.Kind == VerdictKind::Excess;
  const unsigned Ways = std::max(1u, Proven.Worst.Outcome.Value);
  z3::check_result Found = Z3.findConflict(Ways + 1);
  if (Found == z3::sat) {
    check(Proven, Asked, Z3, Ways);
  } else if (Found == z3::unsat && HasExcess) {
    Found = Z3.findConflict(Ways);
    if (Found == z3::sat)
      check(Proven, Asked, Z3, Ways - 1);
    else if (!Proven.AssumesGuards)
      EXPECT_NE(Found, z3::unsat) << context(Proven);
  }
  count(Proven, Found);
}

class Solver : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Shard, Solver, testing::Range(0u, Shards));

TEST_P(Solver, AgreesWithTheProver) {
  Tally Count;
  const uint64_t First = 1 + GetParam() * QuestionsOfShard;
  for (uint64_t Seed = First; Seed < First + QuestionsOfShard && !HasFailure();
       ++Seed) {
    SolverComparison Comparison(Seed, Count);
    Seed % 2 ? Comparison.compareAlignment() : Comparison.compareConflicts();
  }
  // Not all are given up, or are of one kind.
  EXPECT_GT(Count.Both, QuestionsOfShard / 2);
  EXPECT_GT(Count.Excesses, Count.Both / 8);
  EXPECT_GT(Count.Clean, Count.Both / 8);
  EXPECT_LT(Count.Wrapping, QuestionsOfShard / 20);
  printf("both decide %u (%u with an excess), the prover alone %u, Z3 alone "
         "%u, neither %u; %u only where nothing wraps\n",
         Count.Both, Count.Excesses, Count.ProverAlone, Count.SolverAlone,
         Count.Neither, Count.Wrapping);
}

} // namespace
