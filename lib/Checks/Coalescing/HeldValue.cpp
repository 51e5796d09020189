//===- HeldValue.cpp - Values that a thread has already -------------------===//

#include "HeldValue.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "LaneStretches.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Who executes \p Access has executed \p Earlier in the same iteration.
bool comesFirst(const KernelAccess &Earlier, const KernelAccess &Access) {
  const auto Holds = conjunctsOf(Access.Guard);
  return Earlier.Position < Access.Position && Earlier.Loops == Access.Loops &&
         Earlier.IsInCondition == Access.IsInCondition &&
         all_of(
             conjunctsOf(Earlier.Guard),
             [&](const LaneExpr *E) { return is_contained(Holds, E); });
}

/// Bytes of one lane that are not those of \p Access, in the same lane.
bool isBeside(const KernelAccess &Other, const KernelAccess &Access) {
  const auto Distance =
      distanceOf(formOf(Access.Address), formOf(Other.Address));
  return Distance && (*Distance >= int64_t(Access.BytesPerLane) ||
                      -*Distance >= int64_t(Other.BytesPerLane));
}

/// \p Earlier is of all bytes of \p Access, or of more: p[i].y is in the register of
/// p[i].
bool hasAllBytes(const KernelAccess &Earlier, const KernelAccess &Access) {
  if (Earlier.BytesPerLane <= Access.BytesPerLane)
    return Earlier.Address == Access.Address &&
           Earlier.BytesPerLane == Access.BytesPerLane;
  const auto Distance =
      distanceOf(formOf(Earlier.Address), formOf(Access.Address));
  return Distance && *Distance >= 0 &&
         *Distance + Access.BytesPerLane <= Earlier.BytesPerLane;
}

/// Whether something between two places may write what \p Access loads, or lets
/// other threads do that.
bool mayChange(const KernelModel &Kernel, unsigned From,
               const KernelAccess &Access, ArrayRef<KernelAccess> All) {
  auto IsBetween = [&](const KernelPlace &P) {
    return P.Position > From && P.Position < Access.Position;
  };
  return any_of(Kernel.Barriers, IsBetween) ||
         any_of(Kernel.Accesses, [&](const KernelAccess &A) {
           if (!IsBetween(A) || A.Effect == AccessEffect::Read ||
               !A.Spaces.contains(MemorySpace::Global))
             return false;
           const auto *Asked = find_if(All, [&](const KernelAccess &R) {
             return R.Position == A.Position;
           });
           return Asked == All.end() || A.Effect == AccessEffect::Update ||
                  !isBeside(*Asked, Access);
         });
}

} // namespace

const KernelAccess *heldSince(const KernelModel &Kernel,
                              const KernelAccess &Access,
                              ArrayRef<KernelAccess> All) {
  if (Access.Effect != AccessEffect::Read || isAsyncCopy(Access))
    return nullptr;
  const auto *Found = find_if(All, [&](const KernelAccess &Earlier) {
    return Earlier.Effect != AccessEffect::Update && !isAsyncCopy(Earlier) &&
           comesFirst(Earlier, Access) && hasAllBytes(Earlier, Access) &&
           !mayChange(Kernel, Earlier.Position, Access, All);
  });
  return Found == All.end() ? nullptr : Found;
}

} // namespace warplint
