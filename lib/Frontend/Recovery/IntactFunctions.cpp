//===- IntactFunctions.cpp - Which functions survived the errors ----------===//

#include "IntactFunctions.h"
#include "HiddenDeclarations.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

WholeFunctions::WholeFunctions(ASTContext &AST, std::vector<ParseError> Given,
                               const Doubts *InDoubt)
    : AST(AST), SM(AST.getSourceManager()), Errors(std::move(Given)),
      InDoubt(InDoubt) {
  for (const auto &[I, E] : llvm::enumerate(Errors))
    if (E.FileLoc.isValid())
      ErrorMarks.add(SM, E.FileLoc, I);
}

void WholeFunctions::forgive(llvm::ArrayRef<unsigned> Taken) {
  Forgiven.insert_range(Taken);
}

std::optional<unsigned> WholeFunctions::errorIn(SourceRange Range) const {
  return ErrorMarks.firstIn(
      SM, Range, [&](unsigned Id) { return !Forgiven.contains(Id); });
}

std::string WholeFunctions::describe(const ParseError &E) const {
  SourcePlace P = placeOf(SM, E.FileLoc);
  return "has an error: " + llvm::sys::path::filename(P.File).str() + ":" +
         std::to_string(P.Line) + ": " + E.Message;
}

/// The bodies of the functions that \p R declares, where they are written.
static void bodiesOf(const RecordDecl *R, SmallVectorImpl<SourceRange> &Out) {
  for (const Decl *D : R->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (const Stmt *Body = F->doesThisDeclarationHaveABody() &&
                                     !F->isDefaulted() && !F->isDeleted()
                                 ? F->getBody()
                                 : nullptr)
        Out.push_back(Body->getSourceRange());
    if (const auto *Inner = dyn_cast<CXXRecordDecl>(D))
      if (Inner != R && !Inner->isInjectedClassName())
        bodiesOf(Inner, Out);
  }
}

/// A mark in \p R, but for the bodies of its functions.
std::optional<unsigned> WholeFunctions::markIn(const RecordDecl *R,
                                               const SourceMarks &Marks) const {
  const RecordDecl *Written = R;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      Written = Pattern;
  SmallVector<SourceRange> Bodies;
  if (!Marks.firstIn(SM, Written->getSourceRange()))
    return std::nullopt;
  bodiesOf(Written, Bodies);
  return Marks.firstIn(SM, Written->getSourceRange(), [&](unsigned Id) {
    if (&Marks == &ErrorMarks && Forgiven.contains(Id))
      return false;
    return llvm::none_of(Bodies, [&](SourceRange Body) {
      // The same number may be elsewhere, too: then it is found there.
      return Marks.firstIn(SM, Body, [&](unsigned I) { return I == Id; })
          .has_value();
    });
  });
}

WholeFunctions::Reason WholeFunctions::ownError(const Decl *D) {
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    if (R->isInvalidDecl())
      return "has errors";
    if (std::optional<unsigned> Id = markIn(R, ErrorMarks))
      return describe(Errors[*Id]);
    return std::nullopt;
  }
  SourceRange Range = D->getSourceRange();
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      Range = Pattern->getSourceRange();
  if (std::optional<unsigned> Id = errorIn(Range))
    return describe(Errors[*Id]);
  if (D->isInvalidDecl())
    return "has an invalid declaration";
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    for (const ParmVarDecl *P : F->parameters())
      if (P->isInvalidDecl())
        return "has an invalid parameter '" + P->getNameAsString() + "'";
  if (const auto *V = dyn_cast<VarDecl>(D))
    if (V->getInit() && V->getInit()->containsErrors())
      return "has errors";
  return std::nullopt;
}

/// The #if ... #endif of \p D holds \p F as a whole: it says whether there is
/// such a function. What it is can change only if the text has another of the
/// name.
bool WholeFunctions::hidesAlternative(const Doubt &D,
                                      const FunctionDecl *F) const {
  if (D.Region.isInvalid())
    return true;
  auto [File, Begin] = SM.getDecomposedLoc(D.Region.getBegin());
  unsigned End = SM.getFileOffset(D.Region.getEnd());
  SourceRange Range = F->getSourceRange();
  auto [Own, From] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  unsigned To = SM.getFileOffset(SM.getFileLoc(Range.getEnd()));
  if (Own != File || From < Begin || To > End || !F->getIdentifier())
    return true;
  StringRef Text = SM.getBufferData(File);
  StringRef Name = F->getName();
  return Text.slice(Begin, From).contains(Name) ||
         Text.slice(To, End).contains(Name);
}

