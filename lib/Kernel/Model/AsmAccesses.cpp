//===- AsmAccesses.cpp - Accesses of inline PTX ---------------------------===//

#include "AccessCollector.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace warplint {
namespace {

struct AsmRequest {
  RequestKind Kind;
  AccessVerb Verb;
  unsigned Bytes;
};

/// How the hardware table sees \p Op; nothing where it moves no data of a lane:
/// the copy engine's regions are LayoutUses.h's.
std::optional<AsmRequest> requestOf(const PtxMemoryOp &Op) {
  const unsigned Bytes = Op.BytesPerLane;
  switch (Op.Kind) {
  case PtxMemoryKind::Load:
    return AsmRequest{RequestKind::SharedLoad, AccessVerb::Load, Bytes};
  case PtxMemoryKind::Store:
  case PtxMemoryKind::AsyncStore:
  case PtxMemoryKind::AsyncReduction:
    return AsmRequest{RequestKind::SharedStore, AccessVerb::Store, Bytes};
  case PtxMemoryKind::Atomic:
  case PtxMemoryKind::Reduction: // Refined by its rule.
    return AsmRequest{RequestKind::SharedAtomic, AccessVerb::Atomic, Bytes};
  case PtxMemoryKind::AsyncCopy:
    return AsmRequest{RequestKind::CpAsync, AccessVerb::CpAsync, Bytes};
  case PtxMemoryKind::LoadMatrix:
    return AsmRequest{matrixKind(/*IsLoad=*/true, Op.RowGroups),
                      AccessVerb::LdMatrix, Bytes};
  case PtxMemoryKind::StoreMatrix:
    return AsmRequest{matrixKind(/*IsLoad=*/false, Op.RowGroups),
                      AccessVerb::StMatrix, Bytes};
  case PtxMemoryKind::WmmaLoad:
  case PtxMemoryKind::WmmaStore:
    return AsmRequest{RequestKind::SharedLoad, AccessVerb::Wmma, Bytes};
  default:
    return std::nullopt;
  }
}

} // namespace

const LaneExpr *AccessCollector::argumentOf(CallBase &Call, PtxArgument N,
                                            unsigned Width) {
  return N ? Exprs.resize(Exprs.build(Call.getArgOperand(*N)), Width) : nullptr;
}

AccessCollector::Target AccessCollector::targetOf(CallBase &Call,
                                                  const PtxLocation &Location,
                                                  const LaneExpr *Address) {
  if (Location.isGeneric())
    return targetOf(Pointers.basesOf(Call.getArgOperand(*Location.Address)),
                    Address);
  Target Where;
  Where.Spaces = Location.Spaces;
  return Where;
}

/// The global side of cp.async.
void AccessCollector::visitSource(CallBase &Call,
                                  const PtxStatement &Statement) {
  const PtxMemoryOp &Op = *Statement.Memory;
  const LaneExpr *Address = argumentOf(Call, Op.Source->Address, 64);
  unsigned Bytes = Op.BytesPerLane;
  for (PtxArgument Said : {Op.Bytes, Op.SourceBytes})
    if (const LaneExpr *Size = argumentOf(Call, Said, 32);
        Size && Size->isConst())
      Bytes = Size->constant();
  KernelAccess *A = add(Call, Address, targetOf(Call, *Op.Source, Address),
                        RequestKind::SharedLoad, Bytes,
                        Op.Name + " " + std::to_string(Bytes));
  if (!A)
    return;
  auto Other = OneSides.find(&Call);
  A->Source = Other == OneSides.end()
                  ? Tags.partOf(Call, Statement.Part, AccessVerb::CpAsync)
                  : Kernel.Accesses[Other->second].Source;
  joinSides(*A, Call);
  addGuard(*A, argumentOf(Call, Statement.Guard, 1));
}

/// The lanes that \p Guard lets through, besides; all where it is null.
void AccessCollector::addGuard(KernelAccess &A, const LaneExpr *Guard) {
  if (!Guard)
    return;
  A.Guard =
      A.Guard ? Kernel.Context->binary(LaneOp::And, A.Guard, Guard) : Guard;
  A.HasFixedGuard = false;
  A.HangsOnUnknown = Kernel.CallsUnknown;
}

