//===- KernelText.cpp - What a kernel's declaration says ------------------===//

#include "KernelText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

static const FieldDecl *fieldOf(QualType Type, StringRef Name) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (Record)
    for (const FieldDecl *Field : Record->fields())
      if (Field->getDeclName().isIdentifier() && Field->getName() == Name)
        return Field;
  return nullptr;
}

static ParameterPart::Kind kindOf(QualType Type) {
  using Kind = ParameterPart::Kind;
  if (Type->isIntegralOrEnumerationType())
    return Type->isUnsignedIntegerOrEnumerationType() ? Kind::Unsigned
                                                      : Kind::Signed;
  return Type->isPointerType() ? Kind::Pointer : Kind::Other;
}

std::optional<ParameterPart> partOf(const FunctionDecl &Kernel, unsigned Index,
                                    StringRef Path) {
  if (Index >= Kernel.getNumParams())
    return std::nullopt;
  const ParmVarDecl &Parameter = *Kernel.getParamDecl(Index);
  std::string Whole = Parameter.getNameAsString();
  if (!Path.empty())
    Whole += "." + Path.str();
  QualType Type = Parameter.getType();
  uint64_t Bits = 0;
  while (!Path.empty()) {
    StringRef Name;
    std::tie(Name, Path) = Path.split('.');
    const FieldDecl *Field = fieldOf(Type, Name);
    if (!Field || Field->isBitField() || Field->getParent()->isInvalidDecl() ||
        Field->getParent()->isDependentContext())
      return std::nullopt;
    Bits += Kernel.getASTContext().getFieldOffset(Field);
    Type = Field->getType();
  }
  return ParameterPart{std::move(Whole), kindOf(Type), Index, Bits / 8};
}

static void addPartNames(QualType Type, const std::string &Name, unsigned Depth,
                         std::vector<std::string> &Names) {
  if (kindOf(Type) != ParameterPart::Kind::Other) {
    Names.push_back(Name);
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Depth == 3)
    return;
  for (const FieldDecl *Field : Record->fields())
    addPartNames(Field->getType(), Name + "." + Field->getNameAsString(),
                 Depth + 1, Names);
}

std::vector<std::string> partNames(const FunctionDecl &Kernel) {
  std::vector<std::string> Names;
  for (const ParmVarDecl *Parameter : Kernel.parameters())
    if (Parameter->getIdentifier())
      addPartNames(Parameter->getType(), Parameter->getName().str(), 0, Names);
  return Names;
}

namespace {

/// Loops that stand behind words of clang's alone.
class IgnoredHints : public DynamicRecursiveASTVisitor {
public:
  explicit IgnoredHints(const ASTContext &AST) : AST(AST) {}
  std::set<SourceView::DebugPlace> Loops;

  bool VisitAttributedStmt(AttributedStmt *S) override {
    bool HasIgnored = false;
    for (const Attr *A : S->getAttrs())
      if (const auto *Hint = dyn_cast<LoopHintAttr>(A)) {
        if (!isIgnored(*Hint))
          return true;
        HasIgnored = true;
      }
    const SourceManager &SM = AST.getSourceManager();
    const PresumedLoc At =
        SM.getPresumedLoc(SM.getExpansionLoc(S->getSubStmt()->getBeginLoc()));
    if (HasIgnored && At.isValid())
      Loops.insert({At.getLine(), At.getColumn()});
    return true;
  }

private:
  bool isIgnored(const LoopHintAttr &Hint) const {
    if (Hint.getSemanticSpelling() != LoopHintAttr::Pragma_unroll ||
        isOfGcc(Hint.getLocation()))
      return true;
    const Expr *Count = Hint.getValue();
    Expr::EvalResult Value;
    return Count && !Count->isValueDependent() &&
           Count->EvaluateAsInt(Value, AST) && Value.Val.getInt().isZero();
  }

  /// `#pragma GCC unroll`, at its second word.
  bool isOfGcc(SourceLocation At) const {
    const SourceManager &SM = AST.getSourceManager();
    const auto [File, Offset] = SM.getDecomposedSpellingLoc(At);
    return SM.getBufferData(File).take_front(Offset).rtrim().ends_with("GCC");
  }

  const ASTContext &AST;
};

} // namespace

std::set<SourceView::DebugPlace> loopsLeftAlone(const FunctionDecl &F) {
  IgnoredHints Ignored(F.getASTContext());
  if (Stmt *Body = F.getBody())
    Ignored.TraverseStmt(Body);
  return std::move(Ignored.Loops);
}

} // namespace warplint
