//===- UseChecks.cpp - Declarations, and that nothing was missed ----------===//

#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

/// Whether a number in \p S is a macro that the command line defines.
static bool isOfCommandLine(const Stmt *S, const SourceManager &SM) {
  if (!S)
    return false;
  if (SM.isWrittenInCommandLineFile(SM.getSpellingLoc(S->getBeginLoc())))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return isOfCommandLine(Child, SM);
  });
}

/// \p E as a factor, if it is a number above 0.
std::optional<WrittenFactor> UseFinder::factorOf(const Expr &E) const {
  auto Written = indexOf(E);
  const auto Value = numberOf(E, W.Context);
  if (!Written || !Value || *Value == 0)
    return std::nullopt;
  return WrittenFactor(std::move(*Written), *Value);
}

/// The two factors of \p Extent, where it is a product.
void UseFinder::addFactors(const Expr &Extent, WrittenExtents &To) const {
  To.Factors.clear();
  const auto *Product = dyn_cast<BinaryOperator>(Extent.IgnoreImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul || To.Extents.size() != 1)
    return;
  for (const Expr *E : {Product->getLHS(), Product->getRHS()}) {
    auto Factor = factorOf(*E);
    if (!Factor)
      return To.Factors.clear();
    To.Factors.push_back(std::move(*Factor));
  }
}

/// The brackets of a declaration.
void UseFinder::addExtents(const ValueDecl &D) {
  const auto *V = dyn_cast<DeclaratorDecl>(&D);
  const TypeSourceInfo *Info = V ? V->getTypeSourceInfo() : nullptr;
  if (!Info)
    return blockPadding(D.getLocation(),
                        messages::TypeNotWritten(D.getNameAsString()));
  WrittenExtents Written;
  Written.Where = placeOf(D.getLocation());
  unsigned Brackets = 0;
  for (TypeLoc T = Info->getTypeLoc(); T; T = T.getNextTypeLoc()) {
    const auto Array = T.getAs<ArrayTypeLoc>();
    Brackets += !Array.isNull();
    if (const auto Type = rangeOf(T.getSourceRange()); Type && Array.isNull() &&
                                                       &D == &this->Array &&
                                                       Uses.ElementType.empty())
      Uses.ElementType = W.text(Type->Begin, Type->End).str();
    if (Array.isNull() || !Array.getSizeExpr())
      continue;
    if (isOfCommandLine(Array.getSizeExpr(), W.SM))
      blockIndex(D.getLocation(),
                 messages::ExtentOfCommandLine(D.getNameAsString()));
    auto R = rangeOf(Array.getBracketsRange());
    if (!R || R->End < R->Begin + 2)
      return blockPadding(D.getLocation(),
                          messages::ExtentsOfMacro(D.getNameAsString()));
    WrittenIndex Extent;
    Extent.Begin = R->Begin + 1;
    Extent.End = R->End - 1;
    Extent.Text = W.text(Extent.Begin, Extent.End).trim().str();
    Written.Extents.push_back(std::move(Extent));
    addFactors(*Array.getSizeExpr(), Written);
  }
  bool IsAuto = Info->getTypeLoc().getContainedAutoTypeLoc() ||
                D.getType()->getContainedAutoType();
  if (Brackets == 0 && &D != &Array && (IsAuto || Rank == 1)) {
    // auto follows, and a plain pointer to elements has no extents.
    return;
  }
  if (Brackets == 0)
    return blockPadding(D.getLocation(),
                        messages::ExtentsElsewhere(D.getNameAsString()));
  blockOtherExtents(D);
  Uses.Declarators.push_back(std::move(Written));
}

/// Other declarations of a parameter \p D, and other instances of its function, say
/// its extents, too.
void UseFinder::blockOtherExtents(const ValueDecl &D) {
  const auto *P = dyn_cast<ParmVarDecl>(&D);
  const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!F)
    return;
  if (F->isTemplateInstantiation())
    blockPadding(D.getLocation(),
                 messages::ParameterOfTemplate(D.getNameAsString()));
  if (F->getPreviousDecl() || F->getMostRecentDecl() != F)
    blockPadding(F->getLocation(),
                 messages::DeclaredTwice(F->getNameAsString()));
}

/// Every token that spells \p Name has to be one that was looked at. One that
/// declares another function than \p Of, or calls a member that it is not, is
/// something else; so is a macro of that name, whose body was seen.
void UseFinder::blockUnseen(llvm::StringRef Name, unsigned Begin, unsigned End,
                            const FunctionDecl *Of) {
  auto IsOther = [&](const NamedToken &T) {
    return Of && ((T.IsMember && !isa<CXXMethodDecl>(Of)) ||
                  W.PatternNames.contains(T.Offset));
  };
  for (const NamedToken &T : W.Tokens)
    if (T.Name == Name && T.Offset >= Begin && T.Offset <= End &&
        !W.SeenNames.contains(T.Offset) && !W.isSeenExpansion(T.Offset) &&
        !IsOther(T))
      block(W.locationOf(T.Offset), messages::UsedUnseen(Name));
}

