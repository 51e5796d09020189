//===- SourceWalk.cpp - The functions of a project's files, once ----------===//

#include "SourceWalk.h"
#include "Frontend/Text/SourceFiles.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

SourceWalk::SourceWalk(ASTContext &Context,
                       llvm::function_ref<bool(llvm::StringRef)> MayEdit)
    : Context(Context), SM(Context.getSourceManager()) {
  findFiles(MayEdit);
  // Patterns first: what they share with their instantiations then has the
  // parents that it has there.
  IsInPattern = true;
  walkContext(*Context.getTranslationUnitDecl());
  IsInPattern = false;
  walkContext(*Context.getTranslationUnitDecl());
}

void SourceWalk::findFiles(llvm::function_ref<bool(llvm::StringRef)> MayEdit) {
  llvm::DenseMap<const FileEntry *, unsigned> First;
  for (FileID File : userFiles(SM)) {
    const unsigned Begin = SM.getLocForStartOfFile(File).getRawEncoding();
    auto [Known, IsNew] = First.try_emplace(SM.getFileEntryForID(File), NoKey);
    std::string Name = sourceFileName(SM, File);
    if (IsNew && (File == SM.getMainFileID() || MayEdit(Name))) {
      Known->second = Begin;
      Files.push_back({std::move(Name), Begin, Begin + SM.getFileIDSize(File)});
      lex(File);
    }
    if (Known->second != NoKey)
      Starts.try_emplace(File, Known->second);
  }
}

void SourceWalk::lex(FileID File) {
  llvm::StringRef Text = SM.getBufferData(File);
  SourceLocation Start = SM.getLocForStartOfFile(File);
  Lexer Lex(Start, Context.getLangOpts(), Text.begin(), Text.begin(),
            Text.end());
  Token T;
  bool IsDirective = false, IsMember = false;
  while (!Lex.LexFromRawLexer(T)) {
    if (T.is(tok::raw_identifier)) {
      Tokens.push_back(
          {T.getLocation().getRawEncoding(), T.getRawIdentifier(), IsMember});
      if (IsDirective && T.getRawIdentifier() == "include")
        Includes.push_back(T.getLocation().getRawEncoding());
    }
    IsDirective = T.is(tok::hash) && T.isAtStartOfLine();
    IsMember = T.isOneOf(tok::period, tok::arrow);
  }
}

std::optional<unsigned> SourceWalk::offsetOf(SourceLocation Location) const {
  if (Location.isInvalid())
    return std::nullopt;
  auto [File, Offset] = SM.getDecomposedSpellingLoc(Location);
  return placeIn(File, Offset);
}

std::optional<DeclKey> SourceWalk::keyOf(const ValueDecl &D) const {
  if (D.getLocation().isMacroID())
    return std::nullopt;
  return offsetOf(D.getLocation());
}

void SourceWalk::see(SourceLocation Location) {
  // A template's pattern is seen only where an instantiation has it, too.
  if (IsInPattern)
    return;
  if (auto Offset = offsetOf(Location))
    SeenNames.insert(*Offset);
}

/// All functions and classes whose text lies in a file that may be edited, or
/// whose pattern's does.
void SourceWalk::walkContext(const DeclContext &In) {
  for (const Decl *D : In.decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
      walkContext(*cast<DeclContext>(D));
      continue;
    }
    if (!isEdited(D->getLocation()))
      continue;
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
      walkFunction(*T->getTemplatedDecl());
      for (const FunctionDecl *F : T->specializations())
        walkFunction(*F);
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      walkFunction(*F);
    } else if (const auto *T = dyn_cast<ClassTemplateDecl>(D)) {
      walkContext(*T->getTemplatedDecl());
      for (const ClassTemplateSpecializationDecl *S : T->specializations())
        walkContext(*S);
    } else if (const auto *R = dyn_cast<CXXRecordDecl>(D)) {
      walkContext(*R);
    } else if (const auto *V = dyn_cast<VarDecl>(D)) {
      see(V->getLocation());
    } else if (const auto *Field = dyn_cast<FieldDecl>(D)) {
      see(Field->getLocation());
    }
  }
}

