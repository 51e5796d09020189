//===- CompiledPreamble.cpp - Makes and uses a preamble -------------------===//

#include "CompiledPreamble.h"
#include "Frontend/Headers/EmbeddedHeaders.h"
#include "Frontend/Headers/MacroDefinitions.h"
#include "Frontend/Headers/NvccMacros.h"
#include "Frontend/Nvcc/LongDoubles.h"
#include "Frontend/Recovery/SharedObjects.h"
#include "ReadOnlyCompiler.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/Words.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;

namespace warplint {

static constexpr StringRef Folder = "/__warplint__/";
static constexpr StringRef MainFile = "/__warplint__/preamble.h";

/// Headers that are no headers of the system are large, and what follows them
/// differs: so many are compiled with what stands before them, for all files
/// that begin so, the rest together.
static constexpr size_t MaximumLinks = 3;

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

namespace {

/// Some are meant to be included again, and are not guarded as a whole: C's
/// assert.h, Clang's own headers that give one name at a time, and what
/// libstdc++ puts before the C library's.
bool mayBeIncludedTwice(StringRef Name) {
  static constexpr StringRef Names[] = {
      "assert.h", "cassert", "stddef.h", "stdarg.h", "limits.h",
      "float.h",  "math.h",  "stdlib.h", "fenv.h",   "complex.h"};
  return llvm::is_contained(Names, Name);
}

/// What is to be known of the headers beside what Clang writes.
class HeaderWatch : public PPCallbacks {
public:
  HeaderWatch(Preprocessor &PP, const LeadingLink &Link)
      : PP(PP), SM(PP.getSourceManager()), Link(Link), Code(Link.Outside) {
    PP.setTokenWatcher([this](const Token &T) {
      if (IsUsers)
        Code.see(T);
    });
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    FileID File = SM.getFileID(Loc);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    bool IsHeader = File != SM.getMainFileID() && Entry;
    IsUsers = Link.HasUsers && IsHeader && !SrcMgr::isSystem(Kind) &&
              !isVirtual(Entry->getName());
    if (Reason != EnterFile || !IsHeader)
      return;
    if (IsUsers)
      Code.enter(SM, File);
    UsesMacro = UsesMacro || llvm::any_of(Link.Macros, [&](StringRef Macro) {
                  return hasWord(SM.getBufferData(File), Macro);
                });
  }
  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool, CharSourceRange, OptionalFileEntryRef File,
                          StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    Names.insert(Name);
    if (SM.getFileID(Hash) != SM.getMainFileID())
      return;
    if (Next == Link.Headers.size() || !File ||
        File->getName() != Link.Headers[Next++].File)
      IsOther = true;
    else if (!mayBeIncludedTwice(Name))
      ToBeGuarded.push_back(*File);
  }
  void HasInclude(SourceLocation, StringRef Name, bool, OptionalFileEntryRef,
                  SrcMgr::CharacteristicKind) override {
    Names.insert(Name);
  }
  void EndOfMainFile() override {
    HeaderSearch &Search = PP.getHeaderSearchInfo();
    bool IsGuarded = llvm::all_of(ToBeGuarded, [&](FileEntryRef File) {
      return Search.isFileMultipleIncludeGuarded(File);
    });
    IsSound = IsGuarded && !UsesMacro && !IsOther &&
              (!Link.HasUsers || Code.isPlain());
  }

  llvm::StringSet<> Names;
  bool IsSound = false;

private:
  Preprocessor &PP;
  const SourceManager &SM;
  const LeadingLink &Link;
  PlainCode Code;
  llvm::SmallVector<FileEntryRef> ToBeGuarded;
  size_t Next = 0;
  bool IsUsers = false; ///< What is read is no header of the system.
  bool UsesMacro = false;
  bool IsOther = false; ///< A header that the file does not have.
};

class PreambleConsumer : public PCHGenerator {
public:
  using PCHGenerator::PCHGenerator;
  void InitializeSema(Sema &S) override {
    Semantics = &S;
    PCHGenerator::InitializeSema(S);
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    completeSharedObjects(*Semantics, Group);
    return true;
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    // Who uses the headers would load each function that may not run on the
    // device; what was found wrong with it is not kept anyway.
    Semantics->DeclsToCheckForDeferredDiags.clear();
    // Those of the host's classes: Clang would define them wherever a template
    // is first instantiated explicitly, in a function of the device, too.
    Semantics->VTableUses.clear();
    PCHGenerator::HandleTranslationUnit(Context);
  }

private:
  Sema *Semantics = nullptr;
};

class PreambleAction : public ASTFrontendAction {
public:
  explicit PreambleAction(const LeadingLink &Link) : Link(Link) {}

