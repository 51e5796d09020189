//===- CoalescingAdvice.cpp - What to write instead -----------------------===//

#include "CoalescingAdvice.h"
#include "TypicalLeaves.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "warplint/Messages/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// float3 and its like: what each of its members is, anybody can keep elsewhere.
static bool isVectorType(const clang::RecordDecl &Record) {
  return all_of(Record.fields(), [](const clang::FieldDecl *Member) {
    const StringRef Name = Member->getName();
    return Name.size() == 1 && StringRef("xyzw").contains(Name);
  });
}

static bool isOfHeader(const clang::ASTContext &Context, clang::QualType Type) {
  const clang::RecordDecl *Record = Type->getAsRecordDecl();
  return Record && !Type->isIncompleteType() &&
         Context.getSourceManager().isInSystemHeader(Record->getLocation());
}

static bool isForeign(const clang::ASTContext &Context, clang::QualType Type) {
  return isOfHeader(Context, Type) && !isVectorType(*Type->getAsRecordDecl());
}

static void describe(const clang::ASTContext &Context, clang::QualType Type,
                     AccessedRecord &Found) {
  Found.Name = shortName(
      Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy()));
  Found.Bytes = Context.getTypeSizeInChars(Type).getQuantity();
  Found.Align = Context.getTypeAlignInChars(Type).getQuantity();
  Found.IsForeign = isForeign(Context, Type);
  Found.IsVector = isOfHeader(Context, Type) && !Found.IsForeign;
}

AccessedRecord accessedRecord(const clang::ASTContext &Context,
                              const clang::Stmt *Written) {
  AccessedRecord Found;
  const auto *E = dyn_cast_or_null<clang::Expr>(Written);
  if (!E)
    return Found;
  // A function of a header works on what its argument points to.
  if (const auto *Call = dyn_cast<clang::CallExpr>(E->IgnoreParenImpCasts())) {
    for (const clang::Expr *Argument : Call->arguments()) {
      const clang::QualType Pointee = Argument->getType()->getPointeeType();
      if (Pointee.isNull())
        continue;
      if (!isForeign(Context, Pointee))
        return {};
      describe(Context, Pointee, Found);
    }
    return Found;
  }
  // The outermost structure of a chain p[i].a[j].b is the array's element.
  clang::QualType Type = E->IgnoreParenImpCasts()->getType();
  Found.IsVolatile = Type.isVolatileQualified();
  for (E = E->IgnoreParenImpCasts();;) {
    const clang::Expr *Base = nullptr;
    if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
      Base = Member->getBase()->IgnoreParenImpCasts();
      Found.IsMember = true;
      Type = Base->getType();
      if (Member->isArrow())
        Type = Type->getPointeeType();
      if (Member->isArrow())
        break;
    } else if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E)) {
      Base = Element->getBase()->IgnoreParenImpCasts();
      if (!Base->getType()->isArrayType())
        break;
    }
    if (!Base)
      break;
    E = Base;
  }
  if (Type->isRecordType() && !Type->isIncompleteType())
    describe(Context, Type, Found);
  return Found;
}

namespace {

/// How an address changes, for typical values of the unknowns.
class Probe {
public:
  Probe(const KernelModel &Kernel, const LaneExpr *Address,
        const LaunchShape &Shape, unsigned Trial)
      : Context(*Kernel.Context), Address(Address),
        At(typicalLeaves(Kernel, Shape, Trial)) {
    At.ThreadIdx = {1, 1, 0};
  }

  std::optional<int64_t> alongAxis(unsigned Axis) {
    return changed(At.ThreadIdx[Axis]);
  }
  std::optional<int64_t> alongLoop(unsigned Loop) {
    return changed(At.Iterations[Loop]);
  }
  std::optional<int64_t> alongSymbol(unsigned Number) {
    return changed(At.Symbols[Number]);
  }

private:
  /// How the address changes where \p Leaf is one more.
  template <typename Number> std::optional<int64_t> changed(Number &Leaf) {
    const auto Before = evaluate(Context, Address, At);
    ++Leaf;
    const auto After = evaluate(Context, Address, At);
    --Leaf;
    if (!Before || !After)
      return std::nullopt;
    return SignExtend64(*After - *Before, Address->width());
  }

