//===- AnalyzeFile.cpp - From a compile command to findings ---------------===//

#include "warplint/Checks/AnalyzeFile.h"
#include "Analysis/KernelLaunches.h"
#include "Analysis/TemplateRequests.h"
#include "Expectations.h"
#include "Fix/ArraySurvey.h"
#include "Fix/FixProof.h"
#include "Fix/IssuedCode.h"
#include "IncompleteFile.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "Kernel/Source/SourceFiles.h"
#include "warplint/Checks/Check.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Cost/BlockCost.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Rewrite/SwizzleHeader.h"
#include "warplint/Support/PlainFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// Findings with one key stay in the order in which they come.
template <typename KeyOf>
static void sortBy(MutableArrayRef<Finding> Findings, KeyOf Key) {
  std::vector<std::pair<decltype(Key(Findings.front())), size_t>> Order;
  for (const auto &[I, F] : enumerate(Findings))
    Order.emplace_back(Key(F), I);
  llvm::sort(Order);
  std::vector<Finding> Sorted;
  for (const auto &[Unused, I] : Order)
    Sorted.push_back(std::move(Findings[I]));
  std::move(Sorted.begin(), Sorted.end(), Findings.begin());
}

/// Errors first, remarks last; what gains most first, where that is estimated.
static void sortByWeight(std::vector<Finding> &Findings) {
  sortBy(Findings, [](const Finding &F) {
    const bool IsError = F.Level == Severity::Error;
    return std::tuple(-static_cast<int>(F.Level),
                      IsError ? 0 : -F.EstimatedGain.value_or(0),
                      IsError ? 0 : ~F.EstimatedExcess);
  });
}

/// The checks of the analysis that are on.
static std::vector<std::unique_ptr<Check>>
wantedChecks(const AnalysisOptions &Options) {
  GlobList Wanted = enabledChecks(Options.Checks);
  std::vector<std::unique_ptr<Check>> Checks;
  for (const CheckRecord &Record : allChecks())
    if (Record.Make && Wanted.contains(Record.Id))
      Checks.push_back(
          Record.Make({Record, Options.CheckOptions, Options.ReportClean,
                       Options.ReportUnproven, Options.AssumedLevel}));
  return Checks;
}

/// Kernels of more instructions are not weighed: their loops are unrolled, and
/// LLVM's passes take seconds for each. Their findings stay warnings.
constexpr unsigned LargestWeighed = 8192;

/// Whether findings may be remarks since mending them gains nothing.
static bool weighs(const AnalysisOptions &Options) {
  return Options.NegligibleLevel == Severity::Remark;
}

/// Runs \p Checks. Their findings, and those that \p Report has already, come in
/// the order asked for.
static void runChecks(ArrayRef<std::unique_ptr<Check>> Checks, FileFacts &Facts,
                      const AnalysisOptions &Options, FileReport &Report) {
  size_t First = Report.Findings.size();
  for (const auto &Check : Checks) {
    FindingSink Sink(Check->id(), Facts, Report);
    Check->run(Facts, Sink);
  }
  auto IsToWeigh = [](const Finding &F) {
    return F.Level == Severity::Warning && !F.Metrics.empty();
  };
  if (Options.Cost || (weighs(Options) && any_of(Report.Findings, IsToWeigh))) {
    addCosts(Facts, Report.Architecture, Report);
    addGains(Report, Options.Cost);
    if (!Options.Cost)
      Report.Costs.clear();
  }
  sortBy(MutableArrayRef(Report.Findings).drop_front(First),
         [](const Finding &F) { return F.Where; });
  if (Options.Order == FindingOrder::Weight)
    sortByWeight(Report.Findings);
}

/// Headers that were read, but for those of the system and the toolkit.
static std::vector<std::string> headersOf(const clang::ASTContext &Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  std::vector<std::string> Compiled = compiledHeaders(Context);
  std::set<std::string> Headers(Compiled.begin(), Compiled.end());
  for (clang::FileID File : userFiles(SM))
    if (File != SM.getMainFileID())
      Headers.insert(sourceFileName(SM, File));
  return {Headers.begin(), Headers.end()};
}

