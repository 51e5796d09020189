//===- OccupancyCheck.cpp - warplint-occupancy ----------------------------===//
//
// Finds kernels whose registers spill to local memory, or leave an SM room for few
// warps. Both depend on the compiler: without its machine code there are no findings.
//
//===----------------------------------------------------------------------===//

#include "BlockNeeds.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Occupancy.h"
#include "warplint/Support/Paths.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// A change of so much is small: the step in which registers are handed out, and a
/// twentieth of the shared memory.
constexpr unsigned FewRegisters = 8;
constexpr unsigned FewBytesPart = 20;

/// Lines with spills that are shown, those with most bytes first.
constexpr size_t ShownLines = 8;

/// Bytes of shared memory of a block; nothing where the launch does not tell.
std::optional<uint64_t> sharedBytes(const KernelModel &Kernel,
                                    const LaunchRecord &Launch) {
  const auto IsStatic = [&](const SourceVariable *Variable) {
    return any_of(Kernel.StaticArrays, [&](const StaticArray &Array) {
      return Array.Declaration == Variable;
    });
  };
  const bool HasOthers =
      any_of(Kernel.sharedAccesses(), [&](const KernelAccess &A) {
        return !all_of(A.Arrays, IsStatic);
      });
  if (!Launch.DynamicSharedBytes &&
      (HasOthers || Launch.Source == LaunchSource::Launch))
    return std::nullopt;
  return Kernel.sharedBytes(Launch.DynamicSharedBytes);
}

/// What the spills of one line store and load.
struct SpilledLine {
  SourcePlace Where;
  unsigned Stored = 0, Loaded = 0;
  bool IsInLoop = false;

  unsigned bytes() const { return Stored + Loaded; }
};

/// Where each request of the stack is one of a spill, which it is if they add up to
/// what the compiler says.
std::vector<SpilledLine> spilledLines(const KernelCode &Code,
                                      const SourcePlace &Kernel) {
  std::map<std::pair<std::string, unsigned>, SpilledLine> ByLine;
  SpilledLine Sum;
  for (const StackRequest &R : Code.Stack) {
    SpilledLine &Line = ByLine[{R.File, R.Line}];
    Line.Where.File =
        absolutePath(Kernel.File) == R.File ? Kernel.File : R.File;
    Line.Where.Line = R.Line;
    Line.Where.Column = 1;
    Line.IsInLoop |= R.IsInLoop;
    (R.IsStore ? Line.Stored : Line.Loaded) += R.Bytes;
    (R.IsStore ? Sum.Stored : Sum.Loaded) += R.Bytes;
  }
  std::vector<SpilledLine> Lines;
  if (Sum.Stored == Code.Spilled->Stored && Sum.Loaded == Code.Spilled->Loaded)
    append_range(Lines, make_second_range(ByLine));
  llvm::sort(Lines, [](const SpilledLine &A, const SpilledLine &B) {
    return std::tuple(B.bytes(), A.Where) < std::tuple(A.bytes(), B.Where);
  });
  return Lines;
}

class OccupancyCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override { return {.Code = true}; }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    if (!Facts.code())
      return;
    const Target On =
        lookupTarget(Sink.architecture()).value_or(measuredTarget());
    for (const JudgedKernel &K : Facts.kernels()) {
      const KernelCode *Code = Facts.code()->find(K.Kernel->MangledName);
      if (!Code || Code->Registers == 0 || !K.Kernel->Declaration)
        continue;
      BlockNeeds Least;
      const OccupancyRecord R = recordOf(K, *Code, sharedLimits(On), Least);
      if (R.SpillStores.value_or(0) + R.SpillLoads.value_or(0) > 0)
        Sink.add(spillsOf(R, *Code));
      if (R.OnSM && R.OnSM->idleWarps() > 0)
        Sink.add(idleWarpsOf(R, Least));
      Sink.addOccupancy(R);
    }
  }

private:
  /// \p Least: under the launch with the fewest warps.
  static OccupancyRecord recordOf(const JudgedKernel &K, const KernelCode &Code,
                                  const SharedLimits &Limits,
                                  BlockNeeds &Least);
  Finding onKernel(const OccupancyRecord &R, std::string Message) const;
  Finding spillsOf(const OccupancyRecord &R, const KernelCode &Code) const;
  static std::string spillToShared(const OccupancyRecord &R,
                                   const KernelCode &Code);
  Finding idleWarpsOf(const OccupancyRecord &R, const BlockNeeds &Own) const;
};

OccupancyRecord OccupancyCheck::recordOf(const JudgedKernel &K,
                                         const KernelCode &Code,
                                         const SharedLimits &Limits,
                                         BlockNeeds &Least) {
  OccupancyRecord R;
  R.Kernel = K.Names.Name;
  R.TemplateArguments = K.Names.Arguments;
  R.Where = K.Kernel->Declaration->Where;
  R.Launch = K.Launches.front()->Record;
  R.Registers = Code.Registers;
  if (Code.Spilled) {
    R.SpillStores = Code.Spilled->Stored;
    R.SpillLoads = Code.Spilled->Loaded;
  }
  for (const auto &Case : K.Launches) {
    const LaunchRecord &Launch = Case->Record;
    const auto Bytes = sharedBytes(*K.Kernel, Launch);
    if (!Launch.Shape.isKnown() || Launch.hasAssumedBlock() || !Bytes)
      continue;
    const BlockNeeds Own{Limits, unsigned(Launch.Shape.threads()),
                         Code.Registers, *Bytes};
    if (Own.blocks() == 0 || (R.OnSM && Own.warps() >= R.OnSM->Warps))
      continue;
    R.OnSM = OccupancyRecord::Residency{*Bytes, Own.blocks(), Own.warps(),
                                        Own.mostWarps(), Own.limitedBy()};
    R.Launch = Launch;
    Least = Own;
  }
  return R;
}

