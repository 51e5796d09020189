//===- FreedomProof.cpp - That no accesses of a block race -------------------===//

#include "FreedomProof.h"
#include "warplint/Messages/Races.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// Accesses that are executed in one proof.
static constexpr size_t MostSeen = 4000;

void OpenAccess::join(const OpenAccess &Other) {
  if (Warps && Other.Warps)
    Tile = std::min(Tile, Other.Tile);
  else if (Other.Warps)
    Tile = Other.Tile;
  Warps |= Other.Warps;
  if (Other.Pending)
    Pending = Pending ? std::min(*Pending, *Other.Pending) : *Other.Pending;
  IsBeyond |= Other.IsBeyond;
  llvm::erase_if(When,
                 [&](ThreadForm F) { return !is_contained(Other.When, F); });
}

FreedomProof::FreedomProof(const KernelModel &Kernel, BlockEvaluation &Values,
                           FlowRegions &Regions, unsigned Threads,
                           std::set<unsigned> Without, uint32_t MostCounted)
    : Kernel(Kernel), Blocks(Kernel.Flow.Blocks), Values(Values),
      Regions(Regions), Threads(Threads), Without(std::move(Without)),
      MostCounted(MostCounted) {}

void FreedomProof::fail(std::string Why, const KernelPlace *At) {
  if (isDone())
    return;
  Reason = std::move(Why);
  Where = At;
}

void FreedomProof::failAsTooLarge() {
  IsTooLarge |= !isDone();
  fail(messages::RaceTooLarge(), nullptr);
}

static StringRef verbOf(const KernelAccess &A) {
  switch (A.Effect) {
  case AccessEffect::Read:
    return "load";
  case AccessEffect::Write:
    return StringRef(A.Instruction).starts_with("cp.async") ? "copy" : "store";
  case AccessEffect::Update:
    return "atomic";
  }
  llvm_unreachable("unknown effect");
}

const KernelPlace &FreedomProof::placeOf(const Footprint &Of) const {
  if (Of.IsCopy)
    return Kernel.Barriers[Of.Access];
  return Kernel.Accesses[Of.Access];
}

/// "store at line 5".
std::string FreedomProof::name(const Footprint &Of) const {
  const StringRef Verb =
      Of.IsCopy ? "copy" : verbOf(Kernel.Accesses[Of.Access]);
  return (Verb + " at line " + Twine(placeOf(Of).Source->Line)).str();
}

//===----------------------------------------------------------------------===//
// The kernel as a whole
//===----------------------------------------------------------------------===//

/// Fails where something accesses shared memory that is no step of the flow.
bool FreedomProof::checkKernel() {
  if (Kernel.CallsUnknown)
    fail(messages::RaceCallsUnknown(), nullptr);
  for (const SharedUse &Use : Kernel.Uses) {
    KernelPlace Place;
    switch (Use.Kind) {
    case SharedUseKind::Barrier:
      continue;
    case SharedUseKind::RegionCopy:
      if (!isDescribed(Use))
        fail(messages::RaceCopyEngine(Use.What), nullptr);
      break;
    case SharedUseKind::Descriptor:
      fail(messages::RaceDescriptor(Use.What), nullptr);
      break;
    default:
      fail(messages::RaceOtherUse(Use.What), nullptr);
    }
  }
  return !isDone();
}

bool FreedomProof::prove() {
  if (!checkKernel())
    return false;
  while (!run())
    ;
  for (unsigned Branch : PartedAt)
    for (const auto &[Block, Barrier] : BarrierIn)
      if (Regions.behind(Branch).Blocks.test(Block))
        fail(messages::RacePartedBarrier(Kernel.Barriers[Barrier].Instruction),
             Blocks[Branch].Branch ? &Kernel.FlowPlaces[*Blocks[Branch].Branch]
                                   : nullptr);
  if (Values.isSpent()) {
    // Since then nothing was known: the first reason is none.
    Reason.clear();
    failAsTooLarge();
  }
  return !isDone();
}

