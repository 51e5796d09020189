//===- AsyncCopies.cpp - Copies that threads have not waited for ----------===//

#include "AsyncCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Copies that are remembered.
static constexpr size_t MaxStarted = 64;

void AsyncCopies::start(const AccessVisit &Visit, const ThreadSet &Of) {
  if (Started.size() >= MaxStarted)
    return;
  Copy C;
  C.Visit = Visit;
  C.Of = Of;
  for (unsigned T = 0; T != Of.size(); ++T)
    if (Of.test(T) && (*Visit.Address)[T].isKnown())
      C.Places.push_back(
          {(*Visit.Address)[T].Sum, (*Visit.Address)[T].Number, T});
  llvm::sort(C.Places);
  Started.push_back(std::move(C));
}

/// If only some threads of a copy are in \p Of, their part of it counts as over.
void AsyncCopies::commit(const ThreadSet &Of) {
  for (Copy &C : Started)
    if ((C.Of & ~Of).none())
      ++C.Groups;
    else
      C.Of &= ~Of;
}

void AsyncCopies::wait(const FormsOfBlock *Groups, const ThreadSet &Of) {
  for (Copy &C : Started) {
    const ThreadSet Waiting = C.Of & Of;
    for (unsigned T = 0; T != Of.size(); ++T) {
      if (!Waiting.test(T))
        continue;
      const ThreadForm Most = Groups ? (*Groups)[T] : ThreadForm{-1, 0};
      if (!Most.isNumber() || int64_t(C.Groups) > Most.Number)
        C.Of.reset(T);
    }
  }
  llvm::erase_if(Started, [](const Copy &C) { return C.Of.none(); });
}

/// The access is made whenever the copy is, or the copy whenever the access is,
/// and no wait between them is passed over by a condition of its own.
bool AsyncCopies::mayHappen(const AccessVisit &Earlier,
                            const AccessVisit &Later) const {
  if (!areAmong(Earlier.Under, Later.Under) &&
      !areAmong(Later.Under, Earlier.Under))
    return false;
  return all_of(Skipped, [&](const SharedDecision &D) {
    return D.Time < Earlier.Time || areAmong(D, Earlier.Under) ||
           areAmong(D, Later.Under) ||
           (D.LeftLoop && D.Iterations > 0 &&
            none_of(
                ArrayRef<const AccessVisit *>{&Earlier, &Later},
                [&](const AccessVisit *V) {
                  return Values.dependsOn(Kernel.Accesses[V->Access].Address,
                                          *D.LeftLoop);
                }));
  });
}

void AsyncCopies::check(const Copy &C, const AccessVisit &Visit,
                        const ThreadSet &Of) {
  if (Reported.contains({C.Visit.Access, Visit.Access}))
    return;
  const int64_t Filled = Kernel.Accesses[C.Visit.Access].BytesPerLane,
                Bytes = Kernel.Accesses[Visit.Access].BytesPerLane;
  for (unsigned T = 0; T != Of.size(); ++T) {
    const ThreadForm At = (*Visit.Address)[T];
    if (!Of.test(T) || !At.isKnown())
      continue;
    const auto *It =
        std::lower_bound(C.Places.data(), C.Places.data() + C.Places.size(),
                         Place{At.Sum, At.Number - Filled + 1, 0});
    for (; It != C.Places.data() + C.Places.size() && It->Sum == At.Sum &&
           It->Offset < At.Number + Bytes;
         ++It) {
      if (!C.Of.test(It->Thread) || !mayHappen(C.Visit, Visit) ||
          !Paths.mayBothHappen(C.Visit.of(It->Thread), Visit.of(T)))
        continue;
      Reported.insert({C.Visit.Access, Visit.Access});
      Races.push_back(
          {{C.Visit.Access, It->Thread, It->Offset, iterations(C.Visit.At)},
           {Visit.Access, T, At.Number, iterations(Visit.At)},
           /*NeedsWait=*/true});
      return;
    }
  }
}

void AsyncCopies::access(const AccessVisit &Visit, const ThreadSet &Of) {
  const KernelAccess &A = Kernel.Accesses[Visit.Access];
  if (IsStopped)
    return;
  if (StringRef(A.Instruction).starts_with("cp.async"))
    return start(Visit, Of);
  for (const Copy &C : Started)
    check(C, Visit, Of);
}

} // namespace warplint
