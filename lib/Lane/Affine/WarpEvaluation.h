//===- WarpEvaluation.h - An expression for 32 lanes ------------*- C++ -*-===//
//
// Evaluates lane expressions to affine forms (LaneForm.h) in one case of a
// proof. Where an operation cannot be expressed as a form, there are three
// ways on:
//
//   name it   all lanes have the same operands: the result is a new atom, which
//             often drops out of the address later (stage * 1024, u / v)
//   ask       the evaluation stops with a Decision; the case is split by it and
//             evaluated again
//   give up   no decision would help: the access is unproven
//
// In relaxed mode, for guards, nothing is asked: lanes that would need a
// decision are marked Undecided and the evaluation goes on.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_AFFINE_WARPEVALUATION_H
#define WARPLINT_LIB_LANE_AFFINE_WARPEVALUATION_H

#include "BlockShape.h"
#include "CaseState.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "LaneForm.h"
#include "LoopDependence.h"
#include "warplint/Lane/ProofBudget.h"
#include "warplint/Lane/ProofFailure.h"
#include "warplint/Lane/WarpQuestion.h"
#include <initializer_list>
#include <set>
#include <unordered_map>

namespace warplint {

/// What all cases of one proof share.
struct ProofGround {
  const LaneContext &Context;
  const WarpQuestion &Asked;
  const ProofOptions &Options;
  AtomTable &Atoms;
  const LoopDependence &Loops;
  /// Every uniform part of an expression is taken as one number that can be
  /// anything: far fewer questions, and cases that may be empty.
  bool IsCoarse = false;
  /// Expressions evaluated so far in this search, and how many it may take.
  mutable uint64_t Steps = 0;
  uint64_t MaxSteps = Options.MaxSteps;
  /// Expressions evaluated to find values that show an outcome, against
  /// MaxSteps as well.
  mutable uint64_t WitnessSteps = 0;
};

/// The numbers that DerivedRole::Value can be for a node of \p Width bits.
Interval allValues(unsigned Width);

/// Some of a loop's values are not numbers in all lanes.
bool hasAtoms(const std::map<unsigned, LaneForm> &Values);

using LaneRanges = std::array<Interval, WarpSize>;

/// Why a proof stops that has used up its steps, or would.
ProofFailure outOfSteps(const ProofGround &Ground);

class WarpEvaluation {
public:
  enum class Outcome : uint8_t {
    Running,
    Asked,      ///< question() splits the case.
    Failed,     ///< failure() says why.
    Infeasible, ///< No value of the symbols belongs to the case.
  };

  WarpEvaluation(const ProofGround &Ground, const WarpThreads &Threads,
                 const CaseState &Case, bool IsRelaxed);

  /// The value of \p E in the lanes \p Mask. Meaningless once stopped().
  const LaneForm &value(const LaneExpr *E, LaneMask Mask);

  bool stopped() const { return State != Outcome::Running; }
  Outcome outcome() const { return State; }
  const Decision &question() const { return Question; }
  const ProofFailure &failure() const { return Failure; }
  bool assumedNoWrap() const { return AssumedNoWrap; }
  /// A name stands for something that is undefined for some values.
  bool mayBeUndefined() const { return MayBeUndefined; }

  /// Values that \p Form can have in each lane of \p Mask.
  LaneRanges rangesOf(const LaneForm &Form, LaneMask Mask);
  Interval rangeOf(const LaneForm &Form, unsigned L) {
    return rangesOf(Form, LaneMask(1) << L)[L];
  }
  Interval rangeOf(AtomId Atom) const;
  /// What the case knows of a base or derived atom that has been met.
  const Congruence &congruenceOf(AtomId Atom) const { return Met[Atom]; }

  /// Values of the recurrences of \p Loop in the iteration that the case is in,
  /// by number; nothing where that has to be asked.
  std::optional<std::map<unsigned, LaneForm>> stateOf(unsigned Loop);

  // Questions. Each stops the evaluation, or, in relaxed mode, marks the lanes
  // \p Mask of \p Result as undecided.

