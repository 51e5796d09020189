//===- SharedObjects.cpp - Objects of classes in shared memory ------------===//

#include "SharedObjects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace warplint {

static void complete(Sema &S, VarDecl &V) {
  if (!V.getType()->isDependentType() &&
      S.RequireCompleteType(V.getLocation(),
                            S.Context.getBaseElementType(V.getType()),
                            diag::err_typecheck_decl_incomplete_type))
    V.setInvalidDecl();
}

namespace {

class SharedAttr : public ParsedAttrInfo {
public:
  SharedAttr() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, "warplint_shared"}};
    Spellings = Names;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      return AttributeNotApplied;
    if (V->hasLocalStorage() &&
        S.CUDA().DiagIfHostCode(A.getLoc(), diag::err_cuda_host_shared)
            << S.CUDA().CurrentTarget())
      return AttributeNotApplied;
    V->addAttr(CUDASharedAttr::Create(S.Context, A));
    const Type *Of = V->getType()->getBaseElementTypeUnsafe();
    if (V->isLocalVarDecl() && !V->hasExternalStorage() &&
        (Of->isRecordType() || Of->isDependentType())) {
      V->addAttr(AliasAttr::CreateImplicit(S.Context, "", A));
      complete(S, *V);
    }
    return AttributeApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<SharedAttr>
    Registration("warplint_shared", "a __shared__ variable of any type");

void completeSharedObjects(Sema &S, DeclGroupRef Group) {
  for (Decl *D : Group)
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->isTemplateInstantiation() && !F->isDependentContext())
      for (Decl *Inner : F->decls())
        if (auto *V = dyn_cast<VarDecl>(Inner);
            V && V->hasAttr<CUDASharedAttr>() && V->hasAttr<AliasAttr>() &&
            !V->isInvalidDecl())
          complete(S, *V);
}

} // namespace warplint
