//===- MemberArrays.cpp - Arrays, and members that are arrays -------------===//

#include "warplint/Kernel/MemberArrays.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
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
  const std::string Own = Variable->getNameAsString();
  return isMember() ? Own + "." + member() : Own;
}

static void addMembers(const ASTContext &Context, QualType Of,
                       const SharedArray &Around,
                       std::vector<SharedArray> &To) {
  const auto *Record = Of->getAsRecordDecl();
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
      addMembers(Context, F->getType(), Own, To);
  }
}

std::vector<SharedArray> memberArrays(const ASTContext &Context,
                                      const VarDecl &V) {
  std::vector<SharedArray> All;
  addMembers(Context, V.getType(), {&V}, All);
  return All;
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
    } else if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
      Path.insert(Path.begin(), M->getMemberDecl());
      E = M->getBase();
    } else {
      break;
    }
  }
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(E);
  if (!Name || Name->getDecl() != &V)
    return std::nullopt;
  for (SharedArray &A : memberArrays(Context, V))
    if (llvm::equal(A.Path, Path))
      return std::move(A);
  return std::nullopt;
}

} // namespace warplint
