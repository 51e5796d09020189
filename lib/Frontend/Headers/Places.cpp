//===- Places.cpp - Where the user wrote what clang has -------------------===//

#include "warplint/Frontend/Places.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

const FunctionDecl &patternOf(const FunctionDecl &F) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  return Pattern ? *Pattern : F;
}

SourcePlace placeOf(const SourceManager &SM, SourceLocation Loc) {
  SourcePlace P;
  if (Loc.isInvalid())
    return P;
  SourceLocation FileLoc = SM.getFileLoc(Loc);
  P.File = SM.getFilename(FileLoc).str();
  P.Line = SM.getSpellingLineNumber(FileLoc);
  P.Column = SM.getSpellingColumnNumber(FileLoc);
  return P;
}

std::string shortPlaceOf(const SourceManager &SM, SourceLocation Loc) {
  SourcePlace P = placeOf(SM, Loc);
  return (llvm::sys::path::filename(P.File) + ":" + llvm::Twine(P.Line)).str();
}

} // namespace warplint
