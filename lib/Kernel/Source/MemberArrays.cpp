//===- MemberArrays.cpp - Arrays, and members that are arrays -------------===//

#include "warplint/Kernel/MemberArrays.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

std::string SharedArray::member() const {
  std::string Name;
  for (const FieldDecl *F : Path)
    Name += (Name.empty() ? "" : ".") + F->getNameAsString();
  return Name;
}

std::string SharedArray::name() const {
  const VarDecl *Named = CastTo ? CastTo : Variable;
  const std::string Own = Named->getNameAsString();
  const bool IsArrow = CastTo && CastTo->getType()->isPointerType();
  return isMember() ? Own + (IsArrow ? "->" : ".") + member() : Own;
}

const RecordDecl *structureOf(QualType T) {
  T = T.getNonReferenceType();
  return (T->isPointerType() ? T->getPointeeType() : T)->getAsRecordDecl();
}

const DeclRefExpr *memoryUnder(const ExplicitCastExpr &Cast) {
  const Expr *E = Cast.getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *First = dyn_cast<ArraySubscriptExpr>(E))
    if (const auto *I =
            dyn_cast<IntegerLiteral>(First->getIdx()->IgnoreParenImpCasts());
        I && I->getValue() == 0)
      E = First->getBase()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  return Name && Name->getType()->isArrayType() && structureOf(Cast.getType())
             ? Name
             : nullptr;
}

namespace {

/// What a function does with dynamic memory.
class MemoryUses : public DynamicRecursiveASTVisitor {
public:
  explicit MemoryUses(const VarDecl &V) : V(V) {}

  CastMemory found() const {
    if (!AreCasts || Uses != Casts)
      return {};
    const auto *const Name = llvm::find_if(Names, [&](const VarDecl *D) {
      return structureOf(D->getType()) == Structure;
    });
    return {Structure, Name == Names.end() ? nullptr : *Name};
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Uses += E->getDecl() == &V;
    return Uses <= Casts; // The cast around it is visited first.
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    const DeclRefExpr *Name = memoryUnder(*E);
    if (!Name || Name->getDecl() != &V)
      return true;
    const RecordDecl *Own = structureOf(E->getType());
    AreCasts &= Casts++ == 0 || Own == Structure;
    Structure = Own;
    return true;
  }
  bool VisitVarDecl(VarDecl *D) override {
    if (D->hasInit() && structureOf(D->getType()) &&
        (D->getType()->isReferenceType() || D->getType()->isPointerType()))
      Names.push_back(D);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    return E->isIncrementDecrementOp() || E->getOpcode() == UO_AddrOf
               ? see(*E->getSubExpr())
               : true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    return E->isAssignmentOp() ? see(*E->getLHS()) : true;
  }

private:
  const VarDecl &V;
  const RecordDecl *Structure = nullptr;
  llvm::SmallVector<const VarDecl *, 2> Names;
  unsigned Uses = 0, Casts = 0;
  bool AreCasts = true;

  /// \p Changed may change: no pointer to a structure does.
  bool see(const Expr &Changed) {
    AreCasts &=
        !Changed.getType()->isPointerType() || !structureOf(Changed.getType());
    return AreCasts;
  }
};

} // namespace

CastMemory castMemory(const VarDecl &V) {
  if (!V.getType()->isIncompleteArrayType())
    return {};
  // Functions that declare it as well may do anything with it.
  for (const VarDecl *D : V.redecls()) {
    const auto *In = dyn_cast<FunctionDecl>(D->getLexicalDeclContext());
    if (!In || !In->hasAttr<CUDAGlobalAttr>())
      return {};
  }
  const auto *Kernel = cast<FunctionDecl>(V.getLexicalDeclContext());
  if (Kernel->isDependentContext() || !Kernel->doesThisDeclarationHaveABody())
    return {};
  MemoryUses Uses(V);
  Uses.TraverseStmt(Kernel->getBody());
  return Uses.found();
}

uint64_t bytesAround(const ASTContext &Context, const SharedArray &Member) {
  return Context
      .getTypeSizeInChars(
          Context.getCanonicalTagType(Member.Path.front()->getParent()))
      .getQuantity();
}

static void addMembers(const ASTContext &Context, const RecordDecl *Record,
                       const SharedArray &Around,
                       std::vector<SharedArray> &To) {
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion() || Record->isInvalidDecl() ||
      Record->isDependentContext())
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const FieldDecl *F : Record->fields()) {
    if (F->isBitField() || !F->getDeclName())
      continue;
    SharedArray Own = Around;
    Own.Path.push_back(F);
    Own.Offset +=
        Context.toCharUnitsFromBits(Layout.getFieldOffset(F->getFieldIndex()))
            .getQuantity();
    if (Context.getAsConstantArrayType(F->getType()))
      To.push_back(std::move(Own));
    else
      addMembers(Context, F->getType()->getAsRecordDecl(), Own, To);
  }
}

std::vector<SharedArray> memberArrays(const ASTContext &Context,
                                      const VarDecl &V) {
  std::vector<SharedArray> All;
  const CastMemory Seen = castMemory(V);
  SharedArray Whole = {&V};
  Whole.CastTo = Seen.Name;
  addMembers(Context,
             Seen.Structure ? Seen.Structure : V.getType()->getAsRecordDecl(),
             Whole, All);
  return All;
}

/// \p D is a name of the structure that the dynamic memory \p V is cast to.
static bool isCastOf(const ValueDecl &D, const VarDecl &V) {
  const auto *Named = dyn_cast<VarDecl>(&D);
  const Expr *Init = Named ? Named->getInit() : nullptr;
  if (!Init || !V.getType()->isIncompleteArrayType())
    return false;
  Init = Init->IgnoreParenImpCasts();
  if (const auto *First = dyn_cast<UnaryOperator>(Init);
      First && First->getOpcode() == UO_Deref)
    Init = First->getSubExpr()->IgnoreParenImpCasts();
  const auto *Cast = dyn_cast<ExplicitCastExpr>(Init);
  const DeclRefExpr *Memory = Cast ? memoryUnder(*Cast) : nullptr;
  return Memory && Memory->getDecl() == &V;
}

std::optional<SharedArray> memberNamedBy(const ASTContext &Context,
                                         const VarDecl &V, const Stmt *Access) {
  const auto *E = dyn_cast_or_null<Expr>(Access);
  llvm::SmallVector<const ValueDecl *, 4> Path;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      // What came before is a part of the element.
      Path.clear();
      E = S->getBase();
    } else if (const auto *M = dyn_cast<MemberExpr>(E);
               M && (!M->isArrow() || V.getType()->isIncompleteArrayType())) {
      Path.insert(Path.begin(), M->getMemberDecl());
      E = M->getBase();
    } else {
      break;
    }
  }
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(E);
  if (!Name || (Name->getDecl() != &V && !isCastOf(*Name->getDecl(), V)))
    return std::nullopt;
  for (SharedArray &A : memberArrays(Context, V))
    if (llvm::equal(A.Path, Path))
      return std::move(A);
  return std::nullopt;
}

} // namespace warplint
