//===- Objects.cpp - What threads do with barrier objects -----------------===//

#include "Objects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace warplint {

ObjectStep objectStepOf(const KernelBarrier &B) {
  StringRef Name = B.Instruction;
  auto Says = [&](StringRef Word) { return Name.contains(Word); };
  if (!Name.starts_with("mbarrier.") || Says("shared::cluster") ||
      Says("drop") || Says("noComplete") || Says("no.complete") ||
      Says("inval"))
    return ObjectStep::Other;
  // Relaxed arrivals and waits order nothing.
  if (Says("relaxed") && (Says("arrive") || Says("wait")))
    return ObjectStep::Other;
  if (Says("init"))
    return ObjectStep::Init;
  if (Says("arrive"))
    return ObjectStep::Arrive;
  if (Says("expect_tx"))
    return ObjectStep::Expect;
  return Says("wait") ? ObjectStep::Wait : ObjectStep::Other;
}

bool isProxyFence(const KernelBarrier &B) {
  return B.Kind == BarrierKind::Fence &&
         StringRef(B.Instruction).contains("proxy") &&
         StringRef(B.Instruction).contains("async");
}

static int64_t sumOf(const std::map<unsigned, int64_t> &Bytes) {
  int64_t Sum = 0;
  for (const auto &[Thread, Some] : Bytes)
    Sum += Some;
  return Sum;
}

bool ObjectState::isComplete() const {
  // Who expects bytes and has not arrived may do so in the next phase.
  return !IsUnknown && !IsFresh && Arrived.count() == Count &&
         llvm::all_of(
             Expected,
             [&](const auto &Each) { return Arrived.test(Each.first); }) &&
         (HasMap || sumOf(Expected) == sumOf(Copied));
}

bool ObjectState::hasBytes() const { return sumOf(Expected) != 0; }

void ObjectState::beginPhase() {
  Parity = !Parity;
  Arrived.reset();
  Expected.clear();
  Copied.clear();
  HasMap = false;
}

/// Of each thread what it added itself on its way. False where it may have come
/// either way, and these differ.
static bool joinBytes(std::map<unsigned, int64_t> &To, const ThreadSet &Of,
                      std::map<unsigned, int64_t> From,
                      const ThreadSet &Others) {
  bool IsKnown = true;
  for (const auto &[Thread, Bytes] : To)
    From.try_emplace(Thread, 0);
  for (const auto &[Thread, Theirs] : From) {
    int64_t &Bytes = To[Thread];
    if (Of.test(Thread) == Others.test(Thread))
      IsKnown &= Bytes == Theirs;
    else if (Others.test(Thread))
      Bytes = Theirs;
  }
  std::erase_if(To, [](const auto &Each) { return Each.second == 0; });
  return IsKnown;
}

void joinObjects(ObjectStates &To, const ThreadSet &Of,
                 const ObjectStates &From, const ThreadSet &Others) {
  const ThreadSet Both = Of & Others;
  for (const auto &[Address, Theirs] : From) {
    auto [It, IsNew] = To.try_emplace(Address, Theirs);
    ObjectState &S = It->second;
    if (IsNew) {
      S.IsUnknown |= Both.any();
      continue;
    }
    S.IsUnknown |= Theirs.IsUnknown || S.Count != Theirs.Count ||
                   S.Parity != Theirs.Parity ||
                   ((S.Arrived ^ Theirs.Arrived) & Both).any();
    S.IsFresh |= Theirs.IsFresh;
    S.Arrived =
        (S.Arrived & (~Others | Both)) | (Theirs.Arrived & (~Of | Both));
    S.Initializing |= Theirs.Initializing;
    S.Latest = (S.Latest & ~Others) | (Theirs.Latest & ~Of) |
               (S.Latest & Theirs.Latest);
    S.IsUnknown |= !joinBytes(S.Expected, Of, Theirs.Expected, Others);
    S.IsUnknown |= !joinBytes(S.Copied, Of, Theirs.Copied, Others);
    S.HasMap |= Theirs.HasMap;
  }
  for (auto &[Address, S] : To)
    if (!From.contains(Address))
      S.IsUnknown |= Both.any();
}

} // namespace warplint
