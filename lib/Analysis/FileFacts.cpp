//===- FileFacts.cpp - What is known of a parsed file ---------------------===//

#include "warplint/Analysis/FileFacts.h"
#include "AccessJudge.h"
#include "CodeReadings.h"
#include "TemplateRequests.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Race/BlockTrace.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

/// What a file's assumed instances may cost, all together, beside those that
/// its sources have: the budget of these divided by that.
static constexpr uint64_t AssumedShare = 4;

/// The template arguments of \p Kernel are assumed.
static bool isAssumed(SourceView &View, const SourceFunction *Kernel) {
  auto Trial = trialOf(View, Kernel);
  return Trial && isAssumed(Trial->From);
}

/// Fills FileReport::SystemHeaders.
static void listSystemHeaders(SourceView &View, FileReport &Report) {
  std::vector<std::string> Seen;
  for (const AccessRecord &A : Report.Accesses) {
    if (is_contained(Seen, A.Where.File))
      continue;
    Seen.push_back(A.Where.File);
    if (auto File = View.file(A.Where.File); File && File->IsOfSystem)
      Report.SystemHeaders.push_back(A.Where.File);
  }
}

/// Fills Report.Analysed; what Report.Omitted has is not among them.
static void reportAnalysed(SourceView &View, FileReport &Report) {
  std::set<SourcePlace> LeftOut;
  for (const auto &Function : Report.Omitted)
    LeftOut.insert(Function.Where);
  std::map<SourcePlace, AnalysedFunction> Found;
  for (const SourceFunction *F : View.Reached) {
    const SourceFunction &Pattern = *F->Pattern;
    if (LeftOut.contains(Pattern.Where))
      continue;
    auto [It, New] = Found.try_emplace(Pattern.Extent, AnalysedFunction());
    AnalysedFunction &Entry = It->second;
    if (New) {
      Entry.Where = It->first;
      Entry.Name = View.fullName(Pattern);
      Entry.IsKernel = Pattern.IsKernel;
      Entry.IsAssumed = true;
    }
    ++Entry.Instances;
    Entry.IsAssumed &= isAssumed(View, F);
  }
  for (auto &[Where, Entry] : Found)
    Report.Analysed.push_back(std::move(Entry));
}

/// Takes out of \p Report the accesses that \p IsElsewhere is so of.
static void
eraseAccesses(FileReport &Report, MutableArrayRef<JudgedKernel> Kernels,
              function_ref<bool(const AccessRecord &)> IsElsewhere) {
  std::vector<std::optional<size_t>> NewNumbers;
  size_t Kept = 0;
  for (const AccessRecord &A : Report.Accesses)
    NewNumbers.push_back(IsElsewhere(A) ? std::nullopt : std::optional(Kept++));
  for (JudgedKernel &K : Kernels)
    for (std::optional<size_t> &Record : K.Records)
      Record = NewNumbers[*Record];
  erase_if(Report.Accesses, IsElsewhere);
}

/// Where \p View is about a fragment: takes out of \p Report what concerns the
/// files around it alone.
static void keepFragment(const SourceView &View, FileReport &Report,
                         MutableArrayRef<JudgedKernel> Kernels) {
  if (View.Fragment.empty())
    return;
  auto IsOwn = [&](const SourcePlace &Where) {
    return Where.File == View.Fragment;
  };
  std::set<std::string> OwnKernels;
  for (const AnalysedFunction &F : Report.Analysed)
    if (F.IsKernel && IsOwn(F.Where))
      OwnKernels.insert(F.Name);
  auto IsElsewhere = [&](const auto &Record) {
    return !IsOwn(Record.Where) && !OwnKernels.contains(Record.Kernel) &&
           none_of(Record.CallChain,
                   [&](const FindingNote &Call) { return IsOwn(Call.Where); });
  };
  auto StandsElsewhere = [&](const auto &Record) {
    return !IsOwn(Record.Where);
  };
  eraseAccesses(Report, Kernels, IsElsewhere);
  erase_if(Report.Uses, IsElsewhere);
  erase_if(Report.Omitted, StandsElsewhere);
  erase_if(Report.Analysed, StandsElsewhere);
  erase_if(Report.Templates, StandsElsewhere);
  erase_if(Report.Findings, StandsElsewhere);
}

