//===- TensorMaps.cpp - Which tensor map a launch passes ------------------===//

#include "TensorMaps.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Wrappers of wrappers of the driver's function; only guards against loops.
static constexpr unsigned MaximumMapDepth = 12;

static bool isSwizzle(QualType Type) {
  const auto *Enum = Type->getAs<EnumType>();
  return Enum && Enum->getDecl()->getName().starts_with("CUtensorMapSwizzle");
}

/// The driver's function, or a pointer to it.
static bool isEncode(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  // (map, type, rank, address, lengths, strides, box, element strides,
  //  interleave, swizzle, promotion, fill)
  return Call.getNumArgs() == 12 && (!Callee || !Callee->hasBody()) &&
         isSwizzle(Call.getArg(9)->getType());
}

static const FunctionDecl *functionOf(const ValueDecl &Place) {
  for (const DeclContext *In = Place.getDeclContext(); In; In = In->getParent())
    if (const auto *Function = dyn_cast<FunctionDecl>(In))
      return Function;
  return nullptr;
}

/// CUtensorMapDataType, by its values.
static unsigned bytesOfType(uint64_t Type) {
  static constexpr unsigned Bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return Type < std::size(Bytes) ? Bytes[Type] : 0;
}

/// Its elements, where \p Lengths is an array with an initialiser.
std::vector<uint64_t> TensorMaps::boxOf(const Expr *Lengths, unsigned Rank,
                                        const HostCall *Frame) {
  const Expr *E = withoutWraps(Lengths);
  if (const auto *Data = dyn_cast<CXXMemberCallExpr>(E)) // std::array::data().
    E = withoutWraps(Data->getImplicitObjectArgument());
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    E = Variable && !uses().isChanged(*Variable) ? Variable->getInit()
                                                 : nullptr;
  }
  const auto *List =
      E ? dyn_cast<InitListExpr>(E->IgnoreUnlessSpelledInSource()) : nullptr;
  while (List && List->getNumInits() == 1 &&
         isa<InitListExpr>(List->getInit(0)->IgnoreParenImpCasts()))
    List = cast<InitListExpr>(List->getInit(0)->IgnoreParenImpCasts());
  std::vector<uint64_t> Box;
  for (unsigned N = 0; List && N < Rank; ++N) {
    const auto Length = N < List->getNumInits()
                            ? Values.integer(List->getInit(N), Frame)
                            : std::nullopt;
    if (!Length || Length->getActiveBits() > 16 || Length->isZero())
      return {};
    Box.push_back(Length->getZExtValue());
  }
  return Box;
}

std::optional<TensorMapRecord> TensorMaps::encodedBy(const CallExpr &Call,
                                                     const HostCall *Frame) {
  auto Number = [&](unsigned N) -> std::optional<uint64_t> {
    const auto Value = Values.integer(Call.getArg(N), Frame);
    return Value && Value->getActiveBits() <= 32
               ? std::optional(Value->getZExtValue())
               : std::nullopt;
  };
  const auto Type = Number(1), Rank = Number(2), Swizzle = Number(9);
  // Behind them are modes of 128 bytes in atoms of 32 and 64.
  if (Number(8) != 0 || !Swizzle || *Swizzle >= AllSwizzleModes.size())
    return std::nullopt;
  TensorMapRecord R;
  R.Mode = SwizzleMode(*Swizzle);
  R.ElementBytes = Type ? bytesOfType(*Type) : 0;
  if (Rank)
    R.Box = boxOf(Call.getArg(6), *Rank, Frame);
  R.Where = placeOf(Context.getSourceManager(), Call.getBeginLoc());
  return R;
}