void SourceWalk::walkFunction(const FunctionDecl &F) {
  if (F.isDependentContext() != IsInPattern)
    return;
  see(F.getLocation());
  if (auto Offset = offsetOf(F.getLocation()); Offset && IsInPattern)
    PatternNames.insert(*Offset);
  for (const ParmVarDecl *P : F.parameters())
    see(P->getLocation());
  if (!F.doesThisDeclarationHaveABody())
    return;
  Functions.push_back(F.getSourceRange());
  Around = &F;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *I : C->inits())
      walk(I->getInit());
  walk(F.getBody());
}

void SourceWalk::walk(const Stmt *S) {
  if (!S)
    return;
  note(*S);
  auto Descend = [&](const Stmt *Child) {
    if (!Child)
      return;
    Parents[Child] = S;
    walk(Child);
  };
  // threadIdx.x and its kin: what is written, not what it calls.
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S))
    return Descend(P->getSyntacticForm());
  if (const auto *O = dyn_cast<OpaqueValueExpr>(S))
    return Descend(O->getSourceExpr());
  for (const Stmt *Child : S->children())
    Descend(Child);
}

void SourceWalk::noteInBody(const DeclRefExpr &E) {
  const SourceLocation Location = E.getLocation();
  if (!SM.isMacroBodyExpansion(Location))
    return;
  if (auto Offset = offsetOf(Location))
    if (auto &Meanings = InBodies[*Offset];
        !llvm::is_contained(Meanings, E.getDecl()))
      Meanings.push_back(E.getDecl());
  // The macro's own name, wherever that is expanded.
  if (auto Caller = offsetOf(SM.getImmediateMacroCallerLoc(Location)))
    Expansions.insert(*Caller);
}

void SourceWalk::note(const Stmt &S) {
  if (const auto *D = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *Declared : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Declared);
      if (!V)
        continue;
      see(V->getLocation());
      if (V->getInit())
        Inits[V->getInit()] = V;
    }
  } else if (const auto *E = dyn_cast<DeclRefExpr>(&S)) {
    see(E->getLocation());
    if (!IsInPattern)
      noteInBody(*E);
    if (auto Key = keyOf(*E->getDecl()); Key && !IsInPattern)
      Uses[*Key].push_back(E);
  } else if (const auto *T = dyn_cast<CXXThisExpr>(&S)) {
    if (auto Key = keyOf(*Around); Key && !IsInPattern) {
      Objects[*Key].push_back(T);
      Methods[T] = Around;
    }
  } else if (const auto *M = dyn_cast<MemberExpr>(&S)) {
    see(M->getMemberLoc());
  } else if (const auto *P = dyn_cast<MSPropertyRefExpr>(&S)) {
    see(P->getMemberLoc());
  }
  if (const auto *Call = dyn_cast<CallExpr>(&S); Call && !IsInPattern)
    if (const FunctionDecl *F = Call->getDirectCallee())
      if (const FunctionDecl *Definition = F->getDefinition())
        if (auto Key = keyOf(*Definition))
          Calls[*Key].push_back(Call);
}

const Stmt *SourceWalk::around(const Stmt *E) const {
  const Stmt *P = parentOf(E);
  while (P) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(P);
    bool IsTransparent =
        isa<ParenExpr, ConstantExpr, ExprWithCleanups, MaterializeTemporaryExpr,
            SubstNonTypeTemplateParmExpr>(P) ||
        (Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
                  Cast->getCastKind() == CK_NoOp));
    if (!IsTransparent)
      return P;
    P = parentOf(P);
  }
  return nullptr;
}

std::pair<unsigned, unsigned>
SourceWalk::functionAround(unsigned Offset) const {
  for (SourceRange R : Functions) {
    auto Begin = offsetOf(SM.getFileLoc(R.getBegin()));
    auto End = offsetOf(SM.getFileLoc(R.getEnd()));
    if (Begin && End && *Begin <= Offset && Offset <= *End)
      return {*Begin, *End};
  }
  return {0, ~0u};
}

} // namespace warplint