  std::shared_ptr<PCHBuffer> Buffer = std::make_shared<PCHBuffer>();
  std::vector<std::string> Asked;
  bool IsSound = false;

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    allowLongDouble(CI.getTarget());
    Preprocessor &PP = CI.getPreprocessor();
    auto Seen = std::make_unique<HeaderWatch>(PP, Link);
    Watch = Seen.get();
    PP.addPPCallbacks(std::move(Seen));
    PP.addPPCallbacks(showNvcc(PP, /*IsPreamble=*/true));
    // Who uses it has compared the texts: times of files mean nothing.
    return std::make_unique<PreambleConsumer>(
        PP, CI.getModuleCache(), "", "", Buffer, CI.getCodeGenOpts(),
        ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
        /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
  }
  void EndSourceFileAction() override {
    IsSound = Watch->IsSound;
    for (const auto &Name : Watch->Names)
      if (path::is_relative(Name.getKey())) // Else no folder is searched.
        Asked.push_back(Name.getKey().str());
    llvm::sort(Asked);
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

  const LeadingLink &Link;
  HeaderWatch *Watch = nullptr;
};

bool isUsersFolder(const HeaderSearchOptions::Entry &E) {
  return E.Group == frontend::Quoted || E.Group == frontend::Angled;
}

/// How headers are parsed that \p Of begins with: \p Includes, or the text of
/// \p File. \p WithFolders: they are looked for in the file's own folders, too.
std::shared_ptr<CompilerInvocation>
preambleInvocation(const CompilerInvocation &Of, StringRef File,
                   std::vector<std::string> Includes, bool WithFolders) {
  auto Result = std::make_shared<CompilerInvocation>(Of);
  if (!WithFolders)
    llvm::erase_if(Result->getHeaderSearchOpts().UserEntries, isUsersFolder);
  Result->getPreprocessorOpts().Includes = std::move(Includes);
  Result->getPreprocessorOpts().clearRemappedFiles(); // Of the user's own.
  // It is named after the file at work.
  Result->getLangOpts().CUID.clear();
  // Else each file that uses the headers instantiates what they need.
  Result->getLangOpts().PCHInstantiateTemplates = true;
  FrontendOptions &Frontend = Result->getFrontendOpts();
  InputKind Kind = Frontend.Inputs.front().getKind();
  Frontend.Inputs.assign({FrontendInputFile(File, Kind)});
  Frontend.ProgramAction = frontend::GeneratePCH;
  return Result;
}

std::optional<Preamble>
makePreamble(std::shared_ptr<CompilerInvocation> Invocation,
             llvm::IntrusiveRefCntPtr<vfs::FileSystem> FS,
             const LeadingLink &Link) {
  ReadOnlyCompiler CI(std::move(Invocation));
  CI.setVirtualFileSystem(std::move(FS));
  CI.setVerboseOutputStream(llvm::nulls());
  CI.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  PreambleAction Action(Link);
  if (!CI.ExecuteAction(Action) || !Action.Buffer->IsComplete ||
      !Action.IsSound)
    return std::nullopt;
  return std::optional<Preamble>(
      std::in_place,
      llvm::MemoryBuffer::getMemBufferCopy(
          StringRef(Action.Buffer->Data.data(), Action.Buffer->Data.size())),
      std::move(Action.Asked));
}

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

} // namespace

Preamble::Preamble(std::unique_ptr<llvm::MemoryBuffer> Bytes,
                   std::vector<std::string> Asked)
    : Asked(std::move(Asked)), Compiled(Bytes->getBuffer()),
      Files(llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>()) {
  std::string Hash = llvm::utostr(llvm::xxh3_64bits(Compiled));
  Fingerprint = llvm::utostr(Compiled.size()) + " " + Hash;
  File = (Folder + Hash + ".pch").str();
  Files->addFile(File, 0, std::move(Bytes));
}

//===----------------------------------------------------------------------===//
// Using one
//===----------------------------------------------------------------------===//

CompiledHeaders::CompiledHeaders(CompilerInvocation &Invocation,
                                 const ForcedIncludes &Added,
                                 vfs::FileSystem &FS, PreambleStore &Store,
                                 IsOutside Outside)
    : Invocation(Invocation), Added(Added), FS(FS), Store(Store),
      Outside(std::move(Outside)) {}

/// Whether a file's own folders have a header that the preamble asked for, and
/// would have found there first.
bool CompiledHeaders::isShadowed(const Preamble &P) const {
  const HeaderSearchOptions &Search = Invocation.getHeaderSearchOpts();
  llvm::SmallVector<StringRef> Theirs;
  for (const auto &E : Search.UserEntries)
    if (!isUsersFolder(E))
      Theirs.push_back(E.Path);
  return llvm::any_of(Search.UserEntries, [&](const auto &E) {
    // Clang takes a folder that is named twice for the system's.
    return isUsersFolder(E) && !llvm::is_contained(Theirs, E.Path) &&
           FS.exists(E.Path) && llvm::any_of(P.Asked, [&](StringRef Name) {
             return FS.exists(E.Path + "/" + Name);
           });
  });
}

/// The preamble for \p Key, as \p Making makes it; null where there is none for
/// this file.
std::shared_ptr<const Preamble>
CompiledHeaders::find(StringRef Key, std::shared_ptr<CompilerInvocation> Making,
                      const LeadingLink &Link) {
  auto Found =
      Store.find(Key, [&](llvm::IntrusiveRefCntPtr<vfs::FileSystem> Below) {
        return makePreamble(Making, over(withEmbeddedHeaders(std::move(Below))),
                            Link);
      });
  if (!Found || (!Link.HasUsers && isShadowed(*Found)))
    return nullptr;
  return Found;
}

void CompiledHeaders::beginWith(std::shared_ptr<const Preamble> P,
                                bool IsFilesOwn) {
  // What stands behind it is compiled for these very bytes.
  Key += "\n" + P->Fingerprint;
  Invocation.getPreprocessorOpts().ImplicitPCHInclude = P->File;
  Used.push_back(std::move(P));
  Store.use(IsFilesOwn);
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
CompiledHeaders::over(llvm::IntrusiveRefCntPtr<vfs::FileSystem> FS) const {
  auto All = llvm::makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      Added.over(std::move(FS)));
  for (const auto &P : Used)
    All->pushOverlay(P->Files);
  return All;
}

/// The directives that \p Text begins with, without comments: files of one
/// folder that have the same ones begin with the same headers; of any folder,
/// where none is included by a name in quotes.
static std::string leadOf(StringRef Text, StringRef File) {
  LangOptions Opts;
  Opts.CPlusPlus = true;
  StringRef Lead = Text.take_front(Lexer::ComputePreamble(Text, Opts).Size);
  // The lexer looks for the end of its text.
  std::string Ended = Lead.str();
  Lexer Raw(SourceLocation(), Opts, Ended.data(), Ended.data(),
            Ended.data() + Ended.size());
  std::string Result;
  bool HasQuotes = false;
  Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(tok::eof); Raw.LexFromRawLexer(T)) {
    if (T.isAtStartOfLine())
      Result += '\n';
    else if (T.hasLeadingSpace())
      Result += ' ';
    HasQuotes |= T.is(tok::string_literal);
    size_t End = Raw.getCurrentBufferOffset();
    Result += StringRef(Ended).slice(End - T.getLength(), End);
  }
  return HasQuotes ? (path::parent_path(File) + Result).str() : Result;
}