/// False where something turned out otherwise than assumed, and all begins again.
bool FreedomProof::run() {
  Waiting.clear();
  Parted.clear();
  Seen.clear();
  RestOf.clear();
  BarrierIn.clear();
  PartedAt.clear();
  while (!Loops.empty())
    leaveLoop();
  auto Assumed = [&] {
    return Uncounted.size() + Partial.size() + MixedGroups;
  };
  const size_t Before = Assumed();
  for (unsigned T = 0; T != Threads; ++T)
    Waiting[0].Of.set(T);
  unsigned Block = 0;
  Arrival At;
  while (!isDone() && Assumed() == Before && next(Block, At)) {
    if (Seen.size() > MostSeen || !Values.spend(1 + At.Open.size()))
      failAsTooLarge();
    visit(Block, std::move(At));
  }
  return isDone() || Assumed() == Before;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Adds \p From to \p To, to lanes of \p Warps alone.
void FreedomProof::joinInto(OpenSet &To, const OpenSet &From, uint32_t Warps) {
  for (const auto &[Number, How] : From) {
    OpenAccess Some = How;
    Some.Warps &= Warps;
    auto [It, IsNew] = To.try_emplace(Number, Some);
    if (!IsNew)
      It->second.join(Some);
  }
}

void FreedomProof::visit(unsigned Block, Arrival At) {
  erase_if(Parted, [&](const PartedRegion &R) {
    return Blocks[R.Branch].Join == Block;
  });
  for (const PartedRegion &R : Parted)
    if (R.Blocks.test(Block))
      joinParted(R, At);
  for (const FlowStep &Step : Blocks[Block].Steps)
    takeStep(Step, Block, At);
  for (PartedRegion &R : Parted)
    if (R.Blocks.test(Block))
      joinInto(R.Open, At.Open, ~0u);
  if (!isDone())
    takeWays(Block, At);
}

static bool isOfBulk(const KernelBarrier &B) {
  return StringRef(B.Instruction).contains("bulk");
}

void FreedomProof::takeStep(const FlowStep &Step, unsigned Block, Arrival &At) {
  if (isDone())
    return;
  if (Step.What == FlowStep::Kind::Access)
    return access(Step, At);
  if (Step.What != FlowStep::Kind::Barrier)
    return;
  switch (Kernel.Barriers[Step.Number].Kind) {
  case BarrierKind::Object:
    return passObject(Step, Block, At);
  case BarrierKind::Copy:
    return beginCopy(Step, At);
  default:
    break;
  }
  if (Step.IsPredicated)
    return;
  if (Regions.isOfWholeBlock(Step))
    return passBarrier(Step.Number, Block, At);
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  if (B.Kind == BarrierKind::Named || B.Kind == BarrierKind::Arrive)
    return passNamed(Step, Block, At);
  if (B.Kind == BarrierKind::Warp)
    return passWarps(Step, Block, At);
  if (B.Kind == BarrierKind::CopyWait)
    return passWait(B, At);
  if (isProxyFence(B))
    return passFence(At);
  if (B.Kind != BarrierKind::CopyCommit)
    return;
  for (auto &[Number, How] : At.Open)
    if (How.Pending && How.IsBulk == isOfBulk(B) &&
        (Seen[Number].Of & ~At.Of).none())
      ++*How.Pending;
}

void FreedomProof::passBarrier(unsigned Barrier, unsigned Block, Arrival &At) {
  OpenSet &Open = At.Open;
  Passed.insert(Barrier);
  if (Without.contains(Barrier)) {
    for (auto &[Number, How] : Open)
      How.IsBeyond |= !How.Pending;
    return;
  }
  BarrierIn[Block] = Barrier;
  for (auto &[Address, Object] : At.Objects)
    Object.IsFresh = false;
  for (auto It = Open.begin(); It != Open.end();)
    It = It->second.Pending ? std::next(It) : Open.erase(It);
}

/// Threads that wait at a named barrier, if these are all that it counts, see
/// what each of them did.
void FreedomProof::passNamed(const FlowStep &Step, unsigned Block,
                             Arrival &At) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  const std::optional<ThreadForm> Number = oneValue(B.Number, At.Of),
                                  Count = oneValue(B.Threads, At.Of);
  const bool IsKnown = Number && Number->isNumber();
  ThreadSet Whole; // Of a warp all threads count, or none.
  for (unsigned T = 0; T != Threads; ++T)
    if (warpsOf(At.Of) >> T / WarpSize & 1)
      Whole.set(T);
  const bool IsGroup =
      IsKnown && B.Kind == BarrierKind::Named && Count && Number->Number != 0 &&
      Count->isNumber() && Count->Number == int64_t(At.Of.count()) &&
      Whole == At.Of && !mayPart(At.Of, Block, /*IsOfWarps=*/false);
  const ThreadSet Group = IsGroup ? At.Of : ThreadSet();
  auto Mix = [&](ThreadSet &Known) {
    MixedGroups += Known.any();
    Known.reset();
  };
  if (!IsKnown) {
    HasUnknownGroup = true;
    for (auto &[Any, Known] : NamedGroups)
      Mix(Known);
    return;
  }
  auto [It, IsNew] = NamedGroups.try_emplace(
      Number->Number, HasUnknownGroup ? ThreadSet() : Group);
  if (It->second != Group)
    Mix(It->second);
  if (It->second.none())
    return;
  closeFor(Group, At.Open);
}

