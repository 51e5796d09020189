//===- LaunchProver.cpp - Proofs under the launches of a kernel -----------===//

#include "warplint/Analysis/LaunchProver.h"
#include "Lane/Expr/BanksOfAddress.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Lane/Prover.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

void LaunchProver::renewBudget(uint64_t Share) {
  Budget = ProofBudget();
  Budget.StepsLeft /= Share;
}

ProofOptions LaunchProver::proofOptions() {
  ProofOptions Proof = Options.Proof;
  Proof.Budget = &Budget;
  return Proof;
}

/// The same figure in every case: more knowledge would not change it. An
/// excess is that of the most active lanes, of which more may be known, and
/// that of unknowns with which lanes meet only where they always do.
static bool isSettled(const AccessVerdict &V, bool KnowsMoreOfLanes) {
  if (isIdeal(V))
    return true;
  return V.Kind == VerdictKind::Excess && !V.Course.UsesRule2 &&
         !KnowsMoreOfLanes && !V.DependsOnCase && V.Rows.empty() &&
         V.BestPredicted == V.Worst.Cost.Predicted;
}

/// The block of fewest threads that \p Known stands for.
static LaunchShape smallest(const LaunchShape &Known) {
  return {Known.X.value_or(1), Known.Y.value_or(1), Known.Z.value_or(1)};
}

/// The blocks that the launch of \p R may have beside those that its shape
/// stands for: whole warps along x where X is not known, and as many rows as a
/// warp spans where X is. The likeliest first.
static std::vector<LaunchShape> otherShapes(const LaunchRecord &R) {
  const LaunchShape &Known = R.Shape;
  std::vector<LaunchShape> Others;
  if (R.Source == LaunchSource::Assumed || Known.isKnown())
    return Others;
  if (Known.X) {
    if (*Known.X % WarpSize != 0)
      Others.push_back(smallest(Known));
    return Others;
  }
  if (R.IsSquare) {
    const auto Add = [&](unsigned N) {
      if (N * N * Known.Z.value_or(1) <= MaxBlockThreads)
        Others.push_back({N, N, Known.Z});
    };
    for (unsigned N : {16u, 8u, 4u, 2u, 32u})
      Add(N);
    for (unsigned N = 3; N != 32; ++N)
      if (!isPowerOf2_32(N))
        Add(N);
    Add(1);
    return Others;
  }
  if (Known.Y.value_or(1) * Known.Z.value_or(1) == 1)
    Others.push_back({std::nullopt, 1, 1, /*IsAnyRow=*/true});
  if (Known.Y == 1 && Known.Z == 1) {
    Others.push_back(smallest(Known));
    return Others;
  }
  const unsigned Most =
      MaxBlockThreads / (Known.Y.value_or(1) * Known.Z.value_or(1));
  auto Add = [&](unsigned X) {
    if (X <= Most && X % WarpSize != 0)
      Others.push_back({X, Known.Y, Known.Z});
  };
  for (unsigned X = 16; X != 0; X /= 2)
    Add(X);
  if (!Known.Y || !Known.Z)
    Others.push_back(smallest(Known));
  constexpr unsigned FirstLong = WarpSize + 1;
  Add(FirstLong); // Few accesses that are ideal there are not anywhere else.
  for (unsigned X = 3; X < WarpSize; ++X)
    if (!isPowerOf2_32(X))
      Add(X);
  // The rest at once, if that is ideal.
  if (!Known.Y && Known.Z.value_or(1) == 1)
    Others.push_back({std::nullopt, std::nullopt, Known.Z, /*IsAnyRow=*/true});
  for (unsigned X = FirstLong + 1; X <= Most; ++X)
    Add(X);
  return Others;
}

/// Whether all lanes of a warp have one value of \p E, whatever the block is.
static bool isOneInWarp(const LaneContext &Context, const LaneExpr *E) {
  bool IsOne = true;
  forEachNode(Context, E, [&](const LaneExpr *Node) {
    IsOne &= Node->op() != LaneOp::ThreadIdx && Node->op() != LaneOp::Opaque &&
             Node->op() != LaneOp::Shuffle;
  });
  return IsOne;
}

/// Whether \p E depends on the row or the layer of a thread.
static bool dependsOnRow(const LaneContext &Context, const LaneExpr *E) {
  bool Depends = false;
  forEachNode(Context, E, [&](const LaneExpr *Node) {
    Depends |=
        (Node->op() == LaneOp::ThreadIdx || Node->op() == LaneOp::BlockDim) &&
        Node->index() != 0;
  });
  return Depends;
}

/// A warp may begin in the last row of a layer and end in the first of the next
/// one; where that is is not known.
static bool mayCrossLayers(const LaneContext &Context,
                           const AccessProblem &Problem,
                           const LaunchRecord &R) {
  const LaunchShape &Known = R.Shape;
  return R.Source != LaunchSource::Assumed && !R.IsSquare && !Known.Y &&
         Known.Z != 1u && Known.X.value_or(1) % WarpSize != 0 &&
         (dependsOnRow(Context, Problem.Address) ||
          (Problem.Guard && dependsOnRow(Context, Problem.Guard)));
}