/// One parse: the records of all accesses, and what \p Use makes of them.
static FileReport analyzeOnce(DeviceCommand Command,
                              IntrusiveRefCntPtr<vfs::FileSystem> FS,
                              const AnalysisOptions &Options,
                              const Needs &Wanted, bool AllFunctions,
                              function_ref<void(FileFacts &, FileReport &)> Use,
                              ArrayRef<EditedFile> Edited = {}) {
  addSwizzleHeader(Command, FS);
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  ParseOptions Parse = Options.Parse;
  Parse.Templates.Requests = [&](const clang::FunctionDecl &Pattern,
                                 bool IsInstantiated) {
    return requestsFor(Pattern, IsInstantiated, Options);
  };
  Parse.AllFunctions = AllFunctions;
  auto [Outcome, Unit] = parseDevice(Command, std::move(FS), Parse);
  if (Unit) {
    FileFacts Facts(*Unit, Options, Wanted, Report, Edited);
    Use(Facts, Report);
  }
  Report.ParsedThrough = std::move(Outcome.Through);
  Report.HadErrors = Outcome.HadErrors || !Outcome.Parsed;
  Report.ParseErrors = std::move(Outcome.Errors);
  Report.MissingHeaders = std::move(Outcome.MissingHeaders);
  Report.MissingAt = std::move(Outcome.MissingAt);
  Report.SwitchedOffBy = std::move(Outcome.SwitchedOffBy);
  Report.FoundHeaders = std::move(Outcome.Found);
  Report.Repairs = std::move(Outcome.Repairs);
  return Report;
}

/// \p FS with \p Edits made in files that \p Facts has read; null where they do
/// not go together.
static IntrusiveRefCntPtr<vfs::FileSystem>
withEdits(IntrusiveRefCntPtr<vfs::FileSystem> FS, const FileFacts &Facts,
          ArrayRef<FileEdits> Edits, std::vector<EditedFile> &Files) {
  for (const FileEdits &File : Edits) {
    std::optional<StringRef> Text = Facts.textOf(File.File);
    if (!Text)
      return nullptr;
    Expected<std::string> Edited = applyEdits(*Text, File.Edits);
    if (!Edited) {
      consumeError(Edited.takeError());
      return nullptr;
    }
    FS = withFile(FS, File.File, *Edited);
    Files.push_back({File.File, std::move(*Edited)});
  }
  return FS;
}

namespace {

/// Answers that stand as long as nothing but the user's files is edited: that of
/// the host side is kept for one analysis, in which each trial asks for it.
class AnswersOfAnalysis : public ProofStore {
public:
  explicit AnswersOfAnalysis(ProofStore *Proofs) : Proofs(Proofs) {}

  std::optional<StringRef> find(StringRef Question) override {
    if (!isOfHost(Question))
      return Proofs->find(Question);
    auto It = Hosts.find(Question);
    return It == Hosts.end() ? std::nullopt
                             : std::optional<StringRef>(It->second);
  }
  void keep(StringRef Question, std::string Answer) override {
    if (isOfHost(Question))
      Hosts[Question] = std::move(Answer);
    else
      Proofs->keep(Question, std::move(Answer));
  }

private:
  static bool isOfHost(StringRef Question) {
    return Question.starts_with(HostSideQuestion);
  }

  ProofStore *Proofs;
  StringMap<std::string> Hosts;
};

} // namespace