/// The shared array whose beginning \p Argument is, or a plane of it behind
/// \p Hidden subscripts, also by another name.
const VarDecl *UseFinder::sharedArrayOf(const Expr &Argument,
                                        unsigned Hidden) const {
  constexpr unsigned MostNames = 8;
  const Expr *E = &Argument;
  for (unsigned Names = 0; E && Names < MostNames; ++Names) {
    const Expr *Name = arrayOf(E, Hidden);
    const auto *V = Name ? dyn_cast<VarDecl>(declOf(*Name)) : nullptr;
    if (!V || V->hasAttr<CUDASharedAttr>())
      return V;
    E = V->getInit();
  }
  return nullptr;
}

void UseFinder::addMember(const FieldDecl &Member, const VarDecl &V) {
  const auto Objects = W.sharedObjectsOf(Member);
  // The rows of all of them grow, or of none.
  if (Objects && llvm::all_of(*Objects, [&](const VarDecl *Object) {
        return llvm::any_of(Arrays, [&](const SharedArray &A) {
          return W.keyOf(*A.Variable) == W.keyOf(*Object);
        });
      }))
    addExtents(Member);
  else
    blockPadding(V.getLocation(), messages::MemberOfStruct());
  if (Objects)
    llvm::for_each(*Objects, [&](const VarDecl *Other) { addPartner(Other); });
}

/// \p V, if it is one, has to be laid out as this array is.
void UseFinder::addPartner(const VarDecl *V) {
  if (V && V->hasAttr<CUDASharedAttr>() &&
      !llvm::is_contained(Uses.Partners, V) &&
      llvm::none_of(Arrays,
                    [&](const SharedArray &A) { return A.Variable == V; }))
    Uses.Partners.push_back(V);
}

/// All calls have to pass the array, and nothing but a call may name \p F.
void UseFinder::checkFunction(const FunctionDecl &F, unsigned Parameter) {
  DeclKey Key = *W.keyOf(F);
  const bool IsObject = Parameter == ObjectParameter;
  const auto Own =
      IsObject ? std::nullopt : W.keyOf(*F.getParamDecl(Parameter));
  const unsigned Hidden = Own ? Aliases.lookup(*Own).Hidden : 0;
  if (IsObject)
    checkMethod(*cast<CXXMethodDecl>(&F));
  const QualType Type =
      IsObject ? QualType() : F.getParamDecl(Parameter)->getType();
  const bool HasExtents = !IsObject && !Type->getPointeeType().isNull() &&
                          Type->getPointeeType()->isArrayType();
  for (const CallExpr *Call : W.calls(Key))
    if (!IsObject && (Parameter >= Call->getNumArgs() ||
                      !isOfArray(Call->getArg(Parameter), Hidden))) {
      const std::string Why = messages::GetsAnotherArray(F.getNameAsString(),
                                                         Arrays.front().name());
      blockIndex(Call->getExprLoc(), Why);
      // The rows of the other one would have to grow, too.
      if (HasExtents)
        blockPadding(Call->getExprLoc(), Why);
      if (Parameter < Call->getNumArgs() && !Arrays.front().isMember())
        addPartner(sharedArrayOf(*Call->getArg(Parameter), Hidden));
    }
  llvm::SmallPtrSet<const Expr *, 8> Callees;
  for (const CallExpr *Call : W.calls(Key))
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
  for (const DeclRefExpr *E : W.uses(Key))
    if (!Callees.contains(E))
      blockIndex(E->getLocation(), messages::UsedUncalled(F.getNameAsString()));
  if (!W.offsetOf(F.getFirstDecl()->getLocation()))
    blockIndex(F.getLocation(),
               messages::FunctionOfHeader(F.getNameAsString()));
  if (F.getIdentifier())
    blockUnseen(F.getName(), 0, ~0u, &F);
}

std::vector<const Expr *> UseFinder::usesOf(DeclKey Key, const Alias &A) const {
  std::vector<const Expr *> All;
  if (isa<CXXMethodDecl>(A.Declaration))
    llvm::append_range(All, W.thisIn(Key));
  else
    llvm::append_range(All, W.uses(Key));
  return All;
}

void UseFinder::followAliases() {
  // Grows while it is walked.
  for (size_t I = 0; I < Aliases.size(); ++I) {
    auto [AliasKey, A] = *(Aliases.begin() + I);
    // A pointer to elements has no extents.
    if (!A.At && A.Rank + A.Hidden == Rank && A.Path.empty())
      addExtents(*A.Declaration);
    if (A.HasTypedRows) {
      const auto *D = dyn_cast<DeclaratorDecl>(A.Declaration);
      addTypedRow(D ? D->getTypeSourceInfo() : nullptr, A,
                  A.Declaration->getLocation(),
                  A.Declaration->getNameAsString());
      blockOtherExtents(*A.Declaration);
    }
    for (const Expr *E : usesOf(AliasKey, A)) {
      classify(*E, A);
      addPitch(*E);
      if (auto At = W.offsetOf(W.SM.getFileLoc(nameAt(*E))))
        Uses.Functions.insert(W.functionAround(*At));
    }
    auto [Begin, End] = W.functionAround(AliasKey);
    blockUnseen(isa<CXXMethodDecl>(A.Declaration) ? A.Path.front()->getName()
                                                  : A.Declaration->getName(),
                Begin, End);
    // What stands in it may be in a file that is not read here.
    if (End != ~0u && llvm::any_of(W.Includes, [&](unsigned At) {
          return Begin <= At && At <= End;
        }))
      block(A.Declaration->getLocation(), messages::FunctionOfSeveralFiles());
  }
}

} // namespace warplint