  const LaneContext &Context;
  const LaneExpr *Address;
  LeafValues At;
};

/// A distance, as far as it is known.
struct Distance {
  bool IsKnown = false;
  int64_t Bytes = 0;
  bool IsConstant = false; ///< The same for other values of the unknowns.

  bool is(uint64_t Size) const { return IsConstant && Bytes == int64_t(Size); }
  uint64_t magnitude() const { return Bytes < 0 ? -uint64_t(Bytes) : Bytes; }
};

template <typename Measure>
Distance distanceBy(const KernelModel &Kernel, const LaneExpr *Address,
                    const LaunchShape &Shape, Measure Measured) {
  Probe First(Kernel, Address, Shape, 0), Second(Kernel, Address, Shape, 1);
  const std::optional<int64_t> A = Measured(First), B = Measured(Second);
  if (!A || !B)
    return {};
  return {true, *A, *A == *B};
}

/// Bytes a lane.
constexpr uint64_t WidestAccess = 16;

std::string recordAdvice(const AccessedRecord &R, const KernelAccess &Access,
                         const LaneStretches &Touched) {
  auto Advise = [&](const std::string &What) {
    return messages::RecordAdvice(R.Name, R.Bytes, What);
  };
  // A wider store would overwrite the members that this one leaves alone, and no
  // atomic is wider.
  const bool MayTakeAll = Access.Effect == AccessEffect::Read ||
                          (Access.Effect == AccessEffect::Write &&
                           Touched.aroundRequest() >= R.Bytes);
  const char *Verb = Access.Effect == AccessEffect::Write ? "store" : "load";
  if (R.IsMember && R.Bytes <= WidestAccess && R.Align == R.Bytes && MayTakeAll)
    return Advise(messages::AccessAll(8 * R.Bytes, Verb));
  if (R.IsForeign)
    return Advise(messages::LayoutOfHeader());
  if (R.IsMember && R.Bytes <= WidestAccess && isPowerOf2_64(R.Bytes) &&
      MayTakeAll && Touched.aroundRequest() >= R.Bytes)
    return Advise(messages::AlignRecord(R.Bytes, 8 * R.Bytes, Verb));
  if (R.Bytes == 12 && R.Align == 4 && MayTakeAll)
    return Advise(messages::SplitOrPad());
  return Advise(messages::SplitRecord());
}

/// Rows that one element more keeps out of one bank: of wider elements, which
/// wavefronts take in parts, other paddings do that.
std::string throughTile(const KernelAccess &Access) {
  return messages::ThroughTile() +
         (Access.BytesPerLane == 4 ? " ([32][33] of 32-bit elements)" : "");
}

/// Of so many bytes, 2 to 16.
const char *vectorTypeOf(uint64_t Bytes) {
  return Bytes == 16  ? "float4"
         : Bytes == 8 ? "float2"
         : Bytes == 4 ? "uchar4"
                      : "uchar2";
}

/// Lanes at most as far apart as one access of 16 bytes reaches.
std::string closeAdvice(uint64_t Bytes, const KernelAccess &Access,
                        const LaneStretches &Touched) {
  std::string Text = messages::LanesApart(Bytes);
  if (Access.Effect == AccessEffect::Update)
    return Text;
  return messages::OrMoveAll(
      Text, Touched.aroundRequest() >= Bytes ? "since" : "if",
      Access.Effect == AccessEffect::Write ? "stores" : "needs", Bytes,
      vectorTypeOf(Bytes));
}

} // namespace

std::optional<int64_t> laneDistance(const KernelModel &Kernel,
                                    const KernelAccess &Access,
                                    const LaunchShape &Shape) {
  const Distance X = distanceBy(Kernel, Access.Address, Shape,
                                [](Probe &P) { return P.alongAxis(0); });
  return X.IsConstant ? std::optional(X.Bytes) : std::nullopt;
}

