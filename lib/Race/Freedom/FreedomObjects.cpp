//===- FreedomObjects.cpp - Barrier objects and the copy engine -----------===//

#include "FreedomProof.h"
#include "warplint/Messages/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

ThreadSet &OpenAccess::lateAt(ThreadForm Object) {
  for (auto &[Address, Threads] : Late)
    if (Address == Object)
      return Threads;
  return Late.emplace_back(Object, ThreadSet()).second;
}

/// Who arrived since is known of those that come from there alone.
void FreedomProof::joinLate(OpenSet &To, const ThreadSet &Of,
                            const OpenSet &From, const ThreadSet &Others) {
  for (auto &[Number, How] : To) {
    auto Found = From.find(Number);
    if (Found == From.end())
      continue;
    OpenAccess Theirs = Found->second;
    for (auto &[Address, Threads] : Theirs.Late)
      How.lateAt(Address);
    for (auto &[Address, Threads] : How.Late) {
      const ThreadSet &Late = Theirs.lateAt(Address);
      Threads = (Threads & ~Others) | (Late & ~Of) | (Threads & Late);
    }
  }
}

/// The value of \p E for all of \p Of, where that is known and one.
std::optional<ThreadForm> FreedomProof::oneValue(const LaneExpr *E,
                                                 const ThreadSet &Of) {
  if (!E)
    return std::nullopt;
  const FormsOfBlock &Each = Values(E);
  std::optional<ThreadForm> One;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    if (!Each[T].isKnown() || (One && *One != Each[T]))
      return std::nullopt;
    One = Each[T];
  }
  return One;
}

/// A wait that counts as one of the whole block, as far as is known.
bool FreedomProof::waitsFully(const FlowStep &Step) const {
  return Step.What == FlowStep::Kind::Barrier && !Step.IsPredicated &&
         Kernel.Barriers[Step.Number].Kind == BarrierKind::Object &&
         objectStepOf(Kernel.Barriers[Step.Number]) == ObjectStep::Wait &&
         !Partial.contains(Step.Number);
}

/// Two addresses may be one, but it is not known.
bool FreedomProof::mayBeOther(ThreadForm X, ThreadForm Y) {
  return !X.isKnown() || !Y.isKnown() ||
         (X.Sum != Y.Sum && !Values.Table.distance(X.Sum, Y.Sum).AreApart);
}

/// Of objects that may be the one at \p Address nothing is known.
void FreedomProof::touchObject(ThreadForm Address, Arrival &At) {
  for (auto &[Any, S] : At.Objects)
    S.IsUnknown |= mayBeOther(Any, Address);
}

void FreedomProof::passObject(const FlowStep &Step, unsigned Block,
                              Arrival &At) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  const ObjectStep What = objectStepOf(B);
  const std::optional<ThreadForm> Address = oneValue(B.Number, At.Of);
  if (What == ObjectStep::Wait) {
    if (!Address || !waitFor(Step, Block, *Address, At))
      Partial.insert(Step.Number);
    return;
  }
  if (Address)
    touchObject(*Address, At);
  if (!Address || Step.IsPredicated || What == ObjectStep::Other) {
    for (auto &[Any, S] : At.Objects) {
      S.IsUnknown |= !Address || Any == *Address || B.Number == nullptr;
      S.Latest &= ~At.Of;
    }
    return;
  }
  const std::optional<ThreadForm> Operand = oneValue(B.Threads, At.Of);
  if (What == ObjectStep::Init) {
    ObjectState &S = At.Objects[*Address] = ObjectState();
    S.IsUnknown = !Operand || !Operand->isNumber();
    for (const auto &[Any, Other] : At.Objects)
      S.IsUnknown |= Other.IsUnknown && mayBeOther(Any, *Address);
    S.Count = S.IsUnknown ? 0 : uint64_t(Operand->Number);
    S.Initializing = At.Of;
    return;
  }
  arrive(Step, *Address, At);
}

void FreedomProof::arrive(const FlowStep &Step, ThreadForm Address,
                          Arrival &At) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  const bool Expects = StringRef(B.Instruction).contains("expect_tx");
  const std::optional<ThreadForm> Operand = oneValue(B.Threads, At.Of);
  auto [It, IsNew] = At.Objects.try_emplace(Address);
  ObjectState &S = It->second;
  S.IsUnknown |= IsNew;
  S.IsUnknown |= (S.Arrived & At.Of).any();
  if (Expects) {
    const bool IsKnown = Operand && Operand->isNumber();
    S.IsUnknown |= !IsKnown;
    for (unsigned T = 0; T != Threads && IsKnown; ++T)
      if (At.Of.test(T))
        S.Expected[T] += Operand->Number;
  }
  if (objectStepOf(B) != ObjectStep::Arrive)
    return;
  for (auto &[Any, Other] : At.Objects)
    Other.Latest &= ~At.Of;
  S.Latest |= At.Of;
  S.IsUnknown |=
      (S.IsFresh && (At.Of & ~S.Initializing).any()) ||
      (!Expects && B.Threads && !(Operand && *Operand == ThreadForm{1, 0}));
  S.Arrived |= At.Of;
  for (auto &[Number, How] : At.Open)
    if (!How.Pending)
      How.lateAt(Address) |= At.Of;
}

