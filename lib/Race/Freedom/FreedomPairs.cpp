//===- FreedomPairs.cpp - Whether two accesses may meet -------------------===//

#include "FreedomProof.h"
#include "warplint/Messages/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Both accesses lead to arrays of their own, wherever in them.
bool FreedomProof::areApart(const Footprint &X, const Footprint &Y) {
  if (X.IsCopy || Y.IsCopy) {
    auto LieApart = [&](const Footprint::Group &G, const Footprint::Group &H) {
      return Values.Table.distance(G.Sum, H.Sum).AreApart;
    };
    return !X.Groups.empty() && !Y.Groups.empty() &&
           all_of(X.Groups, [&](const Footprint::Group &G) {
             return all_of(Y.Groups, [&](const Footprint::Group &H) {
               return LieApart(G, H);
             });
           });
  }
  const KernelAccess &A = Kernel.Accesses[X.Access],
                     &B = Kernel.Accesses[Y.Access];
  if (isOther(A) != isOther(B))
    return true;
  auto IsStatic = [&](const SourceVariable *V) {
    return any_of(Kernel.StaticArrays,
                  [&](const StaticArray &S) { return S.Declaration == V; });
  };
  return !A.Arrays.empty() && !B.Arrays.empty() &&
         (all_of(A.Arrays, IsStatic) || all_of(B.Arrays, IsStatic)) &&
         none_of(A.Arrays, [&](const SourceVariable *V) {
           return is_contained(B.Arrays, V);
         });
}

/// Memory has one value behind both, whichever is the first, and nobody learns which
/// one was.
static bool commute(const KernelAccess &A, const KernelAccess &B) {
  return A.Atomic && B.Atomic && !A.Atomic->IsResultUsed &&
         !B.Atomic->IsResultUsed &&
         A.Atomic->Operation == B.Atomic->Operation &&
         is_contained({"add", "min", "max", "and", "or", "xor"},
                      A.Atomic->Operation);
}

/// In some order of \p X and \p Y others see something else than in the other one:
/// of atomics, too, if a barrier has said so.
bool FreedomProof::isOrderSeen(const Footprint &X, const Footprint &Y) const {
  if (X.Effect != Y.Effect || X.Effect == AccessEffect::Write)
    return true;
  return X.Effect == AccessEffect::Update && !Without.empty() &&
         !commute(Kernel.Accesses[X.Access], Kernel.Accesses[Y.Access]);
}

/// Fails where \p New may meet what is open of number \p Earlier.
void FreedomProof::check(const Footprint &New, uint32_t Earlier,
                         const OpenAccess &How) {
  const Footprint &Old = Earlier == Seen.size() ? New : Seen[Earlier];
  const KernelPlace &A = placeOf(Old), &B = placeOf(New);
  if (isDone() || !isOrderSeen(Old, New) ||
      (!Without.empty() && !How.IsBeyond) || areApart(Old, New))
    return;
  Unordered Which;
  Which.Warps = How.Warps;
  Which.Tile = How.Tile;
  Which.OfOneThread = How.Pending && Earlier != Seen.size();
  if (Which.OfOneThread)
    Which = {.Warps = ~0u, .OfOneThread = true};
  if (!Which.OfOneThread && haveOwnSlots(Old, New))
    return;
  if (!Values.spend(Old.Of.count() + New.Of.count()))
    return failAsTooLarge();
  if (!Which.hasAny(Old, New) || !mayMeet(Old, New, Which, Values.Table))
    return;
  if (Which.OfOneThread && Old.IsCopy)
    return fail(messages::RaceNotWaited(name(New), name(Old)), &B);
  auto IsUnknown = [](const Footprint &F) {
    return (F.HasUnknown && !F.IsCopy) || F.IsRange;
  };
  if (IsUnknown(Old) || IsUnknown(New))
    return fail(messages::RaceIndexUnknown(name(IsUnknown(New) ? New : Old)),
                IsUnknown(New) ? &B : &A);
  if (Which.OfOneThread)
    return fail(messages::RaceNotWaited(name(New), name(Old)), &B);
  if (Old.Access == New.Access && Old.IsCopy == New.IsCopy)
    return fail(New.IsOfOneValue ? messages::RaceOneValue(name(New))
                                 : messages::RaceMeetsItself(name(New)),
                &B);
  for (const FlowBlock &Block : Blocks)
    for (const FlowStep &Step : Block.Steps)
      if (Step.What == FlowStep::Kind::Barrier && Regions.mayLearnAt(Step) &&
          !waitsFully(Step))
        return fail(
            messages::RaceNotFollowed(Kernel.Barriers[Step.Number].Instruction,
                                      name(Old), name(New)),
            &Kernel.Barriers[Step.Number]);
  fail(messages::RaceMayMeet(name(Old), name(New)), &B);
}

} // namespace warplint