/// \p Group alone come by, and see what each of them did.
void FreedomProof::closeFor(const ThreadSet &Group, OpenSet &Open) {
  OpenSet Rest;
  for (auto It = Open.begin(); It != Open.end();) {
    const auto [Number, How] = *It;
    const ThreadSet Of = Seen[Number].Of;
    if (How.Pending || (Of & Group).none()) {
      ++It;
      continue;
    }
    It = Open.erase(It);
    if ((Of & ~Group).none())
      continue;
    auto Known = find_if(RestOf, [&](const auto &Each) {
      return std::get<0>(Each) == Number && std::get<1>(Each) == Group;
    });
    if (Known == RestOf.end()) {
      RestOf.push_back({Number, Group, uint32_t(Seen.size())});
      Seen.push_back(Seen[Number].without(Group));
      Known = std::prev(RestOf.end());
    }
    Rest[std::get<2>(*Known)] = How;
  }
  joinInto(Open, Rest, ~0u);
}

/// Lanes that meet see what each of them did.
void FreedomProof::passWarps(const FlowStep &Step, unsigned Block,
                             Arrival &At) {
  const LaneExpr *Mask = Kernel.Barriers[Step.Number].Number;
  if (!Mask)
    return;
  const FormsOfBlock &Named = Values(Mask);
  const unsigned Tile = tileOf(Named, At.Of);
  if (!mayPart(At.Of, Block, /*IsOfWarps=*/true))
    for (auto &[Number, How] : At.Open)
      if (!How.Pending && (Seen[Number].Of & ~At.Of).none())
        How.Tile = std::max(How.Tile, Tile);
  for (unsigned First = 0; First < Threads; First += WarpSize) {
    ThreadSet Warp, Meeting;
    std::optional<LaneMask> One;
    bool IsOne = true;
    for (unsigned T = First; T != std::min(Threads, First + WarpSize); ++T) {
      Warp.set(T);
      if (!At.Of.test(T))
        continue;
      const auto M = LaneMask(Named[T].Number);
      IsOne &= Named[T].isNumber() && (!One || *One == M);
      One = M;
      if (M >> (T - First) & 1)
        Meeting.set(T);
    }
    if (!IsOne || !One || mayPart(Meeting, Block, /*IsOfWarps=*/true))
      continue;
    for (auto &[Number, How] : At.Open)
      if (!How.Pending && (Seen[Number].Of & Warp & ~Meeting).none())
        How.Warps &= ~(1u << First / WarpSize);
  }
}