/// All threads of the block wait for the phase in which they arrived: what they
/// did before is over, and so are its copies. False where that is not so.
bool FreedomProof::waitFor(const FlowStep &Step, unsigned Block,
                           ThreadForm Address, Arrival &At) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  auto Found = At.Objects.find(Address);
  if (Step.IsPredicated || Found == At.Objects.end() ||
      !Found->second.isComplete() || any_of(Parted, [&](const PartedRegion &R) {
        return R.Blocks.test(Block);
      }))
    return false;
  ObjectState &S = Found->second;
  if (StringRef(B.Instruction).contains("parity")) {
    const std::optional<ThreadForm> Parity = oneValue(B.Threads, At.Of);
    if (!Parity || !Parity->isNumber() || bool(Parity->Number & 1) != S.Parity)
      return false;
  } else if ((At.Of & ~(S.Arrived & S.Latest)).any()) {
    return false; // The state is that of the last arrival: in another phase.
  }
  const bool HasBytes = S.hasBytes();
  S.beginPhase();
  BarrierIn[Block] = Step.Number;
  for (auto It = At.Open.begin(); It != At.Open.end();) {
    const bool IsOver =
        It->second.Pending
            ? It->second.Object == Address && HasBytes
            : (Seen[It->first].Of & ~It->second.lateAt(Address)).none();
    It = IsOver ? At.Open.erase(It) : std::next(It);
  }
  return true;
}

/// Accesses of an iteration that are open in all later ones: threads may be any
/// number of iterations ahead.
void FreedomProof::reopen(const ActiveLoop &L) {
  if (!L.Period || L.IsFree || none_of(L.Next.Open, [&](const auto &Each) {
        const uint32_t Number = Seen[Each.first].Origin;
        return !Each.second.Pending && Number >= L.Before &&
               Number < L.FirstSeen;
      }))
    return;
  for (unsigned B = L.Header; B != L.End; ++B)
    for (const FlowStep &Step : Blocks[B].Steps)
      if (waitsFully(Step))
        Partial.insert(Step.Number);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The copy is a step of the flow.
bool FreedomProof::isDescribed(const SharedUse &Use) const {
  return any_of(Kernel.Barriers, [&](const KernelBarrier &B) {
    return B.Kind == BarrierKind::Copy && B.Source == Use.Source;
  });
}

/// What threads wrote before, the copy engine sees behind a fence.
void FreedomProof::passFence(Arrival &At) const {
  std::erase_if(At.Unfenced, [&](uint32_t Number) {
    return (Seen[Number].Of & ~At.Of).none();
  });
}

void FreedomProof::beginCopy(const FlowStep &Step, Arrival &At) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  const std::optional<ThreadForm> Place = oneValue(B.Place, At.Of);
  if (!Place)
    return fail(messages::RaceCopyEngine(B.Instruction), &B);
  unsigned First = 0;
  while (!At.Of.test(First))
    ++First;
  const std::optional<ThreadForm> Bytes = oneValue(B.Bytes, At.Of);
  Footprint New;
  New.Access = Step.Number;
  New.IsCopy = New.IsAsync = true;
  New.Of = At.Of;
  New.Effect = B.FillsShared ? AccessEffect::Write : AccessEffect::Read;
  New.HasUnknown = !Bytes || !Bytes->isNumber() || Bytes->Number <= 0;
  New.Bytes = New.HasUnknown ? 1 : unsigned(Bytes->Number);
  New.Groups.push_back({Place->Sum, {{Place->Number, First}}});
  for (const auto &[Number, How] : At.Open)
    check(New, Number, How);
  const Unordered Anyone{.Warps = ~0u, .OfOneThread = true};
  for (uint32_t Number : At.Unfenced)
    if (!areApart(Seen[Number], New) &&
        mayMeet(Seen[Number], New, Anyone, Values.Table))
      fail(messages::RaceNoProxyFence(name(Seen[Number]), name(New)), &B);
  OpenAccess Own;
  Own.Warps = warpsOf(New.Of);
  Own.Pending = 0;
  Own.IsBulk = true;
  if (B.FillsShared) {
    Own.Object = oneValue(B.Number, At.Of).value_or(ThreadForm::unknown());
    touchObject(*Own.Object, At);
    auto Found = At.Objects.find(*Own.Object);
    if (Found != At.Objects.end()) {
      ObjectState &S = Found->second;
      if (!B.Bytes)
        S.HasMap = true;
      else if (New.HasUnknown || Step.IsPredicated || At.Of.count() != 1)
        S.IsUnknown = true;
      else
        S.Copied[First] += Bytes->Number;
    }
  }
  New.Origin = uint32_t(Seen.size());
  At.Open[New.Origin] = Own;
  Seen.push_back(std::move(New));
}

} // namespace warplint