bool isPartOfRecord(const KernelModel &Kernel, const KernelAccess &Access,
                    ArrayRef<KernelAccess> All, const AccessedRecord &Record,
                    const LaunchShape &Shape) {
  const std::optional<int64_t> Apart = laneDistance(Kernel, Access, Shape);
  if (!Apart || uint64_t(std::abs(*Apart)) > WidestAccess ||
      std::abs(*Apart) <= int64_t(Access.BytesPerLane) ||
      Access.Effect == AccessEffect::Update ||
      (!Record.Name.empty() && !Record.IsVector) || hasNeighbours(Access, All))
    return false;
  const LaneContext &C = *Kernel.Context;
  for (unsigned Trial : {0, 1}) {
    // Everything moves it by whole records.
    Probe P(Kernel, Access.Address, Shape, Trial);
    const auto IsWhole = [&](std::optional<int64_t> Moved) {
      return Moved && *Moved % *Apart == 0;
    };
    LeafValues At = typicalLeaves(Kernel, Shape, Trial);
    for (unsigned N = 0; N < C.numSymbols(); ++N)
      if (isBase(Kernel, N))
        At.Symbols[N] = 0;
      else if (!IsWhole(P.alongSymbol(N)))
        return false;
    if (!IsWhole(P.alongAxis(1)) || !IsWhole(P.alongAxis(2)) ||
        !all_of(Access.Loops,
                [&](unsigned Loop) { return IsWhole(P.alongLoop(Loop)); }))
      return false;
    // p[4 * i] alone may be elements a stride apart.
    const auto Begin = evaluate(C, Access.Address, At);
    if (!Begin || (!Record.IsVector && int64_t(*Begin) % *Apart == 0))
      return false;
  }
  return true;
}

std::string coalescingAdvice(const KernelModel &Kernel,
                             const KernelAccess &Access,
                             const AccessedRecord &Record,
                             const LaneStretches &Touched,
                             const LaunchShape &Shape) {
  auto Along = [&](auto Measured) {
    return distanceBy(Kernel, Access.Address, Shape, Measured);
  };
  const unsigned Element = Access.BytesPerLane;
  const Distance X = Along([](Probe &P) { return P.alongAxis(0); });
  const Distance Y = Along([](Probe &P) { return P.alongAxis(1); });
  Distance Iteration;
  if (!Access.Loops.empty())
    Iteration =
        Along([&](Probe &P) { return P.alongLoop(Access.Loops.back()); });
  if (!X.IsKnown)
    return "";
  const bool HasRows = Shape.Y.value_or(2) > 1;
  if (X.is(Element) && HasRows && Shape.X.value_or(WarpSize) < WarpSize)
    return messages::NarrowBlock(*Shape.X);
  if (X.IsConstant && !Record.Name.empty() && X.magnitude() == Record.Bytes &&
      Record.Bytes > Element)
    return recordAdvice(Record, Access, Touched);
  if (X.magnitude() > Element && Y.is(Element) && HasRows)
    return messages::SwapAxes(throughTile(Access));
  if (X.IsConstant && X.magnitude() > Element &&
      X.magnitude() <= WidestAccess && isPowerOf2_64(X.magnitude()))
    return closeAdvice(X.magnitude(), Access, Touched);
  // A request that took adjacent elements would reach over several such pieces.
  if (X.IsConstant && X.magnitude() > Element &&
      X.magnitude() < uint64_t(Element) * WarpSize &&
      Touched.aroundRequest() == X.magnitude())
    return messages::PiecesOfLanes(X.magnitude());
  if (X.magnitude() > Element && Iteration.is(Element))
    return messages::RowsOfLanes(throughTile(Access));
  // From a line on, lanes have rows of their own.
  if (X.IsConstant && X.magnitude() > Element && X.magnitude() < LineBytes &&
      X.magnitude() % Element == 0)
    return messages::OneArrayPerValue(messages::LanesApart(X.magnitude()),
                                      X.magnitude() / Element);
  if (X.magnitude() > Element)
    return messages::LastIndex(throughTile(Access));
  return "";
}

std::string rowAdvice(const KernelModel &Kernel, const KernelAccess &Access,
                      const LaunchShape &Shape) {
  const Distance X = distanceBy(Kernel, Access.Address, Shape,
                                [](Probe &P) { return P.alongAxis(0); });
  const Distance Y = distanceBy(Kernel, Access.Address, Shape,
                                [](Probe &P) { return P.alongAxis(1); });
  if (!X.is(Access.BytesPerLane) || !Y.IsKnown || Shape.Y.value_or(2) == 1 ||
      Shape.X.value_or(WarpSize) >= WarpSize)
    return "";
  if (!Y.IsConstant)
    return messages::PadRows();
  if (Y.magnitude() % SectorBytes == 0)
    return "";
  return messages::PadRowsTo(grouped(Y.magnitude()),
                             grouped(alignTo(Y.magnitude(), SectorBytes)));
}

} // namespace warplint
