//===- AnalyzeFile.cpp - From a compile command to findings ---------------===//

#include "warplint/Checks/AnalyzeFile.h"
#include "Analysis/TemplateRequests.h"
#include "Expectations.h"
#include "Fix/ArraySurvey.h"
#include "Fix/FixProof.h"
#include "Fix/LayoutNotes.h"
#include "IncompleteFile.h"
#include "warplint/Checks/Check.h"
#include "warplint/Rewrite/SwizzleHeader.h"
#include "warplint/Support/PlainFiles.h"

using namespace llvm;

namespace warplint {

/// One parse: the records of all accesses, and what \p Use makes of them.
static FileReport
analyzeOnce(DeviceCommand Command, IntrusiveRefCntPtr<vfs::FileSystem> FS,
            const AnalysisOptions &Options,
            function_ref<void(FileFacts &, FileReport &)> Use) {
  addSwizzleHeader(Command, FS);
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  ParseOptions Parse = Options.Parse;
  Parse.Templates.Requests = [&](const clang::FunctionDecl &Pattern,
                                 bool IsInstantiated) {
    return requestsFor(Pattern, IsInstantiated, Options);
  };
  ParseOutcome Outcome =
      parseDevice(Command, std::move(FS), Parse, [&](DeviceUnit &Unit) {
        FileFacts Facts(Unit, Options, Report);
        Use(Facts, Report);
      });
  Report.ParsedThrough = std::move(Outcome.Through);
  Report.HadErrors = Outcome.HadErrors || !Outcome.Parsed;
  Report.ParseErrors = std::move(Outcome.Errors);
  Report.MissingHeaders = std::move(Outcome.MissingHeaders);
  Report.MissingAt = std::move(Outcome.MissingAt);
  Report.FoundHeaders = std::move(Outcome.Found);
  Report.Remedies = std::move(Outcome.Remedies);
  Report.IsReworded = Outcome.IsReworded;
  return Report;
}

FileReport analyzeFile(const DeviceCommand &Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> Files,
                       const AnalysisOptions &Options) {
  // An editor may save meanwhile.
  auto FS = steadyFiles(std::move(Files));
  RemedySurvey Survey;
  FileReport Report = analyzeOnce(
      Command, FS, Options, [&](FileFacts &Facts, FileReport &Into) {
        if (Options.SearchLayouts)
          Survey = surveyArrays(Facts, Options, Into, {});
        runChecks(Facts, Options, Into);
      });
  if (Options.Fix && !Report.HadErrors && !Report.IsReworded &&
      Report.ParsedThrough.empty())
    proveFixes(Survey, Report, *Options.Fix, FS,
               [&](IntrusiveRefCntPtr<vfs::FileSystem> Edited,
                   RemedySurvey &Again, const SurveyRequest &Surveyed) {
                 return analyzeOnce(Command, std::move(Edited), Options,
                                    [&](FileFacts &Facts, FileReport &Into) {
                                      Again = surveyArrays(Facts, Options, Into,
                                                           Surveyed);
                                    });
               });
  takeLayouts(Survey, Report);
  addRemedyNotes(Report);
  reportIncompleteFile(Report);
  checkExpectations(Report, FS);
  return Report;
}

} // namespace warplint
