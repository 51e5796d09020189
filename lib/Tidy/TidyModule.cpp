//===- TidyModule.cpp - warplint's checks in clang-tidy -------------------===//

#include "FindingEmitter.h"
#include "SharedAnalysis.h"
#include "TidyOptions.h"
#include "warplint/Checks/CheckTable.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>

using namespace clang;
using namespace clang::tidy;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;

namespace warplint {
namespace {

/// Those that clang-tidy has not itself.
std::vector<StringRef> ownChecks() {
  std::vector<StringRef> Ids;
  for (const CheckRecord &Check : allChecks())
    if (Check.From != CheckRecord::Origin::Filter)
      Ids.push_back(Check.Id);
  return Ids;
}

/// One row of the table of checks.
class TidyCheck : public ClangTidyCheck {
public:
  TidyCheck(StringRef Name, ClangTidyContext *Context,
            std::shared_ptr<SharedAnalysis> Analysis)
      : ClangTidyCheck(Name, Context), Name(Name), Context(*Context),
        Analysis(std::move(Analysis)) {
    Wanted = readTidyOptions(*Context, [&](Twine Message) {
      if (isSpeaker())
        Context->configurationDiag("%0") << Message.str();
    });
  }

  bool isLanguageVersionSupported(const LangOptions &Options) const override {
    return Options.CUDA;
  }

  void storeOptions(ClangTidyOptions::OptionMap &Into) override {
    storeTidyOptions(Name, Context, Into);
  }

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  /// Of our checks that are on, the one that tells what concerns them all.
  bool isSpeaker() const {
    for (StringRef Id : ownChecks())
      if (Context.isCheckEnabled(Id))
        return Id == Name;
    return false;
  }

  std::string Name;
  ClangTidyContext &Context;
  std::shared_ptr<SharedAnalysis> Analysis;
  TidyOptions Wanted;
};

class TidyModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    auto Analysis = std::make_shared<SharedAnalysis>();
    for (StringRef Id : ownChecks())
      Factories.registerCheckFactory(
          Id, [Analysis](StringRef Name, ClangTidyContext *Context) {
            return std::make_unique<TidyCheck>(Name, Context, Analysis);
          });
  }
};

} // namespace

void TidyCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  SourceManager &Sources = *Result.SourceManager;
  OptionalFileEntryRef Main =
      Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!Main)
    return;
  // Relative to the folder of the build command, where clang-tidy is now.
  SmallString<256> File(Main->getName());
  Sources.getFileManager().makeAbsolutePath(File);
  auto Told =
      Analysis->reportFor(File, Context.getCurrentBuildDirectory(), Wanted,
                          Context.getOptions().SystemHeaders.value_or(false));
  if (Told->Problem.empty())
    FindingEmitter(*this, Sources, *Analysis, Told->Report).emit(Name);
  else if (isSpeaker())
    diag(Sources.getLocForStartOfFile(Sources.getMainFileID()),
         "warplint can not analyse this file: %0", DiagnosticIDs::Error)
        << Told->Problem;
}

static ClangTidyModuleRegistry::Add<TidyModule>
    Registered("warplint-module", "Adds warplint's checks.");

} // namespace warplint
