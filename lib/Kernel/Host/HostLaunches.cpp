//===- HostLaunches.cpp - The launches of a file's host code --------------===//

#include "HostLaunches.h"
#include "HostChoices.h"
#include "HostProbes.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/KnownBits.h"
#include <map>
#include <tuple>

using namespace llvm;

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
    if (L.Kernel && Call.arg_size() > HostProbe::FirstLeaf)
      for (const auto &[N, Leaf] : enumerate(argumentLeaves(*L.Kernel)))
        if (HostProbe::FirstLeaf + N < Call.arg_size())
          if (auto V = number(HostProbe::FirstLeaf + N))
            With.Arguments.push_back({Leaf.Parameter, Leaf.Path, int64_t(*V)});
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