bool CompiledHeaders::use() {
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  if (!Added.Leading || !Options.ImplicitPCHInclude.empty())
    return false;
  auto Rest = Options.Includes.begin() + Added.Leading;
  auto Making = preambleInvocation(
      Invocation, MainFile,
      std::vector<std::string>(Options.Includes.begin(), Rest),
      /*WithFolders=*/false);
  Added.Files->addFile(MainFile, 0, llvm::MemoryBuffer::getMemBuffer(""));
  Key = keyOf(*Making, FS, Added.Text);
  std::shared_ptr<const Preamble> Found = find(Key, Making, LeadingLink());
  if (!Found)
    return false;
  StringRef File = Invocation.getFrontendOpts().Inputs.front().getFile();
  if (auto Text = FS.getBufferForFile(File))
    LeadKey = Key + "\n" +
              keyOf(*preambleInvocation(Invocation, MainFile, Options.Includes,
                                        /*WithFolders=*/true),
                    FS, Added.Text) +
              "\n" + leadOf((*Text)->getBuffer(), File);
  else
    return true;
  if (std::optional<std::string> Text = Store.recall(LeadKey)) {
    StringRef Bytes = *Text;
    Noted = readValue<PreambleHeaders>(Bytes);
    auto IsDamaged = [&](const PreambleHeaders::Header &H) {
      return H.CourseBytes > Noted->Course.size();
    };
    if (!Noted || llvm::any_of(Noted->Headers, IsDamaged))
      Noted = PreambleHeaders();
  }
  Options.Includes.erase(Options.Includes.begin(), Rest);
  beginWith(std::move(Found), /*IsFilesOwn=*/false);
  return true;
}

