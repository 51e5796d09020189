//===- Objects.cpp - What threads do with barrier objects -----------------===//

#include "Objects.h"
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

bool ObjectState::isComplete() const {
  return !IsUnknown && !IsFresh && Arrived.count() == Count &&
         (!Expected || !Copied || *Expected == *Copied);
}

void ObjectState::beginPhase() {
  Parity = !Parity;
  Arrived.reset();
  Expected = Copied = 0;
}

/// Bytes that one of two ways added, or both alike.
static std::optional<int64_t> joined(std::optional<int64_t> X,
                                     std::optional<int64_t> Y) {
  if (X == Y || Y == 0)
    return X;
  return X == 0 ? Y : std::nullopt;
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
    S.Expected = joined(S.Expected, Theirs.Expected);
    S.Copied = joined(S.Copied, Theirs.Copied);
  }
  for (auto &[Address, S] : To)
    if (!From.contains(Address))
      S.IsUnknown |= Both.any();
}

} // namespace warplint
