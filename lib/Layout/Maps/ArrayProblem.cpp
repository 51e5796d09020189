//===- ArrayProblem.cpp - A shared array and all its accesses -------------===//

#include "warplint/Layout/ArrayProblem.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace warplint {

uint64_t ArrayShape::elements() const {
  uint64_t Product = 1;
  for (uint64_t Extent : Extents)
    Product *= Extent;
  return Product;
}

/// Larger arrays than any GPU has, and numbers that would overflow.
static constexpr uint64_t MaxBytes = 1 << 24;

static bool isSmallPower(unsigned Bytes) {
  return std::has_single_bit(Bytes) && Bytes <= 16;
}

static llvm::Error checkArray(const ArrayProblem &Problem) {
  const ArrayShape &Array = Problem.Array;
  if (!isSmallPower(Array.ElementBytes))
    return llvm::createStringError(
        "elements have %u bytes, expected 1, 2, 4, 8 or 16",
        Array.ElementBytes);
  if (Array.Extents.empty())
    return llvm::createStringError("the array has no extent");
  uint64_t Bytes = Array.ElementBytes;
  for (uint64_t Extent : Array.Extents) {
    if (Extent == 0)
      return llvm::createStringError("an extent of the array is 0");
    if (Extent > MaxBytes / Bytes)
      return llvm::createStringError("the array is larger than 16 MB");
    Bytes *= Extent;
  }
  if (!std::has_single_bit(Problem.Banks) || Problem.Banks < 4 ||
      Problem.Banks > 32)
    return llvm::createStringError("%u banks, expected 4, 8, 16 or 32",
                                   Problem.Banks);
  return llvm::Error::success();
}

/// "access 'load'", or "an access".
static std::string nameOf(const ArrayAccess &Access) {
  return Access.Name.empty() ? "an access" : "access '" + Access.Name + "'";
}

static llvm::Error wrongCase(const ArrayAccess &Access, unsigned Lane,
                             const llvm::Twine &What) {
  return llvm::createStringError(nameOf(Access) + ", lane " +
                                 llvm::Twine(Lane) + ": " + What);
}

static llvm::Error checkCase(const ArrayProblem &Problem,
                             const ArrayAccess &Access, const AccessCase &C) {
  const uint64_t Elements = Problem.Array.elements();
  const uint64_t Width = Access.BytesPerLane / Problem.Array.ElementBytes;
  for (LaneMask Left = C.Active; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    const uint64_t Element = C.Element[Lane];
    if (Lane >= Problem.Banks)
      return wrongCase(Access, Lane,
                       "with " + llvm::Twine(Problem.Banks) +
                           " banks a warp has as many lanes");
    if (Element >= Elements || Elements - Element < Width)
      return wrongCase(Access, Lane,
                       "element " + llvm::Twine(Element) +
                           " is outside of the array of " +
                           llvm::Twine(Elements));
    if (Element % Width != 0)
      return wrongCase(Access, Lane,
                       "element " + llvm::Twine(Element) +
                           " is not a multiple of " + llvm::Twine(Width) +
                           ", the width of the access");
  }
  return llvm::Error::success();
}

static bool isLoop(RequestKind Kind) {
  return Kind == RequestKind::SharedSwapLoop ||
         Kind == RequestKind::SharedTriedSwapLoop ||
         Kind == RequestKind::SharedRetryLoop;
}

static llvm::Error checkAccess(const ArrayProblem &Problem,
                               const ArrayAccess &Access) {
  const unsigned Bytes = Access.BytesPerLane;
  WarpRequest Probe;
  Probe.Kind = Access.Kind;
  Probe.BytesPerLane = Bytes;
  std::optional<WarpCost> Cost;
  if (isSmallPower(Bytes))
    Cost = costOf(Probe);
  if (!Cost || Cost->Unit == CostUnit::Sectors)
    return llvm::createStringError(nameOf(Access) + ": no rule for " +
                                   llvm::Twine(Bytes) +
                                   " bytes per lane of its kind");
  if (Bytes < Problem.Array.ElementBytes)
    return llvm::createStringError(
        nameOf(Access) + ": " + llvm::Twine(Bytes) +
        " bytes per lane are less than an element; use smaller elements");
  if (isLoop(Access.Kind) && Problem.Banks != 32)
    return llvm::createStringError(nameOf(Access) +
                                   ": its rule is known for 32 banks alone");
  if (Bytes > 4 * Problem.Banks)
    return llvm::createStringError(nameOf(Access) +
                                   ": wider than a row of banks");
  for (const AccessCase &C : Access.Cases)
    if (llvm::Error E = checkCase(Problem, Access, C))
      return E;
  return llvm::Error::success();
}

