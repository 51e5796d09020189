//===- Attribution.cpp - The line that the user wrote ---------------------===//

#include "Attribution.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Support/Paths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// The file as the parse names it, which is how the user named it.
const std::string &Attribution::userNameOf(const std::string &Path) {
  auto [It, New] = Files.try_emplace(Path, Path);
  if (!New)
    return It->second;
  clang::SourceManager &SM = Unit.ast().getSourceManager();
  if (auto Entry = SM.getFileManager().getOptionalFileRef(Path))
    if (clang::FileID ID = SM.translateFile(*Entry); ID.isValid())
      It->second = SM.getFilename(SM.getLocForStartOfFile(ID)).str();
  return It->second;
}

/// The outermost namespace that \p F lives in, or empty.
static StringRef outermostNamespace(const clang::FunctionDecl &F) {
  StringRef Name;
  for (const clang::DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<clang::NamespaceDecl>(C);
        N && !N->isAnonymousNamespace())
      Name = N->getName();
  return Name;
}

/// Template libraries that are used from a copy beside the user's own code.
static bool isKnownLibrary(StringRef Namespace) {
  return is_contained({"cute", "cutlass", "cub", "thrust", "cuda"}, Namespace);
}

/// The checkout that \p File is part of: the nearest folder above it with a
/// ".git"; empty when there is none.
std::string Attribution::checkoutOf(StringRef File) {
  clang::FileManager &Files = Unit.ast().getSourceManager().getFileManager();
  vfs::FileSystem &FS = Files.getVirtualFileSystem();
  SmallString<256> Path(File);
  (void)FS.makeAbsolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  StringRef Folder = sys::path::parent_path(Path);
  auto [It, New] = Checkouts.try_emplace(Folder.str());
  if (New)
    It->second = folderWith(".git", Folder, FS);
  return It->second;
}

/// A function that the user only uses: of the toolkit or the system, of a known
/// template library, or of another checkout than the main file's.
bool Attribution::isLibrary(const clang::FunctionDecl *F) {
  if (!F)
    return false;
  const clang::SourceManager &SM = Unit.ast().getSourceManager();
  clang::SourceLocation Loc = SM.getFileLoc(F->getLocation());
  if (SM.isInMainFile(Loc))
    return false;
  if (SM.isInSystemHeader(Loc) || isKnownLibrary(outermostNamespace(*F)))
    return true;
  auto MainFile = SM.getFileEntryRefForID(SM.getMainFileID());
  std::string Own = MainFile ? checkoutOf(MainFile->getName()) : "";
  return !Own.empty() && checkoutOf(SM.getFilename(Loc)) != Own;
}

/// What is a library's is mostly what its user makes it: a tile of CuTe, the array
/// that goes to wmma. These choose all places in shared memory themselves.
static bool choosesPlaces(const clang::FunctionDecl &F) {
  for (const clang::DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<clang::NamespaceDecl>(C);
        N && (N->getName() == "cub" || N->getName() == "thrust"))
      return true;
  return false;
}

/// Whether nothing that the user wrote decides what \p Access costs. \p
/// HasUser: the kernel, or a function on the way, is the user's.
bool Attribution::isOfLibrary(const KernelAccess &Access, bool HasUser) {
  const clang::FunctionDecl *F = Access.Source->Function;
  const clang::SourceManager &SM = Unit.ast().getSourceManager();
  if (!F || !isLibrary(F))
    return false;
  if (choosesPlaces(*F))
    return true;
  auto IsLibrarys = [&](const clang::VarDecl *V) {
    // Arrays of __half and float4 are the user's.
    const auto *Record = V->getType()->getAsRecordDecl();
    return SM.isInSystemHeader(V->getLocation()) ||
           (Record && SM.isInSystemHeader(Record->getLocation()));
  };
  return SM.isInSystemHeader(SM.getFileLoc(F->getLocation())) &&
         (!HasUser ||
          (!Access.Arrays.empty() && all_of(Access.Arrays, IsLibrarys)));
}

