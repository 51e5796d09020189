//===- CopyAccesses.cpp - What the copy engine moves and threads touch ----===//

#include "CopyAccesses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Writes that are remembered.
static constexpr size_t MaxWrites = 64;

bool areAmong(ArrayRef<SharedDecision> Some, ArrayRef<SharedDecision> All) {
  return all_of(Some, [&](const SharedDecision &D) {
    return any_of(All, [&](const SharedDecision &E) {
      return D.Value == E.Value && (D.Block == E.Block || D.Sum == E.Sum);
    });
  });
}

CopyAccesses::CopyAccesses(const KernelModel &Kernel, BlockEvaluation &Values,
                           PathConditions &Paths)
    : Kernel(Kernel), Values(Values), Paths(Paths) {
  HasCopies = any_of(Kernel.Barriers, [](const KernelBarrier &B) {
    return B.Kind == BarrierKind::Copy;
  });
}

void CopyAccesses::startTrace() {
  stop();
  IsStopped = !HasCopies;
}

void CopyAccesses::stop() {
  Fills.clear();
  Writes.clear();
  IsStopped = true;
}

/// What a copy with a tensor map fills at least, from its place on: the rows of
/// a box are multiples of 16 bytes (CUDA driver API, cuTensorMapEncodeTiled), and
/// what lies out of the bounds of the tensor is filled with zeros. What it reads
/// may be nothing.
static int64_t leastOfMap(const KernelBarrier &B) {
  return B.FillsShared && StringRef(B.Instruction).contains("tensor") ? 16 : 0;
}

void CopyAccesses::copy(unsigned Barrier, std::vector<SharedDecision> Under,
                        const ThreadSet &Of, PathPoint Start) {
  const KernelBarrier &B = Kernel.Barriers[Barrier];
  if (IsStopped || !B.Place || Of.none())
    return;
  unsigned First = 0;
  while (!Of.test(First))
    ++First;
  const ThreadForm Place = Values(B.Place)[First];
  const ThreadForm Bytes =
      B.Bytes ? Values(B.Bytes)[First] : ThreadForm{leastOfMap(B), 0};
  if (!Place.isKnown() || !Bytes.isNumber() || Bytes.Number <= 0)
    return;
  Start.Thread = First;
  const Fill Copy{Barrier, Place, Bytes.Number, std::move(Under),
                  std::move(Start)};
  if (B.FillsShared)
    Fills.push_back(Copy);
  else
    for (const Write &W : Writes)
      check(Copy, W.Visit, W.Of);
}

void CopyAccesses::access(const AccessVisit &Visit, const ThreadSet &Of) {
  const KernelAccess &A = Kernel.Accesses[Visit.Access];
  if (IsStopped || StringRef(A.Instruction).starts_with("cp."))
    return;
  for (const Fill &Copy : Fills)
    check(Copy, Visit, Of);
  if (A.Effect != AccessEffect::Read && Writes.size() < MaxWrites)
    Writes.push_back({Visit, Of});
}

/// One of \p Of touches bytes that the copy moves.
void CopyAccesses::check(const Fill &Copy, const AccessVisit &Visit,
                         const ThreadSet &Of) {
  const int64_t Bytes = Kernel.Accesses[Visit.Access].BytesPerLane;
  if (Reported.contains({Copy.Barrier, Visit.Access}) ||
      (!areAmong(Copy.Under, Visit.Under) &&
       !areAmong(Visit.Under, Copy.Under)))
    return;
  for (unsigned T = 0; T != Of.size(); ++T) {
    if (!Of.test(T))
      continue;
    const ThreadForm At = (*Visit.Address)[T];
    if (!At.isKnown() || At.Sum != Copy.Place.Sum ||
        At.Number + Bytes <= Copy.Place.Number ||
        At.Number >= Copy.Place.Number + Copy.Bytes ||
        !Paths.mayBothHappen(Copy.Start, Visit.of(T)))
      continue;
    Reported.insert({Copy.Barrier, Visit.Access});
    Races.push_back(
        {Copy.Barrier, {Visit.Access, T, At.Number, iterations(Visit.At)}});
    return;
  }
}

} // namespace warplint