/// How many neighboring lanes each of \p Masks names, where that is one aligned
/// tile around each of \p Of; else 1.
unsigned FreedomProof::tileOf(const FormsOfBlock &Masks,
                              const ThreadSet &Of) const {
  unsigned Tile = 0;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const auto Mask = LaneMask(Masks[T].Number);
    const auto Size = unsigned(popcount(Mask));
    const unsigned First = T % WarpSize / std::max(Size, 1u) * Size;
    if (!Masks[T].isNumber() || !isPowerOf2_32(Size) ||
        Mask != maskTrailingOnes<LaneMask>(Size) << First ||
        (Tile && Tile != Size))
      return 1;
    Tile = Size;
  }
  return std::max(Tile, 1u);
}

/// A thread waits for its own copies but for the last \p Groups groups.
void FreedomProof::passWait(const KernelBarrier &Wait, Arrival &At) {
  const LaneExpr *Groups = Wait.Number;
  const ThreadForm Most = Groups ? Values(Groups)[0] : ThreadForm();
  if (!Most.isNumber())
    return;
  for (auto &[Number, How] : At.Open)
    if (How.Pending && !How.Object && How.IsBulk == isOfBulk(Wait) &&
        (!Groups || int64_t(*How.Pending) > Most.Number) &&
        (Seen[Number].Of & ~At.Of).none())
      How.Pending.reset();
}

/// What is known of how \p A accesses its bytes. False: nothing is proven.
bool FreedomProof::describe(const KernelAccess &A, Footprint &F) {
  F.Effect = A.Effect;
  F.Bytes = A.BytesPerLane;
  StringRef Name = A.Instruction;
  F.IsAsync = Name.starts_with("cp.async") && !isOther(A);
  F.IsOfWarp = Name.contains("matrix");
  const bool IsFragment = Name.contains("wmma");
  if (F.IsAsync)
    F.Effect = AccessEffect::Write;
  if (Name.contains("bulk") || Name.contains(".async.shared::cluster") ||
      A.Spaces.contains(MemorySpace::Cluster) ||
      (!A.Obstacle.empty() && !IsFragment))
    fail(messages::RaceOfKind(Name.str()), &A);
  else if (!A.MayLeadElsewhere.empty() && !isOther(A))
    fail(messages::RaceLeadsElsewhere(name(F)), &A);
  F.HasUnknown = !A.Address || IsFragment || !F.Bytes;
  return !isDone();
}

void FreedomProof::access(const FlowStep &Step, Arrival &At) {
  const KernelAccess &A = Kernel.Accesses[Step.Number];
  if (isOther(A) &&
      (Without.empty() || !A.Spaces.contains(MemorySpace::Global)))
    return;
  Footprint New;
  New.Access = Step.Number;
  New.Of = At.Of;
  if (!describe(A, New))
    return;
  if (New.IsOfWarp)
    for (unsigned T = 0; T != Threads; ++T)
      if (!(lanesWithAddress(A.Kind) >> (T % WarpSize) & 1))
        New.Of.reset(T);
  if (Step.Stored.Value) {
    const FormsOfBlock &Value = Values(Step.Stored.Value);
    New.IsOfOneValue = Value.isOne() && Value[0].isKnown();
  }
  if (!New.HasUnknown)
    New.setPlaces(Values(A.Address), Threads);
  if (New.HasUnknown && A.Address && New.Bytes &&
      !StringRef(A.Instruction).contains("wmma")) {
    setSlot(Step.Number, New);
    New.setFreePlaces(A.Address, Threads, Values);
  }
  New.setConditions(Values.known(A.Guard), A.Address, Threads, Values);
  if (!Values.spend(New.Of.count() + At.Open.size()))
    return failAsTooLarge();
  OpenAccess Own;
  Own.Warps = warpsOf(New.Of);
  check(New, uint32_t(Seen.size()), Own);
  for (const auto &[Number, How] : At.Open)
    check(New, Number, How);
  if (New.IsAsync)
    Own.Pending = 0;
  else if (New.Effect != AccessEffect::Read)
    At.Unfenced.insert(uint32_t(Seen.size()));
  New.Origin = uint32_t(Seen.size());
  At.Open[New.Origin] = Own;
  Seen.push_back(std::move(New));
}

} // namespace warplint