FileReport analyzeFile(const DeviceCommand &Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> Files,
                       const AnalysisOptions &Given) {
  AnalysisOptions Options = Given;
  AnswersOfAnalysis Answers(Given.Proofs);
  if (Given.Proofs)
    Options.Proofs = &Answers;
  // An editor may save meanwhile.
  auto FS = steadyFiles(std::move(Files));
  std::vector<std::unique_ptr<Check>> Checks = wantedChecks(Options);
  // Layouts and expectations are about shared memory, whatever checks are on.
  Needs Wanted;
  for (const auto &Check : Checks)
    Wanted |= Check->needs();
  Needs First = Wanted;
  if (Options.Cost || weighs(Options))
    First |= costNeeds();
  if (!Options.Cost)
    First.LargestWork = LargestWeighed;
  LayoutSurvey Survey;
  std::optional<MachineCode> Code, CodeAgain;
  std::vector<AccessRecord> AccessesAgain;
  // Kernels without shared memory are not looked at only to weigh others.
  FileReport Report = analyzeOnce(
      Command, FS, Options, First, Wanted.wantsOthers() || Options.Cost,
      [&](FileFacts &Facts, FileReport &Into) {
        Code = Facts.code();
        Into.Headers = headersOf(Facts.unit().ast());
        if (Options.SearchLayouts)
          Survey = surveyArrays(Facts, Options, Into, {});
        Facts.setReanalysis([&](ArrayRef<FileEdits> Edits,
                                function_ref<void(FileFacts &)> Use) {
          std::vector<EditedFile> Files;
          auto Edited = withEdits(FS, Facts, Edits, Files);
          if (!Edited)
            return false;
          AnalysisOptions ForTrial = Options;
          if (!Code)
            ForTrial.Compile = nullptr;
          bool Compiles = false;
          analyzeOnce(
              Command, std::move(Edited), ForTrial, Wanted,
              Wanted.wantsOthers(),
              [&](FileFacts &Tried, FileReport &) {
                Compiles = Tried.unit().ErrorPlaces.size() <=
                           Facts.unit().ErrorPlaces.size();
                if (Compiles)
                  Use(Tried);
              },
              Files);
          return Compiles;
        });
        runChecks(Checks, Facts, Options, Into);
      });
  AnalysisOptions ForProof = Options;
  if (!Code)
    ForProof.Compile = nullptr;
  if (Options.Fix && !Options.ProvesFix)
    preferLikelyFix(Survey);
  else if (Options.Fix)
    proveFixes(
        Survey, Report, *Options.Fix, FS,
        [&](IntrusiveRefCntPtr<vfs::FileSystem> Edited, LayoutSurvey &Again,
            const SurveyRequest &Surveyed) {
          std::vector<EditedFile> Files;
          auto Add = [&](const std::string &File) {
            if (auto Text = Edited->getBufferForFile(File); Code && Text)
              Files.push_back({File, (*Text)->getBuffer().str()});
          };
          Add(Survey.Files.front().File);
          llvm::for_each(Report.Headers, Add);
          FileReport ReportAgain = analyzeOnce(
              Command, std::move(Edited), ForProof, Needs(), false,
              [&](FileFacts &Facts, FileReport &Into) {
                CodeAgain = Facts.code();
                Again = surveyArrays(Facts, ForProof, Into, Surveyed);
              },
              Files);
          if (Code)
            AccessesAgain = ReportAgain.Accesses;
          return ReportAgain;
        },
        [&](const ArraySurvey &Before, const ArraySurvey &After) {
          if (!Code)
            return std::string();
          if (!CodeAgain)
            return messages::CompilerRejects(Report.Compiler);
          return codeObjection(Before, After, {Report.Accesses, *Code},
                               {AccessesAgain, *CodeAgain});
        });
  takeLayouts(Survey, Report);
  addRemedyNotes(Report, Options.ProvesFix ? Options.Fix : std::nullopt);
  for (Finding &F : Report.Findings)
    if (weighs(Options) && F.GainsNothing && F.Level == Severity::Warning)
      F.Level = Severity::Remark;
  // Some are remarks since.
  if (Options.Order == FindingOrder::Weight)
    sortByWeight(Report.Findings);
  reportIncompleteFile(Report);
  checkExpectations(Report, FS,
                    enabledChecks(Options.Checks).contains(ExpectationCheck));
  return Report;
}

} // namespace warplint
