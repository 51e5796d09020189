//===- BlockSizeAttr.cpp - nvcc's __block_size__((x, y, z)) ---------------===//
//
// nvcc lets a kernel fix its block: __block_size__((32, 8, 1)), which CUDA's
// host_defines.h turns into __attribute__((block_size((32, 8, 1)))). Clang 22
// does not know the attribute and ignores it. It is taught it here, in this
// process, as an attribute plugin would: the block is kept as the
// reqd_work_group_size that OpenCL has for the same purpose, whose template
// arguments Sema substitutes.
//
// An optional second tuple gives the size of a cluster, which no access depends
// on.
//
//===----------------------------------------------------------------------===//

#include "warplint/Kernel/Launch.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

static constexpr llvm::StringLiteral Annotation = "warplint.block_size";

namespace {

/// The elements of (x, y, z), which Clang parses as comma operators.
void addElements(Expr *Tuple, llvm::SmallVectorImpl<Expr *> &Elements) {
  Tuple = Tuple->IgnoreParens();
  if (auto *Comma = dyn_cast<BinaryOperator>(Tuple);
      Comma && Comma->isCommaOp()) {
    addElements(Comma->getLHS(), Elements);
    addElements(Comma->getRHS(), Elements);
    return;
  }
  Elements.push_back(Tuple);
}

class BlockSizeAttr : public ParsedAttrInfo {
public:
  BlockSizeAttr() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "block_size"}};
    Spellings = Names;
    NumArgs = 1;
    OptArgs = 1;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attribute) const override {
    if (!isa<FunctionDecl>(D) || Attribute.getNumArgs() == 0 ||
        !Attribute.isArgExpr(0))
      return AttributeNotApplied;
    llvm::SmallVector<Expr *, 3> Size;
    addElements(Attribute.getArgAsExpr(0), Size);
    Attr *Kept = S.CreateAnnotationAttr(Attribute, Annotation, Size);
    if (!Kept) // Not constant: Sema has said so.
      return AttributeNotApplied;
    D->addAttr(Kept);
    return AttributeApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<BlockSizeAttr>
    Registration("block_size", "the size of a kernel's block");

static std::optional<unsigned> dimension(const Expr *Size,
                                         const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!Size || Size->isValueDependent() ||
      !Size->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const llvm::APSInt &V = Result.Val.getInt();
  if (V.isNegative() || V.isZero() || V.getActiveBits() > 31)
    return std::nullopt;
  return static_cast<unsigned>(V.getZExtValue());
}

std::optional<LaunchRecord> requiredBlock(const FunctionDecl &Kernel) {
  const ASTContext &Context = Kernel.getASTContext();
  for (const auto *Kept : Kernel.specific_attrs<AnnotateAttr>()) {
    if (Kept->getAnnotation() != Annotation || Kept->args_size() > 3)
      continue;
    // Dimensions that are left out are 1, as in a dim3.
    std::optional<unsigned> Size[] = {1, 1, 1};
    for (auto [Element, Into] : llvm::zip(Kept->args(), Size))
      Into = dimension(Element, Context);
    if (!Size[0] || !Size[1] || !Size[2])
      continue;
    return LaunchRecord{{Size[0], Size[1], Size[2]},
                        LaunchSource::Attribute,
                        toPlace(Context.getSourceManager(),
                                Context.getLangOpts(), Kept->getRange())};
  }
  return std::nullopt;
}

std::optional<unsigned> maximumThreads(const FunctionDecl &Kernel) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  return dimension(Bounds ? Bounds->getMaxThreads() : nullptr,
                   Kernel.getASTContext());
}

} // namespace warplint