/// Has a compiler say what it issues, where there is something to ask.
void FileFacts::readCode(const AnalysisOptions &Options,
                         ArrayRef<EditedFile> Edited, FileReport &Report) {
  bool IsAsked = Options.Compile && !Options.AsWritten &&
                 any_of(Model.Kernels, [&](const KernelModel &Kernel) {
                   return Wanted.Code || !Kernel.sharedAccesses().empty();
                 });
  if (!IsAsked)
    return;
  Expected<MachineCode> Made = Options.Compile(Edited);
  if (!Made) {
    Report.CompilerProblem = toString(Made.takeError());
    return;
  }
  Code = std::move(*Made);
  Report.Compiler = Code->Compiler;
  for (KernelModel &Kernel : Model.Kernels)
    readIssueOff(*Code, Kernel);
}

FileFacts::FileFacts(SourceView &View, const AnalysisOptions &Options,
                     const Needs &Wanted, FileReport &Report,
                     ArrayRef<EditedFile> Edited)
    : View(View), Wanted(Wanted), Report(Report),
      Model(buildDeviceModel(View, Wanted,
                             Options.SystemHeaders ? ToolkitKernels::Read
                                                   : ToolkitKernels::LeftOut)),
      Prover(Options),
      Judge(std::make_unique<AccessJudge>(View, Options, Prover, Report)) {
  readCode(Options, Edited, Report);
  Report.Omitted = View.Omitted;
  append_range(Report.Omitted, Model.Omitted);
  // What the sources have comes first, whatever is assumed beside it.
  for (bool Assumed : {false, true}) {
    if (Assumed)
      Prover.renewBudget(AssumedShare);
    for (const KernelModel &Kernel : Model.Kernels)
      if (isAssumed(View, Kernel.Declaration) == Assumed)
        if (std::optional<JudgedKernel> Judged = Judge->judge(Kernel))
          Kernels.push_back(std::move(*Judged));
  }
  Report.Findings = Judge->takeErrors();
  reportTemplates(View, Report, Report.Findings);
  listSystemHeaders(View, Report);
  reportAnalysed(View, Report);
  keepFragment(View, Report, Kernels);
  for (const AccessRecord &A : Report.Accesses)
    Report.noteUndefined(A);
}

FileFacts::~FileFacts() = default;

std::vector<AskedRecord> FileFacts::recordsOf(const JudgedKernel &Kernel,
                                              ArrayRef<KernelAccess> Asked) {
  return Judge->recordsOf(Kernel, Asked);
}

AccessRecord FileFacts::recordAt(const JudgedKernel &Kernel,
                                 const KernelPlace &At) {
  KernelAccess Like;
  static_cast<KernelPlace &>(Like) = At;
  Like.Obstacle = messages::NoLaneAccesses();
  std::vector<AskedRecord> Asked = recordsOf(Kernel, Like);
  return Asked.empty() ? AccessRecord() : std::move(Asked.front().Record);
}

const BlockHazards &FileFacts::hazards(const JudgedKernel &Kernel,
                                       LaunchCase &Case) {
  std::unique_ptr<BlockHazards> &Known = Hazards[&Case];
  if (Known)
    return *Known;
  const auto [MayGridBeSmall, GridIs] = Judge->gridOf(*Kernel.Kernel, Case);
  Known = std::make_unique<BlockHazards>(findHazards(
      *Kernel.Kernel, Case.Known,
      Case.Record.hasAssumedBlock() ? LaunchShape() : Case.Record.Shape,
      {.Races = Wanted.Races,
       .IdleBarriers = Wanted.IdleBarriers,
       .MayGridBeSmall = MayGridBeSmall,
       .GridIs = GridIs}));
  return *Known;
}

const JudgedKernel *FileFacts::sameKernel(const JudgedKernel &Other) const {
  for (const JudgedKernel &K : Kernels)
    if (K.Names.Name == Other.Names.Name &&
        K.Names.Arguments == Other.Names.Arguments)
      return &K;
  return nullptr;
}

} // namespace warplint