Finding OccupancyCheck::onKernel(const OccupancyRecord &R,
                                 std::string Message) const {
  Finding F;
  F.Where = R.Where;
  F.Level = Settings.Check.Level;
  F.Message = std::move(Message);
  F.Subject = FindingSubject{R.Kernel, "", R.Kernel + R.TemplateArguments, {}};
  return F;
}

Finding OccupancyCheck::spillsOf(const OccupancyRecord &R,
                                 const KernelCode &Code) const {
  Finding F =
      onKernel(R, messages::Spills(shortName(R.Kernel + R.TemplateArguments),
                                   counted(*R.SpillStores, "byte"),
                                   counted(*R.SpillLoads, "byte")));
  F.Metrics.push_back({"spill-bytes", uint64_t(*R.SpillStores) + *R.SpillLoads,
                       0, "bytes/thread"});
  const std::vector<SpilledLine> Lines = spilledLines(Code, R.Where);
  for (const SpilledLine &Line : ArrayRef(Lines).take_front(ShownLines))
    F.Notes.push_back(
        {Line.Where.Line ? Line.Where : SourcePlace(),
         messages::SpilledHere(counted(Line.Stored, "byte"),
                               counted(Line.Loaded, "byte"),
                               Line.IsInLoop ? ", in a loop" : ""),
         NoteKind::Figure});
  if (Lines.empty())
    F.Notes.push_back(
        {F.Where, messages::SpillLinesUnknown(), NoteKind::Figure});
  F.Notes.push_back(
      {F.Where,
       messages::SpillOtherwise(R.Registers) +
           (R.Registers < MaxRegisters ? messages::OrRaiseLimit() : ""),
       NoteKind::Figure});
  // Else arrays are among what the stack holds.
  if (const std::string Shared = spillToShared(R, Code);
      !Lines.empty() && !Shared.empty())
    F.Notes.push_back({F.Where, Shared, NoteKind::Figure});
  return F;
}

/// ptxas takes static shared memory for the stack, and refuses kernels that have
/// dynamic one, too.
std::string OccupancyCheck::spillToShared(const OccupancyRecord &R,
                                          const KernelCode &Code) {
  if (!R.OnSM || R.Launch.DynamicSharedBytes.value_or(0) != 0 ||
      R.OnSM->SharedBytes >= MaxStaticShared)
    return "";
  const uint64_t Bytes =
      std::min(uint64_t(Code.Spilled->Frame) * R.Launch.Shape.threads(),
               MaxStaticShared - R.OnSM->SharedBytes);
  return Bytes ? messages::SpillToShared(counted(Bytes, "byte")) : "";
}

StringRef phraseOf(OccupancyLimit Limit) {
  switch (Limit) {
  case OccupancyLimit::Registers:
    return "register use";
  case OccupancyLimit::SharedMemory:
    return "shared memory";
  case OccupancyLimit::Warps:
    return "the number of threads";
  case OccupancyLimit::Blocks:
    return "the number of blocks";
  }
  llvm_unreachable("unknown limit");
}

/// A warning where a small change would make room for another block.
Finding OccupancyCheck::idleWarpsOf(const OccupancyRecord &R,
                                    const BlockNeeds &Own) const {
  const OccupancyRecord::Residency &On = *R.OnSM;
  Finding F = onKernel(
      R, messages::Occupancy(counted(On.Blocks, "block"),
                             shortName(R.Kernel + R.TemplateArguments),
                             On.Warps, On.MostWarps, phraseOf(On.LimitedBy)));
  F.Level = Severity::Remark;
  F.Metrics.push_back({"idle-warps", On.idleWarps(), 0, "warps/SM"});
  const auto Say = [&](std::string Text) {
    F.Notes.push_back({F.Where, std::move(Text), NoteKind::Figure});
  };
  const auto BlocksWith = [&](unsigned Registers, uint64_t Bytes) {
    BlockNeeds Other = Own;
    Other.Registers = Registers;
    Other.SharedBytes = Bytes;
    return counted(Other.blocks(), "block");
  };
  Say(messages::BlockNeeds(R.Registers, counted(On.SharedBytes, "byte")));
  if (const unsigned Fewer = Own.registersForMore()) {
    Say(messages::FewerRegisters(Fewer, R.Registers - Fewer,
                                 BlocksWith(Fewer, On.SharedBytes)));
    if (R.Registers - Fewer <= FewRegisters)
      F.Level = Settings.Check.Level;
  }
  if (const unsigned Same = Own.registersForSame(); Same < MaxRegisters) {
    BlockNeeds More = Own;
    More.Registers = Same + 1;
    Say(More.blocks() == 0
            ? messages::NoMoreRegisters(Same)
            : messages::MoreRegisters(Same, counted(More.blocks(), "block")));
  }
  if (const auto Fewer = Own.bytesForMore()) {
    Say(messages::FewerBytes(counted(*Fewer, "byte"),
                             grouped(On.SharedBytes - *Fewer),
                             BlocksWith(R.Registers, *Fewer)));
    if ((On.SharedBytes - *Fewer) * FewBytesPart <= On.SharedBytes)
      F.Level = Settings.Check.Level;
  }
  F.Notes.push_back({R.Launch.Where,
                     launchText(R.Launch) + originText(R.Launch),
                     NoteKind::Figure});
  return F;
}

} // namespace

std::unique_ptr<Check> makeOccupancyCheck(const CheckSettings &Settings) {
  return std::make_unique<OccupancyCheck>(Settings);
}

} // namespace warplint