/// Blocks of few rows, and of two layers where their number is not known.
static std::vector<LaunchShape> layeredShapes(const LaunchShape &Known) {
  std::vector<LaunchShape> Shapes;
  for (unsigned X : {16u, 8u, 4u, 33u})
    for (unsigned Y : {3u, 2u, 5u}) {
      const LaunchShape Shape{Known.X.value_or(X), Y, Known.Z.value_or(2)};
      if (Shape.threads() <= MaxBlockThreads)
        Shapes.push_back(Shape);
    }
  return Shapes;
}

/// \p V of whole warps along x, where other blocks cost at most as much.
static AccessVerdict forAnyBlock(AccessVerdict V) {
  limitToWholeWarps(V);
  V.DependsOnCase = true;
  return V;
}

/// No block that the launch of \p R may have has whole warps along x.
static bool isTooSmallForRows(const LaunchRecord &R) {
  const unsigned Y = R.IsSquare ? WarpSize : R.Shape.Y.value_or(1);
  return !R.Shape.X && R.Source != LaunchSource::Assumed &&
         WarpSize * Y * R.Shape.Z.value_or(1) > MaxBlockThreads;
}

/// The excess \p V of whole warps along x, where nothing is said of other blocks.
static AccessVerdict onlyForWholeWarps(AccessVerdict V) {
  V.IsForWholeWarps = V.DependsOnCase = true;
  return V;
}

/// As many as a request of its kind can cost at all.
static bool isMost(const AccessVerdict &V, const AccessProblem &Problem) {
  const auto Most = CostEvaluator(Problem).most(AllLanes);
  return Most && V.Worst.Cost.Predicted >= Most->Value;
}

/// The verdict for all blocks that the launch of \p R may have.
AccessVerdict LaunchProver::proveFor(LaneContext &Context,
                                     const AccessProblem &Problem,
                                     const LaunchRecord &R) {
  AccessVerdict V = Verdicts.prove(Context, Problem, R.Shape, proofOptions());
  if (V.Kind == VerdictKind::Unproven)
    return V;
  std::vector<LaunchShape> Others = otherShapes(R);
  const bool IsSmaller = isTooSmallForRows(R) && !Others.empty();
  if (V.Kind == VerdictKind::Excess && IsSmaller) {
    V = Verdicts.prove(Context, Problem, Others.front(), proofOptions());
    V.CostliestBlock = Others.front();
    V.Condition.clear();
    V.Rows.clear();
    if (V.Kind == VerdictKind::Unproven)
      return V;
  }
  const bool IsExcess = V.Kind == VerdictKind::Excess;
  const LaunchShape Rows = IsSmaller ? Others.front()
                                     : LaunchShape{R.Shape.X.value_or(WarpSize),
                                                   R.Shape.Y, R.Shape.Z};
  const bool HasRows = !R.Shape.X && !IsSmaller;
  if (IsExcess && R.IsOpen && !R.Shape.X)
    return unknownBlock(Rows, V);
  if (IsExcess && R.Source == LaunchSource::Unread)
    return V; // A finding says that it is for whole warps along x.
  const bool CrossesLayers = mayCrossLayers(Context, Problem, R);
  if (CrossesLayers)
    Others = layeredShapes(R.Shape);
  if (Others.empty() ||
      (V.Kind == VerdictKind::Clean && isOneInWarp(Context, Problem.Address)))
    return V;
  if (IsExcess && !R.Shape.X && isMost(V, Problem))
    return forAnyBlock(std::move(V));
  if (IsExcess && CrossesLayers)
    return HasRows ? onlyForWholeWarps(std::move(V))
                   : unknownBlock(R.Shape, AccessVerdict());
  AccessVerdict All = Verdicts.proveForAll(
      Context, Problem, R.Shape, R.IsSquare, V, Others, proofOptions());
  if (All.Kind == VerdictKind::Unproven)
    return IsExcess && HasRows ? onlyForWholeWarps(std::move(V)) : All;
  return CrossesLayers ? unknownBlock(R.Shape, AccessVerdict()) : All;
}