WholeFunctions::Reason WholeFunctions::ownDoubt(const Decl *D, bool IsRoot) {
  std::optional<unsigned> Id;
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    Id = markIn(R, InDoubt->Marks);
  } else {
    SourceRange Range = D->getSourceRange();
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (F)
      if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
        Range = Pattern->getSourceRange();
    Id = InDoubt->Marks.firstIn(SM, Range, [&](unsigned I) {
      return !IsRoot || !F || hidesAlternative(InDoubt->All[I], F);
    });
  }
  if (!Id)
    return std::nullopt;
  return InDoubt->All[*Id].Why;
}

/// \p D is used, but something of its name was lost to an error.
WholeFunctions::Reason WholeFunctions::lostOverload(const Decl *D) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  if (!Named || !Named->getIdentifier() ||
      !(isa<FunctionDecl>(D) || isa<ClassTemplateSpecializationDecl>(D)) ||
      SM.isInSystemHeader(D->getLocation()))
    return std::nullopt;
  if (!HasLostNames) {
    HasLostNames = true;
    LostNames = lostNames(AST, Errors);
  }
  auto It = LostNames.find(Named->getName());
  if (It == LostNames.end())
    return std::nullopt;
  return "has a namesake which " + describe(Errors[It->second]);
}

WholeFunctions::Reason WholeFunctions::ownProblem(const Decl *D, Problem P,
                                                  bool IsRoot) {
  if (P == Doubtful)
    return ownDoubt(D, IsRoot);
  if (Reason R = ownError(D))
    return R;
  if (const std::string &InTree = Uses[D].Broken; !InTree.empty())
    return InTree;
  return IsRoot ? std::nullopt : lostOverload(D);
}

/// "calls 'f', which has an error: ..."
static std::string throughUse(const Decl *D, const std::string &Why,
                              bool IsDoubt) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  std::string Name = Named ? Named->getNameAsString() : "";
  if (IsDoubt)
    return Why;
  StringRef Verb = isa<FunctionDecl>(D) ? "calls '"
                   : isa<TagDecl>(D)    ? "uses type '"
                                        : "uses '";
  return Verb.str() + Name + "', which " + Why;
}

WholeFunctions::Reason WholeFunctions::why(const Decl *Root, Problem P) {
  Root = UseGraph::nodeOf(Root) ? UseGraph::nodeOf(Root) : Root;
  if (auto It = Known[P].find(Root); It != Known[P].end())
    return It->second;
  Reason Found = ownProblem(Root, P, /*IsRoot=*/true);
  llvm::SetVector<const Decl *> Reached;
  Reached.insert(Root);
  for (size_t I = 0; !Found && I < Reached.size(); ++I) {
    const Decl *D = Reached[I];
    if (I)
      if (Reason R = ownProblem(D, P, /*IsRoot=*/false))
        Found = throughUse(D, *R, P == Doubtful);
    if (!Found)
      for (const Decl *Use : Uses[D].Uses)
        Reached.insert(Use);
  }
  Known[P][Root] = Found;
  return Found;
}

bool WholeFunctions::uses(const FunctionDecl *F,
                          llvm::function_ref<bool(const Decl *)> Is) {
  const Decl *Root = UseGraph::nodeOf(F);
  llvm::SetVector<const Decl *> Reached;
  Reached.insert(Root ? Root : F);
  for (size_t I = 0; I < Reached.size(); ++I) {
    if (Is(Reached[I]))
      return true;
    for (const Decl *Use : Uses[Reached[I]].Uses)
      Reached.insert(Use);
  }
  return false;
}

std::optional<std::string> WholeFunctions::whyBroken(const FunctionDecl *F) {
  return Errors.empty() ? std::nullopt : why(F, Broken);
}

bool WholeFunctions::isWhole(const VarDecl *V) {
  return Errors.empty() || !why(V, Broken);
}

bool WholeFunctions::isWhole(const RecordDecl *R) {
  return Errors.empty() || !why(R, Broken);
}

std::optional<std::string> WholeFunctions::whyDoubtful(const FunctionDecl *F) {
  if (!InDoubt || InDoubt->Marks.empty())
    return std::nullopt;
  return why(F, Doubtful);
}

} // namespace warplint