TensorMaps::Encodings TensorMaps::passedTo(const TensorMapUse &U,
                                           const HostCall *Frame) {
  if (isEncode(*U.Call)) {
    auto Map = U.Argument == 0 ? encodedBy(*U.Call, Frame) : std::nullopt;
    return Map ? Encodings({*Map}) : std::nullopt;
  }
  const FunctionDecl *Callee = U.Call->getDirectCallee();
  const FunctionDecl *Defined = Callee ? Callee->getDefinition() : nullptr;
  if (!Defined || U.Argument >= Defined->getNumParams())
    return std::nullopt;
  const ParmVarDecl &Parameter = *Defined->getParamDecl(U.Argument);
  if (!uses().of(Parameter))
    return std::vector<TensorMapRecord>(); // It only looks.
  const HostCall Inner{Defined, HostValues::arguments(*U.Call), Frame};
  return putInto(Parameter, &Inner);
}

/// What is put into \p Place, a local variable or parameter of the function that
/// was entered through \p Frame, or something that lives longer.
TensorMaps::Encodings TensorMaps::putInto(const ValueDecl &Place,
                                          const HostCall *Frame) {
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  const std::vector<TensorMapUse> *All = uses().of(Place);
  if (Depth > MaximumMapDepth || !All)
    return std::nullopt;
  const FunctionDecl *Owner = functionOf(Place);
  const auto *Variable = dyn_cast<VarDecl>(&Place);
  const bool IsLocal = Owner && Variable && Variable->hasLocalStorage();
  std::vector<TensorMapRecord> Found;
  for (const TensorMapUse &U : *All) {
    const HostCall *Known = IsLocal && U.In == Owner ? Frame : nullptr;
    if (U.Value) {
      const Expr *E = withoutWraps(U.Value);
      // A pointer without an aim yet, or a map without content.
      const auto *Made = dyn_cast<CXXConstructExpr>(E);
      const auto *List = dyn_cast<InitListExpr>(E);
      if ((Made && Made->getNumArgs() == 0) || isa<ImplicitValueInitExpr>(E) ||
          (List && !holdsMap(List->getType())) ||
          (List && llvm::all_of(List->inits(),
                                [](const Expr *I) {
                                  return isa<ImplicitValueInitExpr>(I) ||
                                         !holdsMap(I->getType());
                                })) ||
          E->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNull))
        continue;
    }
    Encodings Put = U.Value ? encodingsOf(U.Value, Known) : passedTo(U, Known);
    if (!Put)
      return std::nullopt;
    llvm::append_range(Found, *Put);
  }
  return Found;
}

namespace {

class ReturnVisitor : public DynamicRecursiveASTVisitor {
public:
  bool VisitReturnStmt(ReturnStmt *Return) override {
    Values.push_back(Return->getRetValue());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }

  std::vector<const Expr *> Values;
};

} // namespace

TensorMaps::Encodings TensorMaps::returnedBy(const FunctionDecl &Callee,
                                             const HostCall &Frame) {
  ReturnVisitor Returns;
  Returns.TraverseStmt(Callee.getBody());
  std::vector<TensorMapRecord> All;
  for (const Expr *Value : Returns.Values) {
    Encodings Found = Value ? encodingsOf(Value, &Frame) : std::nullopt;
    if (!Found)
      return std::nullopt;
    llvm::append_range(All, *Found);
  }
  return All;
}

/// What a call passes as \p Parameter: the one of \p Frame, or all that there are.
TensorMaps::Encodings TensorMaps::givenTo(const ParmVarDecl &Parameter,
                                          const HostCall *Frame) {
  const FunctionDecl *Owner = functionOf(Parameter);
  const unsigned Index = Parameter.getFunctionScopeIndex();
  for (; Frame; Frame = Frame->Caller)
    if (Frame->Callee == Owner)
      return Index < Frame->Arguments.size()
                 ? encodingsOf(Frame->Arguments[Index], Frame->Caller)
                 : std::nullopt;
  const std::vector<const CallExpr *> *Calls = uses().callsOf(Owner);
  if (!Calls)
    return std::nullopt;
  std::vector<TensorMapRecord> All;
  for (const CallExpr *Call : *Calls) {
    const auto Arguments = HostValues::arguments(*Call);
    Encodings Found = Index < Arguments.size()
                          ? encodingsOf(Arguments[Index], nullptr)
                          : std::nullopt;
    if (!Found)
      return std::nullopt;
    llvm::append_range(All, *Found);
  }
  return All;
}