  /// Until the factors of \p Form are multiples of \p Divisor, lane by lane.
  void askMultiple(LaneForm &Result, LaneMask Mask, const LaneForm &Form,
                   const LaneNumbers &Divisor);
  void askResidue(LaneForm &Result, LaneMask Mask, AtomId Atom,
                  int64_t Modulus);
  /// Until \p Form is a number in the lanes \p Mask.
  void askValue(LaneForm &Result, LaneMask Mask, const LaneForm &Form);
  /// Whether \p Form < \p Bound[lane], for the middle one of the lanes' bounds.
  void askBelow(LaneForm &Result, LaneMask Mask, const LaneForm &Form,
                const std::array<Wide, WarpSize> &Bound);
  void askBelow(LaneForm &Result, LaneMask Mask, const LaneForm &Form,
                Wide Bound);
  /// No decision would help.
  void giveUp(ProofFailure Why);

private:
  /// One loop that is being stepped: what holds in the current step.
  struct Frame {
    unsigned Loop = 0;
    uint64_t Iteration = 0;
    unsigned Step = 0; ///< AtomTable::step.
    bool IsEager = false;
    const std::map<unsigned, LaneForm> *State = nullptr;
    /// By the number of the node; the second holds what the relaxed mode found.
    std::unordered_map<unsigned, LaneForm> Memo[2];
  };
  using LoopValues = std::map<unsigned, LaneForm>;

  /// The value of a node, or, of an operation, that for the forms of its
  /// operands, in the lanes \p Mask.
  using NodeRule = LaneForm(const LaneExpr *E, LaneMask Mask);
  using BinaryRule = LaneForm(const LaneExpr *E, LaneMask Mask,
                              const LaneForm &L, const LaneForm &R);

  // WarpEvaluation.cpp
  Frame *frameOf(const LaneExpr *E);
  NodeRule compute, operation, asOneNumber, leaf, cast, logicalNot, select,
      binary;
  BinaryRule symbolicBinary;
  bool isTakenWhole(const LaneExpr *E) const;
  LaneForm axis(const AxisValue &Axis, LaneMask Mask);
  LaneForm joinArms(const LaneExpr *E, LaneMask Mask, const LaneForm &C,
                    const LaneForm &T, const LaneForm &F);
  void askWhetherAbsorbed(const LaneExpr *E, LaneForm &Result,
                          const LaneForm &Form, LaneMask Mask,
                          int64_t Absorbing);
  LaneForm atomForm(AtomId Atom, LaneMask Mask, Interval Range);
  LaneForm baseForm(AtomId Atom, LaneMask Mask);
  /// The atom of a derived quantity in the first lane of \p Mask, unless the
  /// case wants it expanded.
  std::optional<LaneForm> named(const LaneExpr *Node, LaneMask Mask,
                                DerivedRole Role, int64_t Parameter,
                                Interval Range);
  /// Gives \p Result that name where all \p Operands are the same in all lanes
  /// of \p Mask; else, and where there is none, false.
  bool takeName(LaneForm &Result, const LaneExpr *Node, LaneMask Mask,
                std::initializer_list<const LaneForm *> Operands,
                Interval Range, DerivedRole Role = DerivedRole::Value,
                int64_t Parameter = 0);
  int64_t expandedModulus(const LaneExpr *Node, LaneMask Mask, DerivedRole Role,
                          int64_t Parameter);
  std::set<const LaneExpr *> leavesOf(AtomId Id) const;
  bool isBetterExpanded(AtomId Id) const;
  LinearTerms besideNumberOf(AtomId Id, const LinearTerms &Terms) const;
  std::optional<AtomId> betterExpanded(const LinearTerms &Terms) const;
  /// Scale * Part lies within \p Range: more than its atoms' ranges show.
  void addBound(const LinearPart &Part, Interval Range);
  /// The same for the linear part of each lane of \p Mask.
  void addBounds(const LaneForm &Form, LaneMask Mask, const LaneRanges &Ranges);

  // Shuffles.cpp
  NodeRule shuffle, bitOperation;
  bool isOneNumber(const LaneExpr *E) const;
  LaneForm fromSources(const LaneExpr *E, LaneMask Mask,
                       const LaneForm &Source);

  // Normalization.cpp: forms that are the very number, not only equal modulo 2^w.
  LaneForm canonical(const LaneExpr *E, const LaneForm &Form, LaneMask Mask,
                     bool IsSigned, bool IsCompared = false);
  void unwrap(const LaneExpr *E, LaneForm &Form, LaneMask Mask, bool IsSigned,
              bool IsCompared, bool AreAll);