llvm::Error check(const ArrayProblem &Problem) {
  if (llvm::Error E = checkArray(Problem))
    return E;
  for (const ArrayAccess &Access : Problem.Accesses)
    if (llvm::Error E = checkAccess(Problem, Access))
      return E;
  return llvm::Error::success();
}

static bool isFragment(const ArrayAccess &Access) { return Access.Pitch != 0; }

bool keepsFragments(const ArrayProblem &Problem, const Layout &L) {
  // Of a tile, unless its rows are shorter, and of what its pitch is a multiple of.
  // PTX ISA, "wmma.load".
  constexpr uint64_t TileAlign = 32, PitchAlign = 16;
  if (L.isUnchanged() || llvm::none_of(Problem.Accesses, isFragment))
    return true;
  const auto *P = L.as<Padding>();
  const unsigned Bytes = Problem.Array.ElementBytes;
  if (!P || L.leavesOut() || P->By * Bytes % PitchAlign)
    return false;
  return llvm::all_of(Problem.Accesses, [&](const ArrayAccess &A) {
    return !isFragment(A) || (A.Pitch == P->Every &&
                              llvm::all_of(A.Cases, [&](const AccessCase &C) {
                                const uint64_t Moved =
                                    L.place(C.Element[0]) - C.Element[0];
                                return Moved * Bytes % TileAlign == 0;
                              }));
  });
}

DeadColumns deadColumns(const ArrayProblem &Problem) {
  const uint64_t Row = Problem.Array.rowLength();
  if (Problem.Array.Extents.size() < 2 || Problem.MostBlock ||
      !Problem.Budget.IsStatic || llvm::any_of(Problem.Accesses, isFragment) ||
      Problem.Budget.MostBytes || Problem.Fill != ArrayFill::Lanes)
    return {};
  uint64_t Touched = 0, Run = Problem.LeastRun;
  for (const ArrayAccess &Access : Problem.Accesses) {
    const uint64_t Width = Access.BytesPerLane / Problem.Array.ElementBytes;
    Run = std::lcm(Run, Width);
    for (const AccessCase &C : Access.Cases)
      for (LaneMask Left = C.Active; Left; Left &= Left - 1)
        Touched =
            std::max(Touched, C.Element[std::countr_zero(Left)] % Row + Width);
  }
  Touched = llvm::alignTo(Touched, Run);
  if (Touched == 0 || Touched >= Row || Row % Run)
    return {};
  return {Row, Row - Touched};
}

ArrayProblem without(const DeadColumns &Dead, ArrayProblem Problem) {
  Problem.Array.Extents.back() -= Dead.Count;
  for (ArrayAccess &Access : Problem.Accesses)
    for (AccessCase &C : Access.Cases.edit())
      for (LaneMask Left = C.Active; Left; Left &= Left - 1) {
        uint64_t &Element = C.Element[std::countr_zero(Left)];
        Element = Dead.rest(Element);
      }
  return Problem;
}

std::string tensorCopyMode(const Layout &L, const ArrayShape &Array) {
  const auto *S = L.as<XorSwizzle>();
  const uint64_t RowBytes = Array.rowLength() * Array.ElementBytes;
  if (!S || S->Shift != 3 || S->Bits < 1 || S->Bits > 3 ||
      S->Base + std::countr_zero(Array.ElementBytes) != 4 ||
      Array.Extents.size() < 2 || RowBytes != uint64_t(16) << S->Bits)
    return "";
  return "CU_TENSOR_MAP_SWIZZLE_" + std::to_string(RowBytes) + "B";
}

WarpRequest requestOf(const ArrayShape &Array, const ArrayAccess &Access,
                      const AccessCase &C, const Layout &L) {
  WarpRequest Request{Access.Kind, Access.BytesPerLane, C.Active, {}};
  Request.Instructions = Access.Instructions;
  for (LaneMask Left = C.Active; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    Request.ByteAddress[Lane] = L.place(C.Element[Lane]) * Array.ElementBytes;
  }
  return Request;
}

uint64_t wholeRun(const ArrayProblem &Problem) {
  uint64_t Run = Problem.LeastRun;
  for (const ArrayAccess &Access : Problem.Accesses)
    if (Access.When != Joining::Joined)
      Run = std::lcm(Run, uint64_t(Access.BytesPerLane) /
                              Problem.Array.ElementBytes);
  return Run;
}

} // namespace warplint
