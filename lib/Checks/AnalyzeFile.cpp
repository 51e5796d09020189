//===- AnalyzeFile.cpp - From a compile command to findings ---------------===//

#include "warplint/Checks/AnalyzeFile.h"
#include "Annotation/AnnotationComments.h"
#include "EmbeddedFiles.h"
#include "Expectations.h"
#include "Fix/ArraySurvey.h"
#include "Fix/FixProof.h"
#include "Fix/IssuedCode.h"
#include "Frontend/Text/SourceFiles.h"
#include "IncompleteFile.h"
#include "Kernel/Launch/FileLaunches.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "warplint/Checks/Check.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Cost/BlockCost.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/MachineCode/Fatbin.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Python/PythonSource.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Support/PlainFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
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

/// Kernels of more instructions, and instances beyond that sum, are not weighed:
/// their loops are unrolled, and LLVM's passes take seconds for each. Findings in
/// kernels of which no instance is weighed stay warnings.
constexpr unsigned LargestWeighed = 8192;

/// Whether findings may be remarks since fixing them gains nothing.
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

/// For TemplateOptions::Requests: what --instantiate, the annotations above \p
/// Pattern and, where \p IsInstantiated is false, other files ask for.
static TemplateRequests requestsFor(const clang::FunctionDecl &Pattern,
                                    bool IsInstantiated,
                                    const AnalysisOptions &Options) {
  TemplateRequests Requests;
  if (!Options.Instances.empty()) {
    std::string Name = Pattern.getQualifiedNameAsString();
    for (const InstantiateOption &Option : Options.Instances)
      if (Option.Template == Name)
        Requests.Lists.push_back(
            {Option.Arguments, ArgumentSource::Option, {}});
  }
  AnnotationComments Comments(Pattern.getASTContext());
  if (const Annotation *Annotated = Comments.of(Pattern))
    for (const AnnotatedInstance &Instance : Annotated->Instances)
      Requests.Lists.push_back(
          {Instance.Arguments, ArgumentSource::Annotation, Instance.Where});
  if (Requests.Lists.empty() && !IsInstantiated && Options.Elsewhere)
    Requests = Options.Elsewhere->instancesOf(Pattern);
  return Requests;
}

namespace {

/// One file, analyzed as it is, and again with edits that are tried.
class FileAnalysis {
public:
  FileAnalysis(const DeviceCommand &Command,
               IntrusiveRefCntPtr<vfs::FileSystem> Files,
               const AnalysisOptions &Options)
      : Command(Command), FS(std::move(Files)), Options(Options),
        Checks(wantedChecks(Options)) {
    // Layouts and expectations are about shared memory, whatever checks are on.
    for (const auto &Check : Checks)
      Wanted |= Check->needs();
  }

  FileReport run();

private:
  using FactsUse = function_ref<void(FileFacts &, FileReport &)>;

  FileReport parse(const AnalysisOptions &With, const Needs &Asked,
                   bool AllFunctions, FactsUse Use,
                   ArrayRef<ParsedText> Edited = {},
                   ArrayRef<ParsedText> ForCompiler = {}) const;
  void readModule(const AnalysisOptions &With, const Needs &Asked, FactsUse Use,
                  FileReport &Report) const;
  FileReport tryEdits(ArrayRef<ParsedText> Edited, const Needs &Asked,
                      FactsUse Use) const;
  void runFirst(FileFacts &Facts, FileReport &Into);
  bool analyzeEdited(const FileFacts &Facts, ArrayRef<FileEdits> Edits,
                     function_ref<void(FileFacts &)> Use) const;
  void proveLayouts(FileReport &Report);

  const DeviceCommand &Command;
  const IntrusiveRefCntPtr<vfs::FileSystem> FS;
  const AnalysisOptions &Options;
  const std::vector<std::unique_ptr<Check>> Checks;
  Needs Wanted;
  // Of the first analysis.
  LayoutSurvey Survey;
  std::optional<MachineCode> Code;
  std::vector<std::string> Headers;
};

} // namespace

/// The same of a module of PTX, which nothing is edited in.
void FileAnalysis::readModule(const AnalysisOptions &With, const Needs &Asked,
                              FactsUse Use, FileReport &Report) const {
  auto Text = FS->getBufferForFile(Command.File);
  PtxSource Source;
  if (Text)
    Source = readPtx(Command.File, (*Text)->getBuffer());
  if (Source.View) {
    FileFacts Facts(*Source.View, With, Asked, Report);
    Use(Facts, Report);
  }
  Report.ParseErrors = std::move(Source.Errors);
  Report.HadErrors = !Source.View;
}