/// Data may choose the row of banks, and each lane have a bank of its own: that is
/// clean, whatever the data.
void LaunchProver::judgeBanks(LaneContext &Context, Judgement &J) {
  const bool IsOfBanks = J.Problem.Kind == RequestKind::SharedLoad ||
                         J.Problem.Kind == RequestKind::SharedStore ||
                         J.Problem.Kind == RequestKind::SharedAtomic ||
                         J.Problem.Kind == RequestKind::SharedAtomicCount;
  if (J.Verdict.Kind != VerdictKind::Unproven ||
      J.Verdict.Reason != UnprovenReason::DataDependentIndex || !IsOfBanks ||
      J.Problem.BytesPerLane > 4 || J.Problem.Instructions != 1)
    return;
  AccessProblem InRow = J.Problem;
  InRow.Address = banksOf(Context, J.Problem.Address);
  if (!InRow.Address)
    return;
  // Each lane that shares a bank with another costs an atomic a wavefront.
  AccessProblem Banks = InRow;
  Banks.Kind = RequestKind::SharedAtomic;
  Banks.BytesPerLane = 4;
  Banks.Address =
      Context.binary(LaneOp::And, InRow.Address,
                     Context.constant(~uint64_t(3), InRow.Address->width()));
  const AccessVerdict Own = proveFor(Context, Banks, J.Case->Record);
  if (Own.Kind != VerdictKind::Clean || Own.Worst.Cost.Predicted > 1)
    return;
  AccessVerdict Verdict = proveFor(Context, InRow, J.Case->Record);
  if (Verdict.Kind != VerdictKind::Clean)
    return;
  J.Verdict = std::move(Verdict);
  J.Problem = InRow;
}

Judgement LaunchProver::judge(LaneContext &Context,
                              const AccessProblem &Problem, LaunchCase &Case) {
  Judgement J{&Case, Case.known(Problem), {}};
  bool IsSpecial =
      J.Problem.Address != Problem.Address || J.Problem.Guard != Problem.Guard;
  J.Verdict = proveFor(Context, Problem, Case.Record);
  if (IsSpecial && !isSettled(J.Verdict, J.Problem.Guard != Problem.Guard)) {
    J.Verdict = proveFor(Context, J.Problem, Case.Record);
    J.UsesValues = true;
  }
  judgeBanks(Context, J);
  return J;
}

static bool isLike(const Judgement &A, const AccessProblem &Problem,
                   LaunchCase &Other) {
  return A.Case->Record.Shape == Other.Record.Shape &&
         A.Case->Record.IsSquare == Other.Record.IsSquare &&
         A.Case->Known(Problem.Address) == Other.Known(Problem.Address) &&
         A.Case->Known(Problem.Guard) == Other.Known(Problem.Guard);
}

std::vector<Judgement> LaunchProver::judgeEach(LaneContext &Context,
                                               const AccessProblem &Problem,
                                               const LaunchCases &Launched) {
  std::vector<Judgement> Judged;
  for (const auto &Case : Launched)
    if (none_of(Judged,
                [&](const Judgement &J) { return isLike(J, Problem, *Case); }))
      Judged.push_back(judge(Context, Problem, *Case));
  return Judged;
}

size_t worstOf(ArrayRef<Judgement> Judged) {
  // Of equals that of a known block.
  auto IsBefore = [](const Judgement &A, const Judgement &B) {
    return isWorse(A.Verdict, B.Verdict) ||
           (!isWorse(B.Verdict, A.Verdict) &&
            A.Case->Record.unknownExtents() < B.Case->Record.unknownExtents());
  };
  return llvm::min_element(Judged, IsBefore) - Judged.begin();
}

std::pair<AccessVerdict, LaunchRecord>
LaunchProver::judgeWorst(LaneContext &Context, const AccessProblem &Problem,
                         const LaunchCases &Launched) {
  std::vector<Judgement> Judged = judgeEach(Context, Problem, Launched);
  Judgement &Worst = Judged[worstOf(Judged)];
  return {std::move(Worst.Verdict), Worst.Case->Record};
}

ProofResult LaunchProver::prove(const LaneContext &Context,
                                const WarpQuestion &Asked,
                                const LaunchShape &Shape) {
  return warplint::prove(Context, Asked, Shape, proofOptions());
}

std::optional<WarpTotals> LaunchProver::totals(LaneContext &Context,
                                               const Judgement &J,
                                               const KernelAccess &Access) {
  return Verdicts.totals(Context, J.Problem, J.Case->nestOf(Access),
                         J.Case->Record.Shape, {.Budget = &Budget});
}

void addReasons(const Judgement &J, const AccessProblem &Problem,
                LaunchRecord &Launch, std::vector<FindingNote> &Promises) {
  if (!J.UsesValues)
    return;
  SmallVector<unsigned, 4> Symbols = J.Case->Known.symbolsIn(Problem.Address);
  append_range(Symbols, J.Case->Known.symbolsIn(Problem.Guard));
  for (unsigned Symbol : Symbols) {
    const LaunchCase::Source &Source = J.Case->Sources[Symbol];
    if (!Source.Value.empty() && !is_contained(Launch.UsedValues, Source.Value))
      Launch.UsedValues.push_back(Source.Value);
    for (const FindingNote &Promise : Source.Promises)
      if (none_of(Promises, [&](const FindingNote &Known) {
            return Known.Where == Promise.Where &&
                   Known.Message == Promise.Message;
          }))
        Promises.push_back(Promise);
  }
}

} // namespace warplint