/// Shared memory serves \p A through a generic address, or one of the cluster;
/// or that of another block does.
void AccessCollector::setServed(KernelAccess &A, const PtxMemoryOp &Op,
                                CallBase &Call) {
  const bool IsOfCluster = Op.Location.Spaces.isOnly(MemorySpace::Cluster);
  const bool IsAsync = Op.Kind == PtxMemoryKind::AsyncStore ||
                       Op.Kind == PtxMemoryKind::AsyncReduction;
  if (!IsAsync && !IsOfCluster && !Op.Location.isGeneric())
    return;
  const MemorySpaces Found =
      Pointers.basesOf(Call.getArgOperand(*Op.Location.Address)).Found;
  if (Found.contains(MemorySpace::Cluster)) {
    A.Spaces = Found;
    setRemote(A);
    if (IsAsync && A.Obstacle.empty())
      A.Kind = RequestKind::RemoteUpdate;
  } else if (IsAsync || (IsOfCluster && A.Arrays.empty())) {
    A.Obstacle = messages::RemoteNotModeled();
  } else if (Op.Kind == PtxMemoryKind::Load && !CollectsOthers) {
    A.Kind = RequestKind::SharedGenericLoad;
  }
}

void AccessCollector::visitMemoryOp(CallBase &Call,
                                    const PtxStatement &Statement) {
  const PtxMemoryOp &Op = *Statement.Memory;
  const bool MaybeShared = Op.Location.mayBeShared();
  std::optional<AsmRequest> Request = requestOf(Op);
  if (!Request || (!MaybeShared && !CollectsOthers))
    return;
  const LaneExpr *Address = argumentOf(Call, Op.Location.Address, 64);
  Target Where = targetOf(Call, Op.Location, Address);
  if (!Op.Location.isGeneric()) {
    Where.Arrays = arraysIn(Address);
    if (MaybeShared)
      Where.Spaces = MemorySpace::Shared;
  }
  std::string Name = Op.Name;
  const bool IsCopy = Op.Kind == PtxMemoryKind::AsyncCopy;
  if (const LaneExpr *Size = argumentOf(Call, Op.Bytes, 32);
      Size && Size->isConst()) {
    Request->Bytes = Size->constant();
    Name += " " + std::to_string(Request->Bytes);
  }
  const bool IsCached = IsCopy && StringRef(Op.Name).contains(".ca");
  if (IsCached)
    Request->Kind = asyncCopyKind(IsCached, Request->Bytes);
  KernelAccess *A =
      add(Call, Address, Where, Request->Kind, Request->Bytes, Name);
  if (!A)
    return;
  A->Source = Tags.partOf(Call, Statement.Part, Request->Verb);
  if (IsCopy)
    joinSides(*A, Call);
  if (IsCached)
    A->Assumptions.push_back(CoalescedSource);
  if (Request->Verb == AccessVerb::Atomic) {
    const SharedAtomic Use = {
        .Operation = Op.Atomic->Operation,
        .Type = Op.Atomic->Type,
        .IsResultUsed = Op.Kind == PtxMemoryKind::Atomic && !Call.use_empty(),
        .IsGeneric = Op.Location.isGeneric()};
    // The operand of an instruction that has none counts as varying.
    setAtomic(*A,
              useAt(Use, argumentOf(Call, Op.Atomic->Operand, 32), Address));
  }
  if (Op.Kind == PtxMemoryKind::WmmaStore)
    A->Effect = AccessEffect::Write;
  if (!Op.Fragment.empty())
    setFragment(*A, parseFragment(Op.Fragment), Name,
                argumentOf(Call, Op.Stride, 32));
  setServed(*A, Op, Call);
  addGuard(*A, argumentOf(Call, Statement.Guard, 1));
}

void AccessCollector::visitAsm(CallBase &Call) {
  const PtxStatement Statement = readPtxStatement(Call);
  if (Statement.IsUnread && !CollectsOthers)
    return Tags.omit(Call, Kernel.Name,
                     messages::PtxNotModeled(Statement.Text));
  if (!Statement.Memory)
    return;
  visitMemoryOp(Call, Statement);
  if (CollectsOthers && Statement.Memory->Kind == PtxMemoryKind::AsyncCopy)
    visitSource(Call, Statement);
}

} // namespace warplint