/// Clang's own headers, and those that are in the program: no build of the user
/// has them, and most are nowhere on the disk.
static bool isOfThisProgram(StringRef File) {
  static const std::string Resources = findResourceDirectory() + "/";
  return File.starts_with(Resources) || isVirtual(File);
}

/// As the kernels of the report are called: the debugger's name has
/// "(color)1" where the user has "Red".
static std::string nameOf(const CallFrame &Frame) {
  return Frame.Caller ? Frame.Caller->getNameAsString() +
                            templateArguments(*Frame.Caller)
                      : Frame.CallerName;
}

/// The place of an access or call, with the user's expression where the AST has
/// one for it.
AccessPlace Attribution::placeOf(const clang::FunctionDecl *Function,
                                 const std::string &File,
                                 const AccessQuery &Query) {
  if (Function)
    if (std::optional<AccessPlace> Place = Index.find(Function, Query))
      return std::move(*Place);
  AccessPlace Place;
  Place.Where = {userNameOf(File), Query.Line, Query.Column};
  return Place;
}

/// Which one of the library's accesses behind the user's expression: equal for
/// the same access in all instantiations.
unsigned Attribution::ordinalOf(const AccessRecord &R,
                                const KernelAccess &Access, size_t Frames) {
  std::string Identity;
  auto Add = [&](StringRef File, unsigned Line, unsigned Column) {
    Identity += (File + ":" + Twine(Line) + ":" + Twine(Column) + ";").str();
  };
  Add(Access.Source->File, Access.Source->Line, Access.Source->Column);
  Identity += std::to_string(Access.Source->Ordinal) + ";";
  for (const CallFrame &Frame : ArrayRef(Access.CallChain).take_front(Frames))
    Add(Frame.File, Frame.Line, Frame.Column);
  for (const clang::VarDecl *Array : Access.Arrays)
    Identity += Array->getNameAsString() + ";";
  auto &Ordinals = LibraryAccesses[{R.Where, Access.Source->Verb}];
  return Ordinals.try_emplace(Identity, Ordinals.size()).first->second;
}

const clang::Stmt *Attribution::attribute(AccessRecord &R,
                                          const KernelAccess &Access) {
  const SourceAccess &Source = *Access.Source;
  AccessPlace Place = placeOf(Source.Function, Source.File,
                              {.Line = Source.Line,
                               .Column = Source.Column,
                               .Verb = Source.Verb,
                               .Ordinal = Source.Ordinal});
  R.Where = Place.Where;
  R.MacroNotes = Place.MacroNotes;
  // A kernel that belongs to a library from end to end is shown as it is.
  bool HasUser = !isLibrary(Source.Function) ||
                 any_of(Access.CallChain, [&](const CallFrame &Frame) {
                   return !isLibrary(Frame.Caller);
                 });
  bool InLibrary = HasUser && isLibrary(Source.Function);
  R.IsOfLibrary = isOfLibrary(Access, HasUser);
  for (const auto &[Depth, Frame] : enumerate(Access.CallChain)) {
    bool IsLibrary = isLibrary(Frame.Caller);
    // Of the calls inside a library only the user's one counts.
    if (HasUser && IsLibrary)
      continue;
    AccessPlace At = placeOf(Frame.Caller, Frame.File,
                             {Frame.Line, Frame.Column, Source.Verb});
    if (!InLibrary) {
      R.CallChain.push_back(
          {At.Where, "called from here in '" + nameOf(Frame) + "'"});
      continue;
    }
    R.MacroNotes.clear();
    if (!isOfThisProgram(R.Where.File))
      R.MacroNotes.push_back({R.Where, "the access is made here"});
    R.IsInLibrary = true;
    R.Where = At.Where;
    R.Ordinal = ordinalOf(R, Access, Depth);
    InLibrary = false;
  }
  return Place.Node;
}

} // namespace warplint