bool CompiledHeaders::useLink(const LeadingLink &Link) {
  std::string Text, Files;
  for (const PreambleHeaders::Header &H : Link.Headers) {
    Text += "#include <" + H.Name + ">\n";
    Files += H.File + "\n";
  }
  // Another name for another text: two parses may have one file system.
  std::string Name =
      (Folder + llvm::Twine(llvm::xxh3_64bits(Text)) + ".h").str();
  Added.Files->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  auto Making = preambleInvocation(Invocation, Name,
                                   Link.HasUsers ? MacrosOfCommand
                                                 : std::vector<std::string>(),
                                   /*WithFolders=*/Link.HasUsers);
  std::string OfLink =
      Key + "\n" + Text + Files + llvm::join(Link.Macros, "\n");
  if (Link.HasUsers)
    OfLink += "\n" + keyOf(*Making, FS, TextOfMacros);
  auto Found = find(OfLink, std::move(Making), Link);
  if (!Found)
    return false;
  beginWith(std::move(Found), /*IsFilesOwn=*/true);
  return true;
}

std::optional<PreambleHeaders> CompiledHeaders::useLeading() {
  if (!Noted)
    return std::nullopt;
  llvm::ArrayRef<PreambleHeaders::Header> All = Noted->Headers;
  for (const std::string &Include : Invocation.getPreprocessorOpts().Includes)
    if (isVirtual(Include)) {
      MacrosOfCommand.push_back(Include);
      if (auto Text = Added.Files->getBufferForFile(Include))
        TextOfMacros += (*Text)->getBuffer();
    }
  size_t Done = 0;
  bool HasMacros = false; // The links so far have those of the command.
  for (size_t Number = 0; Done != All.size(); ++Number) {
    const auto *Large = llvm::find_if(
        All.drop_front(Done), [](const auto &H) { return !H.IsSystem; });
    size_t End = Number < MaximumLinks && Large != All.end()
                     ? Large - All.begin() + 1
                     : All.size();
    LeadingLink Link;
    Link.Headers = All.slice(Done, End - Done);
    Link.HasUsers =
        llvm::any_of(Link.Headers, [](const auto &H) { return !H.IsSystem; });
    HasMacros |= Link.HasUsers;
    auto Take = [&](StringRef Macro) { Link.Macros.push_back(Macro.str()); };
    StringRef Before = Noted->Course;
    forEachDefinition(Before.take_front(All[End - 1].CourseBytes),
                      /*IsTemplate=*/false, Take);
    if (!HasMacros)
      forEachDefinition(TextOfMacros, /*IsTemplate=*/false, Take);
    Link.Outside = &Outside;
    if (!useLink(Link))
      break;
    Done = End;
  }
  return Done ? std::optional(Noted->first(Done)) : std::nullopt;
}

void CompiledHeaders::note(const PreambleHeaders &Seen, bool WasAstray) {
  if (LeadKey.empty())
    return;
  bool IsSame = Noted && Noted->Course == Seen.Course;
  if (Noted ? IsSame && !WasAstray : Seen.Headers.empty())
    return;
  PreambleHeaders New = Seen;
  if (IsSame) // It would go astray again.
    New.Headers.clear();
  std::string Bytes;
  writeValue(Bytes, New);
  Store.note(LeadKey, Bytes);
}

} // namespace warplint
