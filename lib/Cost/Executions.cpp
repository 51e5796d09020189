//===- Executions.cpp - How often a block issues an instruction -----------===//

#include "Executions.h"
#include "GridLoops.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// That an instruction is executed costs one, whoever does.
class OncePerWarp final : public CaseEvaluator {
public:
  OncePerWarp() : CaseEvaluator(traits()) {}
  Outcome outcomeOf(const LaneAddresses &, LaneMask Active) const override {
    return {Active != 0, Active != 0};
  }

private:
  static EvaluatorTraits traits() {
    EvaluatorTraits T;
    T.IsWorstWithAllLanes = T.IsIdealForOneLane = true;
    return T;
  }
};

} // namespace

Executions::Executions(const JudgedKernel &Kernel, LaunchCase &Launch,
                       KernelCost &Cost)
    : Context(*Kernel.Kernel->Context), Launch(Launch),
      Shape(Launch.Record.Shape), Cost(Cost) {
  if (!Shape.isKnown()) {
    Shape = {WarpSize, 1, 1};
    Cost.IsOfWarp = true;
  }
}

double Executions::warps() const {
  const uint64_t Warps = warpsOf(Shape.threads());
  return static_cast<double>(Warps);
}

std::optional<double> Executions::totals(const LaneExpr *Guard,
                                         const LoopNest &Nest) {
  auto [Known, IsNew] =
      Totals.try_emplace({Guard, Nest.Loops, Nest.IsInCondition}, std::nullopt);
  if (!IsNew)
    return Known->second;
  static const OncePerWarp Evaluator;
  WarpQuestion Asked;
  Asked.Evaluator = &Evaluator;
  Asked.Address = Context.constant(0, 32);
  Asked.Guard = Guard;
  if (auto Sum = totalsOf(Context, Asked, Nest, Shape, {.Budget = &Budget}))
    Known->second = Sum->Requests;
  return Known->second;
}

/// How often a warp that is in \p Loop goes round it.
std::optional<double> Executions::tripsOf(unsigned Loop) {
  const LaneLoop &L = Context.loopAt(Loop);
  if (L.TripCount && !L.IsUpperBound)
    return *L.TripCount;
  if (auto Sum = totals(nullptr, {{Loop}}))
    return *Sum / warps();
  return averageRounds(Context, Loop, Launch.Record);
}

/// The conditions of \p Guard, joined by "and", that depend on the thread alone
/// and, where they may, on loops; null where there are none.
const LaneExpr *Executions::knownPart(const LaneExpr *Guard, bool MayIterate) {
  if (!Guard)
    return nullptr;
  if (Guard->op() == LaneOp::And && Guard->width() == 1) {
    const LaneExpr *L = knownPart(Guard->operand(0), MayIterate);
    const LaneExpr *R = knownPart(Guard->operand(1), MayIterate);
    return L && R ? Context.binary(LaneOp::And, L, R) : L ? L : R;
  }
  bool IsKnown = true;
  forEachBelow(Guard, [&](const LaneExpr *E, auto &) {
    switch (E->op()) {
    case LaneOp::Symbol:
    case LaneOp::Opaque:
      IsKnown = false;
      break;
    case LaneOp::Iteration:
    case LaneOp::Recurrence:
      IsKnown &= MayIterate;
      break;
    default:
      break;
    }
  });
  if (IsKnown)
    return Guard;
  HasAssumed = true;
  return nullptr;
}

unsigned Executions::unknownLoop(unsigned Loop) {
  auto [Known, IsNew] = UnknownLoops.try_emplace(Loop, Cost.Loops.size());
  if (!IsNew)
    return Known->second;
  const LaneLoop &L = Context.loopAt(Loop);
  UnknownLoop New;
  New.Name = L.Counter;
  // Loops with one name are told apart by a number.
  for (unsigned Number = 1;
       New.Name.empty() ||
       any_of(Cost.Loops,
              [&](const UnknownLoop &Other) { return Other.Name == New.Name; });
       ++Number)
    New.Name = (L.Counter.empty() ? "n" : L.Counter + "_") + utostr(Number);
  if (L.Continue)
    New.Condition = Context.print(L.Continue);
  Cost.Loops.push_back(std::move(New));
  return Known->second;
}

TripSum Executions::of(const KernelPlace &Place) {
  return of(Place, [](unsigned) { return true; });
}

bool Executions::knows(const KernelPlace &Place) {
  const LaneExpr *Guard = Launch.Known(Place.Guard);
  return !Guard || knownPart(Guard, /*MayIterate=*/true) == Guard;
}

TripSum Executions::ofWarp(const KernelPlace &Place) {
  KernelPlace Always;
  Always.Loops = Place.Loops;
  Always.IsInCondition = Place.IsInCondition;
  TripSum Sum;
  Sum.add(of(Always), 1 / warps());
  return Sum;
}

TripSum Executions::of(const KernelPlace &Place,
                       function_ref<bool(unsigned)> Counts) {
  LoopNest Nest;
  Nest.IsInCondition = Place.IsInCondition;
  for (unsigned Loop : Place.Loops)
    if (Counts(Loop))
      Nest.Loops.push_back(Launch.Known.loop(Loop));
  const bool HasAll = Nest.Loops.size() == Place.Loops.size();
  const LaneExpr *Guard = Launch.Known(Place.Guard);
  TripSum Sum;
  auto Take = [&](std::optional<double> Times) {
    if (Times)
      Sum.add(*Times);
    return Times.has_value();
  };
  if (HasAll && Take(totals(Guard, Nest)))
    return Sum;
  SmallVector<unsigned> Unknown;
  double Trips = 1;
  for (const auto &[Depth, Loop] : enumerate(Nest.Loops)) {
    const bool IsOnceMore =
        Nest.IsInCondition && Depth + 1 == Nest.Loops.size();
    if (auto Known = tripsOf(Loop))
      Trips *= *Known + IsOnceMore;
    else
      Unknown.push_back(Loop);
  }
  if (HasAll && Unknown.empty() &&
      Take(totals(knownPart(Guard, /*MayIterate=*/true), Nest)))
    return Sum;
  const double Warps =
      totals(knownPart(Guard, /*MayIterate=*/false), {}).value_or(warps());
  std::vector<unsigned> Symbols;
  for (unsigned Loop : Unknown)
    Symbols.push_back(unknownLoop(Loop));
  Sum.add(Warps * Trips, std::move(Symbols));
  return Sum;
}

} // namespace warplint
