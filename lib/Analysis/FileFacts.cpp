//===- FileFacts.cpp - What is known of a parsed file ---------------------===//

#include "warplint/Analysis/FileFacts.h"
#include "AccessJudge.h"
#include "CodeReadings.h"
#include "TemplateRequests.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

/// What a file's assumed instances may cost, all together, beside those that
/// its sources have: the budget of these divided by that.
static constexpr uint64_t AssumedShare = 4;

/// The arguments of \p Kernel are nobody's.
static bool isAssumed(const DeviceUnit &Unit,
                      const clang::FunctionDecl *Kernel) {
  auto Trial = trialOf(Unit.Templates, Kernel);
  return Trial && isAssumed(Trial->From);
}

/// Fills FileReport::SystemHeaders.
static void listSystemHeaders(clang::SourceManager &SM, FileReport &Report) {
  std::vector<std::string> Seen;
  for (const AccessRecord &A : Report.Accesses) {
    if (is_contained(Seen, A.Where.File))
      continue;
    Seen.push_back(A.Where.File);
    auto Entry = SM.getFileManager().getOptionalFileRef(A.Where.File);
    clang::FileID ID = Entry ? SM.translateFile(*Entry) : clang::FileID();
    if (ID.isValid() && SM.isInSystemHeader(SM.getLocForStartOfFile(ID)))
      Report.SystemHeaders.push_back(A.Where.File);
  }
}

/// From the function's name to the end of its body.
static SourcePlace extentOf(const clang::ASTContext &Context,
                            const clang::FunctionDecl &F) {
  return toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 clang::SourceRange(F.getLocation(), F.getEndLoc()));
}

/// Fills Report.Analysed; what Report.Omitted has is not among them.
static void reportAnalysed(DeviceUnit &Unit, FileReport &Report) {
  clang::ASTContext &Context = Unit.ast();
  std::set<SourcePlace> LeftOut;
  for (const auto &Function : Report.Omitted)
    LeftOut.insert(Function.Where);
  std::map<SourcePlace, AnalysedFunction> Found;
  for (const clang::FunctionDecl *F : Unit.reached()) {
    const clang::FunctionDecl &Pattern = patternOf(*F);
    if (LeftOut.contains(
            placeOf(Context.getSourceManager(), Pattern.getLocation())))
      continue;
    auto [It, New] =
        Found.try_emplace(extentOf(Context, Pattern), AnalysedFunction());
    AnalysedFunction &Entry = It->second;
    if (New) {
      Entry.Where = It->first;
      Entry.Name = Pattern.getQualifiedNameAsString();
      Entry.IsKernel = Pattern.hasAttr<clang::CUDAGlobalAttr>();
      Entry.IsAssumed = true;
    }
    ++Entry.Instances;
    Entry.IsAssumed &= isAssumed(Unit, F);
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

/// Where \p Unit is about a fragment: takes out of \p Report what concerns the
/// files around it alone.
static void keepFragment(DeviceUnit &Unit, FileReport &Report,
                         MutableArrayRef<JudgedKernel> Kernels) {
  if (Unit.Fragment.empty())
    return;
  auto IsOwn = [&](const SourcePlace &Where) {
    return Where.File == Unit.Fragment;
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
                 any_of(Model.Kernels, [](const KernelModel &Kernel) {
                   return !Kernel.sharedAccesses().empty();
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

FileFacts::FileFacts(DeviceUnit &Unit, const AnalysisOptions &Options,
                     const Needs &Wanted, FileReport &Report,
                     ArrayRef<EditedFile> Edited)
    : Unit(Unit), Report(Report), Index(Unit.ast()),
      Model(buildDeviceModel(Unit, Index, Wanted,
                             Options.SystemHeaders ? ToolkitKernels::Read
                                                   : ToolkitKernels::LeftOut)),
      Prover(Options), Judge(std::make_unique<AccessJudge>(Unit, Index, Options,
                                                           Prover, Report)) {
  readCode(Options, Edited, Report);
  Report.Omitted = Unit.omitted();
  append_range(Report.Omitted, Model.Omitted);
  // What the sources have comes first, whatever is assumed beside it.
  for (bool Assumed : {false, true}) {
    if (Assumed)
      Prover.renewBudget(AssumedShare);
    for (const KernelModel &Kernel : Model.Kernels)
      if (isAssumed(Unit, Kernel.Declaration) == Assumed)
        if (std::optional<JudgedKernel> Judged = Judge->judge(Kernel))
          Kernels.push_back(std::move(*Judged));
  }
  Report.Findings = Judge->takeErrors();
  reportTemplates(Unit, Report, Report.Findings);
  listSystemHeaders(Unit.ast().getSourceManager(), Report);
  reportAnalysed(Unit, Report);
  keepFragment(Unit, Report, Kernels);
  for (const AccessRecord &A : Report.Accesses)
    Report.noteUndefined(A);
}

FileFacts::~FileFacts() = default;

std::vector<AskedRecord> FileFacts::recordsOf(const JudgedKernel &Kernel,
                                              ArrayRef<KernelAccess> Asked) {
  return Judge->recordsOf(Kernel, Asked);
}

const JudgedKernel *FileFacts::sameKernel(const JudgedKernel &Other) const {
  for (const JudgedKernel &K : Kernels)
    if (K.Names.Name == Other.Names.Name &&
        K.Names.Arguments == Other.Names.Arguments)
      return &K;
  return nullptr;
}

std::optional<StringRef> FileFacts::textOf(StringRef File) const {
  clang::SourceManager &SM = Unit.ast().getSourceManager();
  clang::OptionalFileEntryRef Entry =
      SM.getFileManager().getOptionalFileRef(File);
  if (!Entry || SM.translateFile(*Entry).isInvalid())
    return std::nullopt;
  return SM.getBufferDataOrNone(SM.translateFile(*Entry));
}

} // namespace warplint