/// One parse with the texts \p Edited: the records of all accesses, and what \p
/// Use makes of them.
FileReport FileAnalysis::parse(const AnalysisOptions &With, const Needs &Asked,
                               bool AllFunctions, FactsUse Use,
                               ArrayRef<ParsedText> Edited,
                               ArrayRef<ParsedText> ForCompiler) const {
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  ParseOptions Parse = With.Parse;
  Parse.Templates.Requests = [&](const clang::FunctionDecl &Pattern,
                                 bool IsInstantiated) {
    return requestsFor(Pattern, IsInstantiated, With);
  };
  Parse.AllFunctions = AllFunctions;
  if (isPtxFile(Command.File)) {
    readModule(With, Asked, Use, Report);
    return Report;
  }
  auto Files = FS;
  for (const ParsedText &File : Edited)
    Files = withFile(Files, File.File, File.Text);
  auto [Outcome, Unit] = parseDevice(Command, std::move(Files), Parse);
  if (Unit) {
    const auto View = ClangView::of(*Unit);
    FileFacts Facts(*View, With, Asked, Report, ForCompiler);
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

/// The same with machine code as far as the file itself has some. The compiler
/// gets all files of the user's: a header beside one that is edited finds that
/// one, too.
FileReport FileAnalysis::tryEdits(ArrayRef<ParsedText> Edited,
                                  const Needs &Asked, FactsUse Use) const {
  AnalysisOptions ForTrial = Options;
  std::vector<ParsedText> All(Edited);
  auto Add = [&](const std::string &File) {
    if (auto Text = FS->getBufferForFile(File);
        Text && none_of(Edited, [&](const auto &E) { return E.File == File; }))
      All.push_back({File, (*Text)->getBuffer().str()});
  };
  if (Code) {
    Add(Command.File);
    llvm::for_each(Headers, Add);
  } else {
    ForTrial.Compile = nullptr;
  }
  return parse(ForTrial, Asked, Asked.wantsOthers(), Use, Edited, All);
}

/// False where the edits do not go together, or the file does not compile as
/// well as before.
bool FileAnalysis::analyzeEdited(const FileFacts &Facts,
                                 ArrayRef<FileEdits> Edits,
                                 function_ref<void(FileFacts &)> Use) const {
  auto Edited = editedTexts(
      Edits, [&](StringRef File) { return Facts.clang()->fileText(File); });
  if (!Edited) {
    consumeError(Edited.takeError());
    return false;
  }
  bool Compiles = false;
  tryEdits(*Edited, Wanted, [&](FileFacts &Tried, FileReport &) {
    Compiles = Tried.clang()->unit().ErrorPlaces.size() <=
               Facts.clang()->unit().ErrorPlaces.size();
    if (Compiles)
      Use(Tried);
  });
  return Compiles;
}

void FileAnalysis::runFirst(FileFacts &Facts, FileReport &Into) {
  Code = Facts.code();
  if (Facts.clang())
    Into.Headers = Headers = headersOf(Facts.clang()->ast());
  if (Options.SearchLayouts)
    Survey = surveyArrays(Facts, Options, Into, {});
  if (Facts.clang())
    Facts.setReanalysis(
        [&](ArrayRef<FileEdits> Edits, function_ref<void(FileFacts &)> Use) {
          return analyzeEdited(Facts, Edits, Use);
        });
  runChecks(Checks, Facts, Options, Into);
}

void FileAnalysis::proveLayouts(FileReport &Report) {
  std::optional<MachineCode> CodeAgain;
  std::vector<AccessRecord> AccessesAgain;
  proveFixes(
      Survey, Report, *Options.Fix,
      [&](ArrayRef<ParsedText> Edited, LayoutSurvey &Again,
          const SurveyRequest &Surveyed) {
        FileReport Found =
            tryEdits(Edited, Needs(), [&](FileFacts &Facts, FileReport &Into) {
              CodeAgain = Facts.code();
              Again = surveyArrays(Facts, Options, Into, Surveyed);
            });
        if (Code)
          AccessesAgain = Found.Accesses;
        return Found;
      },
      [&](const ArraySurvey &Before, const ArraySurvey &After) {
        if (!Code)
          return std::string();
        if (!CodeAgain)
          return messages::CompilerRejects(Report.Compiler);
        return codeObjection(Before, After, {Report.Accesses, *Code},
                             {AccessesAgain, *CodeAgain});
      });
}

FileReport FileAnalysis::run() {
  Needs First = Wanted;
  if (Options.Cost || weighs(Options))
    First |= costNeeds();
  if (!Options.Cost)
    First.LargestWork = LargestWeighed;
  // Kernels without shared memory are not looked at only to weigh others.
  FileReport Report =
      parse(Options, First, Wanted.wantsOthers() || Options.Cost,
            [&](FileFacts &Facts, FileReport &Into) { runFirst(Facts, Into); });
  if (Options.Fix && !Options.ProvesFix)
    preferLikelyFix(Survey);
  else if (Options.Fix)
    proveLayouts(Report);
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

static FileReport analyzeText(const DeviceCommand &Command,
                              IntrusiveRefCntPtr<vfs::FileSystem> Files,
                              const AnalysisOptions &Given) {
  AnalysisOptions Options = Given;
  HostAnswers Hosts;
  Options.Hosts = &Hosts;
  if (isPtxFile(Command.File)) {
    Options.Compile = nullptr;
    Options.Fix.reset();
    readTritonFacts(Command.File, *Files, Options);
  }
  return FileAnalysis(Command, std::move(Files), Options).run();
}

FileReport analyzeFile(const DeviceCommand &Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> Files,
                       const AnalysisOptions &Options) {
  // An editor may save meanwhile.
  Files = steadyFiles(std::move(Files));
  if (isPythonFile(Command.File))
    return analyzePython(Command, Files, Options, analyzeText);
  if (isPtxContainer(Command.File))
    return analyzeBinary(Command, Files, Options, analyzeText);
  return analyzeText(Command, std::move(Files), Options);
}

} // namespace warplint