/// The encodings that the map which \p E is or points to may have.
TensorMaps::Encodings TensorMaps::encodingsOf(const Expr *E,
                                              const HostCall *Frame) {
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  if (Depth > MaximumMapDepth)
    return std::nullopt;
  E = withoutWraps(E);
  if (const auto *Select = dyn_cast<ConditionalOperator>(E)) {
    Encodings A = encodingsOf(Select->getTrueExpr(), Frame);
    Encodings B = encodingsOf(Select->getFalseExpr(), Frame);
    if (!A || !B)
      return std::nullopt;
    llvm::append_range(*A, *B);
    return A;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const FunctionDecl *Defined = Callee ? Callee->getDefinition() : nullptr;
    if (!Defined || !Defined->getBody())
      return std::nullopt;
    // std::forward and std::move.
    if (Callee->isInStdNamespace() && Call->getNumArgs() == 1)
      return encodingsOf(Call->getArg(0), Frame);
    const HostCall Inner{Defined, HostValues::arguments(*Call), Frame};
    return returnedBy(*Defined, Inner);
  }
  const ValueDecl *Place = placeNamed(E);
  if (!Place)
    return std::nullopt;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Place))
    return givenTo(*Parameter, Frame);
  return putInto(*Place, Frame);
}

/// The one that all of \p Found are, but for the place.
std::optional<TensorMapRecord> TensorMaps::agreed(Encodings Found) const {
  if (!Found || Found->empty())
    return std::nullopt;
  TensorMapRecord One = Found->front();
  for (const TensorMapRecord &R : *Found) {
    if (R.Mode != One.Mode)
      return std::nullopt;
    if (R.ElementBytes != One.ElementBytes)
      One.ElementBytes = 0;
    if (R.Box != One.Box)
      One.Box.clear();
  }
  return One;
}

/// Calls \p Visit with the fields of \p Type, and of what lies in it, that are maps,
/// and where they begin in bytes behind \p Start.
static void
forEachMapIn(const ASTContext &Context, QualType Type, uint64_t Start,
             llvm::function_ref<void(const FieldDecl &, uint64_t)> Visit) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isInvalidDecl() || Record->isDependentType() ||
      Record->isUnion())
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const auto *Of = Base.getType()->getAsCXXRecordDecl();
          Of && !Base.isVirtual())
        forEachMapIn(Context, Base.getType(),
                     Start + Layout.getBaseClassOffset(Of).getQuantity(),
                     Visit);
  for (const FieldDecl *Field : Record->fields()) {
    const uint64_t At = Start + Layout.getFieldOffset(Field->getFieldIndex()) /
                                    Context.getCharWidth();
    if (!holdsMap(Field->getType()))
      forEachMapIn(Context, Field->getType(), At, Visit);
    else if (!Field->getType()->isPointerType())
      Visit(*Field, At);
  }
}

std::vector<TensorMapRecord>
TensorMaps::of(const FunctionDecl &Kernel,
               llvm::ArrayRef<const Expr *> Arguments, const HostCall *Frame) {
  std::vector<TensorMapRecord> Maps;
  auto Add = [&](unsigned Parameter, uint64_t Offset, Encodings Found) {
    if (auto Map = agreed(std::move(Found))) {
      Map->Parameter = Parameter;
      Map->Offset = Offset;
      Maps.push_back(std::move(*Map));
    }
  };
  const size_t Count =
      std::min<size_t>(Kernel.getNumParams(), Arguments.size());
  for (unsigned N = 0; N != Count; ++N) {
    const QualType Type =
        Kernel.getParamDecl(N)->getType().getNonReferenceType();
    if (Type->isDependentType() || Arguments[N]->isTypeDependent())
      continue;
    if (holdsMap(Type)) {
      Add(N, 0, encodingsOf(Arguments[N], Frame));
      continue;
    }
    forEachMapIn(Context, Type, 0,
                 [&](const FieldDecl &Field, uint64_t Offset) {
                   Add(N, Offset, putInto(Field, nullptr));
                 });
  }
  return Maps;
}

} // namespace warplint
