//===- Attribution.cpp - The line that the user wrote ---------------------===//

#include "Attribution.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

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

/// A function of the toolkit or the system.
bool Attribution::isLibrary(const clang::FunctionDecl *F) {
  return F && Unit.ast().getSourceManager().isInSystemHeader(F->getLocation());
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
  Place.Where.File = userNameOf(File);
  Place.Where.Line = Query.Line;
  Place.Where.Column = Query.Column;
  return Place;
}

static FindingNote asNote(const SourcePlace &Where, const std::string &Caller) {
  return {Where, "called from here in '" + Caller + "'"};
}

void Attribution::attribute(AccessRecord &R, const KernelAccess &Access) {
  const SourceAccess &Source = *Access.Source;
  AccessQuery Query;
  Query.Line = Source.Line;
  Query.Column = Source.Column;
  Query.Verb = Source.Verb;
  Query.Ordinal = Source.Ordinal;
  AccessPlace Place = placeOf(Source.Function, Source.File, Query);
  R.Where = Place.Where;
  R.MacroNotes = Place.MacroNotes;
  bool InLibrary = isLibrary(Source.Function);
  for (const CallFrame &Frame : Access.CallChain) {
    AccessQuery Call;
    Call.Line = Frame.Line;
    Call.Column = Frame.Column;
    Call.Verb = Source.Verb;
    AccessPlace At = placeOf(Frame.Caller, Frame.File, Call);
    if (!InLibrary) {
      R.CallChain.push_back(asNote(At.Where, Frame.CallerName));
    } else if (!isLibrary(Frame.Caller)) {
      R.MacroNotes = {{R.Where, "the access is made here"}};
      R.Where = At.Where;
      InLibrary = false;
    }
  }
}

} // namespace warplint
