//===- HostLaunches.cpp - The launches of a file's host code --------------===//

#include "HostLaunches.h"
#include "HostChoices.h"
#include "HostProbes.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {

template <typename Number>
static bool coversValue(const std::optional<Number> &Wide,
                        const std::optional<Number> &Narrow) {
  return !Wide || Wide == Narrow;
}

/// Whether what is known of \p Wide holds of \p Narrow, too, which is the same
/// launch with the same block.
static bool covers(const HostLaunch &Wide, const HostLaunch &Narrow) {
  const LaunchRecord &W = Wide.With, &N = Narrow.With;
  return Wide.Kernel == Narrow.Kernel && W.Where == N.Where &&
         W.Shape == N.Shape && (!W.IsSquare || N.IsSquare) &&
         coversValue(W.Grid.X, N.Grid.X) && coversValue(W.Grid.Y, N.Grid.Y) &&
         coversValue(W.Grid.Z, N.Grid.Z) &&
         coversValue(W.DynamicSharedBytes, N.DynamicSharedBytes) &&
         N.DynamicSharedMultiple % W.DynamicSharedMultiple == 0 &&
         all_of(W.Arguments, [&](const LaunchArgument &A) {
           return is_contained(N.Arguments, A);
         });
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// Operands that are followed to tell values apart, and values that one is made of.
static constexpr unsigned MostSteps = 8;
static constexpr size_t MostValues = 200;

static const Value *withoutCasts(const Value *V) {
  while (isa<CastInst>(V) && V->getType()->isIntegerTy() &&
         cast<CastInst>(V)->getOperand(0)->getType()->isIntegerTy())
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// Both may be one value: two loads of one place, two calls with equal arguments.
static bool mayBeOne(const Value *V, const Value *W, unsigned Steps = 0) {
  if (V == W || Steps == MostSteps)
    return true;
  const auto *I = dyn_cast<Instruction>(V), *J = dyn_cast<Instruction>(W);
  return I && J && I->isSameOperationAs(J) &&
         all_of(zip_equal(I->operands(), J->operands()), [&](auto Pair) {
           return mayBeOne(std::get<0>(Pair), std::get<1>(Pair), Steps + 1);
         });
}

namespace {
class GridReader {
public:
  GridReader(const CallInst &Launch, ArrayRef<ArgumentLeaf> Leaves)
      : Launch(Launch), Leaves(Leaves) {}

  GridCount read(const Value *V) {
    V = withoutCasts(V);
    for (size_t N = 0; N != Leaves.size(); ++N)
      if (withoutCasts(leaf(N)) == V)
        return {.Parameter = Leaves[N].Parameter, .Path = Leaves[N].Path};
    if (GridCount Found = ofOperation(V); Found.isKnown())
      return Found;
    return {.IsFree = isFree(V)};
  }

private:
  const Value *leaf(size_t N) const {
    return Launch.getArgOperand(unsigned(HostProbe::FirstLeaf + N));
  }

  GridCount ofOperation(const Value *V) {
    const Value *X = nullptr, *Y = nullptr;
    uint64_t Number = 0;
    if (match(V, m_SMin(m_Value(X), m_Value(Y))) ||
        match(V, m_UMin(m_Value(X), m_Value(Y)))) {
      const GridCount L = read(X), R = read(Y);
      // At most a number of its own: it may be smaller than the other one.
      if ((L.IsFree && R.isKnown()) || (R.IsFree && L.isKnown()))
        return {.IsFree = true};
      const auto *Most = dyn_cast<ConstantInt>(Y);
      if (!Most || !L.Parameter || L.Most)
        return {};
      GridCount Limited = L;
      Limited.Most = Most->getSExtValue();
      return Limited;
    }
    if (const auto *Join = dyn_cast<PHINode>(V)) {
      // Each comes there, that from before a loop in its first round.
      if (Joins.insert(Join).second)
        for (const Value *Each : Join->incoming_values())
          if (GridCount Found = read(Each); Found.Parameter)
            return Found;
      return {};
    }
    const auto *Sum = dyn_cast<BinaryOperator>(V);
    const auto *C = Sum ? dyn_cast<ConstantInt>(Sum->getOperand(1)) : nullptr;
    if (!C)
      return {};
    GridCount Of = read(Sum->getOperand(0));
    if (!Of.Parameter || Of.Divisor != 1 || Of.Most)
      return {};
    if (Sum->getOpcode() == Instruction::Add)
      Of.Plus += C->getSExtValue();
    else if (match(V, m_IDiv(m_Value(X), m_ConstantInt(Number))) && Number &&
             Number <= INT32_MAX)
      Of.Divisor = int64_t(Number);
    else if (match(V, m_Shr(m_Value(X), m_ConstantInt(Number))) && Number < 31)
      Of.Divisor = int64_t(1) << Number;
    else
      return {};
    return Of;
  }

  /// Adds what \p V is computed from; false where that is not all known, or may
  /// be made of what the arguments are made of.
  bool addSources(const Value *V, SmallPtrSetImpl<const Value *> &To) const {
    SmallPtrSet<const Value *, 16> Seen;
    SmallVector<const Value *, 16> Open{V};
    while (!Open.empty()) {
      const Value *Next = Open.pop_back_val();
      if (isa<Constant>(Next) || !Seen.insert(Next).second)
        continue;
      if (Seen.size() > MostValues)
        return false;
      const auto *I = dyn_cast<Instruction>(Next);
      if (isa<BinaryOperator, CastInst, CmpInst, SelectInst>(Next) ||
          isa<IntrinsicInst>(Next))
        Open.append(I->op_begin(), I->op_end());
      else if (isa<Argument>(Next) || isa<CallInst>(Next))
        To.insert(Next);
      else if (const auto *Load = dyn_cast<LoadInst>(Next);
               Load &&
               isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
        To.insert(Next);
      else
        return false;
    }
    return true;
  }

  /// Nothing that \p V is made of is in an argument.
  bool isFree(const Value *V) const {
    SmallPtrSet<const Value *, 16> Mine, Theirs;
    if (isa<Constant>(V) || !addSources(V, Mine))
      return false;
    for (size_t N = 0; N != Leaves.size(); ++N)
      if (!addSources(leaf(N), Theirs))
        return false;
    return none_of(Mine, [&](const Value *X) {
      return any_of(Theirs, [&](const Value *Y) { return mayBeOne(X, Y); });
    });
  }

  const CallInst &Launch;
  ArrayRef<ArgumentLeaf> Leaves;
  SmallPtrSet<const PHINode *, 4> Joins; ///< That were met.
};
} // namespace

/// The blocks along x of \p Launch, a HostProbe with \p Leaves.
static GridCount gridCountOf(const CallInst &Launch,
                             ArrayRef<ArgumentLeaf> Leaves) {
  if (Launch.arg_size() < HostProbe::FirstLeaf + Leaves.size())
    return {};
  return GridReader(Launch, Leaves).read(Launch.getArgOperand(HostProbe::Grid));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {

/// Reads one call that stands for a launch.
class LaunchReader {
public:
  LaunchReader(const HostProbes &Probes, const CallInst &Call)
      : Probes(Probes), Call(Call), Layout(Call.getDataLayout()),
        Choices(Call) {}

  void addTo(std::vector<HostLaunch> &Launches) {
    std::vector<HostLaunch> Found;
    do
      Found.push_back(read());
    while (Choices.next());
    if (Choices.areTooMany())
      Found = {withoutChoices()};
    append_range(Launches, Found);
  }

private:
  std::optional<uint64_t> number(unsigned Operand) {
    const auto *C = dyn_cast_or_null<ConstantInt>(
        Choices.constant(Call.getArgOperand(Operand)));
    return C ? std::optional(C->getZExtValue()) : std::nullopt;
  }

  LaunchShape shape(unsigned First, const unsigned (&Limits)[3]) {
    LaunchShape Shape;
    std::optional<unsigned> *Extents[] = {&Shape.X, &Shape.Y, &Shape.Z};
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (std::optional<uint64_t> N = number(First + Axis);
          N && *N != 0 && *N <= Limits[Axis])
        *Extents[Axis] = unsigned(*N);
    return Shape;
  }

  HostLaunch start() {
    const auto *Site = cast<ConstantInt>(Call.getArgOperand(HostProbe::Site));
    HostLaunch L;
    L.With.Source = LaunchSource::Launch;
    L.With.Where = Probes.place(Site->getZExtValue());
    const KnownBits Bytes = computeKnownBits(
        Call.getArgOperand(HostProbe::SharedBytes), Layout, nullptr, &Call);
    // A block has no more than that.
    constexpr unsigned Most = 18;
    L.With.DynamicSharedMultiple =
        uint64_t(1) << std::min(Bytes.countMinTrailingZeros(), Most);
    return L;
  }

  HostLaunch read() {
    HostLaunch L = start();
    LaunchRecord &With = L.With;
    if (const Constant *Kernel =
            Choices.constant(Call.getArgOperand(HostProbe::Kernel)))
      L.Kernel = Probes.kernelOf(Kernel);
    With.Shape = shape(HostProbe::Block, MaxBlockExtents);
    if (With.Shape.isKnown() && With.Shape.threads() > MaxBlockThreads)
      With.Shape = {};
    With.IsSquare =
        !With.Shape.X && Call.getArgOperand(HostProbe::Block) ==
                             Call.getArgOperand(HostProbe::Block + 1);
    With.Grid = shape(HostProbe::Grid, MaxGridExtents);
    if (auto Bytes = number(HostProbe::SharedBytes)) {
      With.DynamicSharedBytes = *Bytes;
      if (*Bytes)
        With.DynamicSharedMultiple = *Bytes;
    }
    if (L.Kernel && Call.arg_size() > HostProbe::FirstLeaf) {
      const std::vector<ArgumentLeaf> Leaves = argumentLeaves(*L.Kernel);
      for (const auto &[N, Leaf] : enumerate(Leaves))
        if (HostProbe::FirstLeaf + N < Call.arg_size())
          if (auto V = number(HostProbe::FirstLeaf + N))
            With.Arguments.push_back({Leaf.Parameter, Leaf.Path, int64_t(*V)});
      L.Grid = gridCountOf(Call, Leaves);
    }
    return L;
  }

  /// What is known without any.
  HostLaunch withoutChoices() {
    HostLaunch L = start();
    L.Kernel = Probes.kernelOf(Call.getArgOperand(HostProbe::Kernel));
    return L;
  }

  const HostProbes &Probes;
  const CallInst &Call;
  const DataLayout &Layout;
  HostChoices Choices;
};

} // namespace

HostLaunches
readHostLaunches(HostUnit &Unit,
                 function_ref<bool(const clang::FunctionDecl &)> IsClosed) {
  HostProbes Probes(Unit, IsClosed);
  std::vector<HostLaunch> All;
  for (const CallInst *Call : Probes.launches())
    LaunchReader(Probes, *Call).addTo(All);
  HostLaunches Found;
  std::map<std::tuple<const clang::FunctionDecl *, unsigned, unsigned>,
           std::vector<size_t>>
      Alike;
  auto Group = [&](const HostLaunch &L) -> auto & {
    return Alike[{L.Kernel, L.With.Where.Line, L.With.Where.Column}];
  };
  for (size_t N = 0; N != All.size(); ++N)
    Group(All[N]).push_back(N);
  for (size_t N = 0; N != All.size(); ++N) {
    const bool IsCovered = any_of(Group(All[N]), [&](size_t Other) {
      return Other != N && covers(All[Other], All[N]) &&
             (Other < N || !covers(All[N], All[Other]));
    });
    if (!IsCovered)
      Found.Launches.push_back(All[N]);
  }
  // A launch of some kernel may be of one that a table holds.
  Probes.forEachEscaped(
      any_of(All, [](const HostLaunch &L) { return !L.Kernel; }),
      [&](const clang::FunctionDecl &Kernel, bool LeavesFile) {
        Found.Escaped.push_back({&Kernel, LeavesFile});
      });
  return Found;
}

} // namespace warplint
