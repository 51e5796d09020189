//===- SourceMarks.cpp - What is wrong at which places --------------------===//

#include "SourceMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

FileStretch::FileStretch(const SourceManager &SM, SourceRange Range) {
  std::tie(File, Begin) = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  std::tie(EndFile, End) = SM.getDecomposedLoc(SM.getFileLoc(Range.getEnd()));
}

StringRef FileStretch::text(const SourceManager &SM) const {
  return SM.getBufferData(File).slice(Begin, End);
}

OwnFile::OwnFile(const SourceManager &SM, StringRef Fragment) : SM(SM) {
  File = Fragment.empty() ? SM.getFileEntryRefForID(SM.getMainFileID())
                          : SM.getFileManager().getOptionalFileRef(Fragment);
}

bool OwnFile::holds(SourceLocation Loc) const {
  return File && Loc.isValid() &&
         SM.getFileEntryRefForID(SM.getFileID(SM.getFileLoc(Loc))) == File;
}

void forEachFunctionIn(ASTContext &AST,
                       llvm::function_ref<void(const FunctionDecl &)> Of) {
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(decltype(Of) Of) : Of(Of) {}
    bool TraverseStmt(Stmt *) override { return true; }
    bool VisitFunctionDecl(FunctionDecl *F) override {
      Of(*F);
      return true;
    }
    decltype(Of) Of;
  };
  Visitor(Of).TraverseAST(AST);
}

SourceRange bodyOf(const FunctionDecl &F) {
  const Stmt *Body = F.doesThisDeclarationHaveABody() ? F.getBody() : nullptr;
  return Body ? Body->getSourceRange() : SourceRange();
}

void SourceMarks::add(const SourceManager &SM, SourceRange Range, unsigned Id) {
  if (Range.isInvalid())
    return;
  auto AddIn = [&](FileID In, const Stretch &S) {
    std::vector<Stretch> &Marks = ByFile[In];
    // Kept by beginning. They mostly come in order.
    Marks.insert(
        llvm::partition_point(
            Marks, [&](const Stretch &M) { return M.Begin <= S.Begin; }),
        S);
  };
  auto [File, Other, Begin, End] = FileStretch(SM, Range);
  AddIn(File, {Begin, Other == File ? std::max(Begin, End) : Begin, Id});
  for (SourceLocation At = SM.getIncludeLoc(File); At.isValid();
       At = SM.getIncludeLoc(File)) {
    auto [Includer, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    AddIn(Includer, {Offset, Offset, Id});
    File = Includer;
  }
}

std::optional<unsigned> SourceMarks::firstIn(const SourceManager &SM,
                                             SourceRange Range,
                                             const Filter &Counts) const {
  if (ByFile.empty() || Range.isInvalid())
    return std::nullopt;
  auto [File, Other, Begin, End] = FileStretch(SM, Range);
  std::optional<unsigned> First;
  auto Look = [&](FileID In, unsigned From, unsigned To) {
    auto It = ByFile.find(In);
    if (It == ByFile.end())
      return;
    for (const Stretch &S : It->second) {
      if (S.Begin > To)
        break;
      if (S.End >= From && (!First || S.Id < *First) &&
          (!Counts || Counts(S.Id)))
        First = S.Id;
    }
  };
  if (File == Other) {
    Look(File, Begin, End);
  } else { // From one file into another: all that may lie between.
    Look(File, Begin, ~0u);
    Look(Other, 0, End);
  }
  return First;
}

} // namespace warplint
