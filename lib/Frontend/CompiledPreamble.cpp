//===- CompiledPreamble.cpp - Makes and uses a preamble -------------------===//

#include "CompiledPreamble.h"
#include "EmbeddedHeaders.h"
#include "Prelude.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;

namespace warplint {

static constexpr StringRef CompiledFile = "/__warplint__/preamble.pch";
static constexpr StringRef MainFile = "/__warplint__/preamble.h";

bool isBodyOfNoInterest(const Decl *D) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(D);
  if (!F || F->getDescribedFunctionTemplate() || F->hasAttr<CUDADeviceAttr>() ||
      F->hasAttr<CUDAGlobalAttr>())
    return false;
  if (!F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation()))
    return false;
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *In = F->getDeclContext(); In; In = In->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(In))
      Outermost = N;
  return Outermost &&
         (Outermost->isStdNamespace() || Outermost->getName() == "__gnu_cxx");
}

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

namespace {

/// Which headers are asked for, found or not.
class AskedNames : public PPCallbacks {
public:
  explicit AskedNames(llvm::StringSet<> &Names) : Names(Names) {}
  void InclusionDirective(SourceLocation, const Token &, StringRef FileName,
                          bool, CharSourceRange, OptionalFileEntryRef,
                          StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    Names.insert(FileName);
  }
  void HasInclude(SourceLocation, StringRef FileName, bool,
                  OptionalFileEntryRef, SrcMgr::CharacteristicKind) override {
    Names.insert(FileName);
  }

private:
  llvm::StringSet<> &Names;
};

class PreambleConsumer : public PCHGenerator {
public:
  using PCHGenerator::PCHGenerator;
  bool shouldSkipFunctionBody(Decl *D) override {
    return isBodyOfNoInterest(D);
  }
};

class PreambleAction : public ASTFrontendAction {
public:
  std::shared_ptr<PCHBuffer> Buffer = std::make_shared<PCHBuffer>();
  llvm::StringSet<> Names;

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    CI.getPreprocessor().addPPCallbacks(std::make_unique<AskedNames>(Names));
    // Who uses it has compared the texts: times of files mean nothing.
    return std::make_unique<PreambleConsumer>(
        CI.getPreprocessor(), CI.getModuleCache(), CompiledFile, "", Buffer,
        CI.getCodeGenOpts(), ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
        /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }
};

bool isUsersFolder(const HeaderSearchOptions::Entry &E) {
  return E.Group == frontend::Quoted || E.Group == frontend::Angled;
}

/// How the headers are parsed that \p Of begins with.
std::shared_ptr<CompilerInvocation>
preambleInvocation(const CompilerInvocation &Of,
                   const std::vector<std::string> &Headers) {
  auto Result = std::make_shared<CompilerInvocation>(Of);
  llvm::erase_if(Result->getHeaderSearchOpts().UserEntries, isUsersFolder);
  Result->getPreprocessorOpts().Includes = Headers;
  // What is named after the file or the folder at work.
  CodeGenOptions &CodeGen = Result->getCodeGenOpts();
  CodeGen.MainFileName.clear();
  CodeGen.DebugCompilationDir.clear();
  CodeGen.CoverageCompilationDir.clear();
  Result->getLangOpts().CUID.clear();
  FrontendOptions &Frontend = Result->getFrontendOpts();
  InputKind Kind = Frontend.Inputs.front().getKind();
  Frontend.Inputs.assign({FrontendInputFile(MainFile, Kind)});
  Frontend.ProgramAction = frontend::GeneratePCH;
  Frontend.OutputFile.clear();
  return Result;
}

std::optional<Preamble>
makePreamble(std::shared_ptr<CompilerInvocation> Invocation,
             llvm::IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  CompilerInstance CI(std::move(Invocation));
  CI.setVirtualFileSystem(std::move(FS));
  CI.setVerboseOutputStream(llvm::nulls());
  CI.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  PreambleAction Action;
  if (!CI.ExecuteAction(Action) || !Action.Buffer->IsComplete)
    return std::nullopt;
  Preamble Result;
  Result.Compiled = llvm::MemoryBuffer::getMemBufferCopy(
      StringRef(Action.Buffer->Data.data(), Action.Buffer->Data.size()),
      CompiledFile);
  for (const auto &Name : Action.Names)
    if (path::is_relative(Name.getKey())) // Else no folder is searched.
      Result.Asked.push_back(Name.getKey().str());
  llvm::sort(Result.Asked);
  return Result;
}

//===----------------------------------------------------------------------===//
// Using one
//===----------------------------------------------------------------------===//

/// All that the preamble depends on but for the texts of files.
std::string keyOf(const CompilerInvocation &Invocation, vfs::FileSystem &FS,
                  StringRef Added) {
  std::string Key = getClangFullRepositoryVersion() + "\n" +
                    llvm::join(Invocation.getCC1CommandLine(), "\n") + "\n" +
                    Added.str();
  for (const auto &E : Invocation.getHeaderSearchOpts().UserEntries)
    if (path::is_relative(E.Path))
      if (auto Folder = FS.getCurrentWorkingDirectory()) {
        Key += "\n" + *Folder;
        break;
      }
  return Key;
}

/// Whether a file's own folders have a header that the preamble asked for, and
/// would have found there first.
bool isShadowed(const Preamble &P, const HeaderSearchOptions &Search,
                vfs::FileSystem &FS) {
  llvm::SmallVector<StringRef> Theirs;
  for (const auto &E : Search.UserEntries)
    if (!isUsersFolder(E))
      Theirs.push_back(E.Path);
  // Most folders lack even the first part of each name.
  llvm::StringSet<> Firsts;
  for (StringRef Name : P.Asked)
    Firsts.insert(*path::begin(Name));
  for (const auto &E : Search.UserEntries) {
    // Clang takes a folder that is named twice for the system's.
    if (!isUsersFolder(E) || llvm::is_contained(Theirs, E.Path) ||
        !FS.exists(E.Path))
      continue;
    llvm::StringSet<> Present;
    for (const auto &First : Firsts)
      if (FS.exists(E.Path + "/" + First.getKey()))
        Present.insert(First.getKey());
    for (StringRef Name : P.Asked)
      if (Present.contains(*path::begin(Name)) &&
          FS.exists(E.Path + "/" + Name))
        return true;
  }
  return false;
}

} // namespace

bool usePreamble(CompilerInvocation &Invocation, const Prelude &Added,
                 vfs::FileSystem &FS, PreambleStore &Store) {
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  if (!Added.Leading || !Options.ImplicitPCHInclude.empty())
    return false;
  auto Rest = Options.Includes.begin() + Added.Leading;
  std::shared_ptr<CompilerInvocation> Making = preambleInvocation(
      Invocation, std::vector<std::string>(Options.Includes.begin(), Rest));
  Added.Files->addFile(MainFile, 0, llvm::MemoryBuffer::getMemBuffer(""));
  const Preamble *Found = Store.find(
      keyOf(*Making, FS, Added.Text),
      [&](llvm::IntrusiveRefCntPtr<vfs::FileSystem> Below) {
        return makePreamble(Making, Added.over(withEmbeddedHeaders(Below)));
      });
  if (!Found || isShadowed(*Found, Invocation.getHeaderSearchOpts(), FS))
    return false;
  Added.Files->addFile(
      CompiledFile, 0,
      llvm::MemoryBuffer::getMemBuffer(Found->Compiled->getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false));
  Options.Includes.erase(Options.Includes.begin(), Rest);
  Options.ImplicitPCHInclude = CompiledFile.str();
  Store.use();
  return true;
}

} // namespace warplint