  // Products.cpp
  BinaryRule multiply, shiftLeft, shiftByUnknown;
  AtomId productOf(AtomId A, AtomId B);
  LaneNumbers shiftFactors(const LaneExpr *E, LaneMask &Known,
                           const LaneForm &Amount, LaneForm &Result);

  // Quotients.cpp
  BinaryRule divide, divideByNumbers, divideByUnknown, shiftRight;
  LaneForm quotientBy(const LaneExpr *DividendNode, LaneMask Mask,
                      const LaneForm &Dividend, const LaneNumbers &Divisor,
                      DerivedRole Rounding);

  // Bits.cpp
  BinaryRule bitwise, bitwiseOfForms, bitwiseUniform, truthOperation;
  LaneForm bitwiseWithNumbers(const LaneExpr *E, const LaneExpr *Operand,
                              LaneMask Mask, const LaneForm &Value,
                              const LaneNumbers &Numbers);
  LaneForm masked(const LaneExpr *Operand, LaneMask Mask, const LaneForm &Value,
                  const LaneNumbers &Bits);
  std::optional<LaneForm> namedBits(const LaneExpr *Operand, LaneMask Mask,
                                    const LaneForm &Value, uint64_t Bits);
  LaneForm splitAtBit(const LaneExpr *E, LaneMask Mask, const LaneForm &L,
                      const LaneForm &R, unsigned Bit);
  LaneForm highPart(const LaneExpr *E, LaneMask Mask, const LaneForm &L,
                    const LaneForm &R, unsigned Bit);
  LaneMask disjointLanes(const LaneForm &High, const LaneForm &Low,
                         LaneMask Mask);

  // Comparisons.cpp
  BinaryRule compare;
  LaneForm isNegative(const LaneExpr *E, LaneMask Mask,
                      const LaneForm &Difference);
  LaneForm isZero(const LaneExpr *E, LaneMask Mask, const LaneForm &Difference);
  struct Clamp;
  std::optional<Clamp> clampOf(const LaneExpr *E) const;
  std::optional<LaneForm> byOneArm(const Clamp &C, LaneMask Always,
                                   LaneMask Never);
  std::optional<LaneForm> clamped(const LaneExpr *E, const LaneForm &C,
                                  LaneMask Always, LaneMask Never,
                                  LaneMask Open);

  // LoopStates.cpp
  NodeRule iteration, recurrence;
  const LaneExpr *constantStep(const LaneExpr *E) const;
  LaneForm afterSteps(const LaneExpr *E, const LaneExpr *Step, LaneMask Mask);
  const LoopValues *loopValues(unsigned Loop);
  LaneForm valueOr(const LaneExpr *E, Obstacle IfNull);
  LoopValues firstValues(unsigned Loop);
  LoopValues nextValues(unsigned Loop, uint64_t Iteration,
                        const LoopValues &Values);
  bool hasLeft(unsigned Loop, uint64_t Iteration, const LoopValues &Values);
  void askLoopPoint(unsigned Loop);
  Frame *frameStepping(unsigned Loop);
  bool isEager(unsigned Loop) const;
  template <typename Function>
  auto inStep(unsigned Loop, uint64_t Iteration, const LoopValues &Values,
              Function Evaluate);

  void stop(Outcome Why) {
    if (State == Outcome::Running)
      State = Why;
  }
  /// In relaxed mode: marks the lanes.
  bool leftOpen(LaneForm &Result, LaneMask Mask) const;
  void ask(LaneForm &Result, LaneMask Mask, Decision D);
  void fail(LaneForm &Result, LaneMask Mask, ProofFailure Why);

  const ProofGround &Ground;
  const WarpThreads &Threads;
  const CaseState &Case;
  bool IsRelaxed;
  Outcome State = Outcome::Running;
  bool AssumedNoWrap = false;
  bool MayBeUndefined = false;
  Decision Question;
  ProofFailure Failure;
  /// By the number of the node; the second holds what the relaxed mode found.
  std::vector<LaneForm> Memo[2];
  std::vector<std::unique_ptr<Frame>> Frames;
  /// What the case knows of each atom met so far, by atom.
  std::vector<Congruence> Met;
  /// Bounds of the case and those that the evaluation itself found.
  std::vector<LinearBound> Bounds;
  const LinearBound *boundOf(const LinearTerms &Terms) const;
  std::map<unsigned, LoopValues> ValuesAtPoint, RelaxedValues;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_WARPEVALUATION_H
