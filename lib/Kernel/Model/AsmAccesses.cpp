//===- AsmAccesses.cpp - Accesses of inline PTX ---------------------------===//

#include "AccessCollector.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace warplint {
namespace {

struct AsmRequest {
  RequestKind Kind = RequestKind::SharedLoad;
  AccessVerb Verb = AccessVerb::Load;
  unsigned Bytes = 0;
};

RequestKind matrixKind(const PtxMemoryOp &Op, bool Load) {
  unsigned Groups = Op.Matrix ? Op.Matrix->rowGroups() : 1;
  unsigned Index = Groups == 4 ? 2 : Groups == 2 ? 1 : 0;
  static constexpr RequestKind Loads[] = {RequestKind::LdMatrixX1,
                                          RequestKind::LdMatrixX2,
                                          RequestKind::LdMatrixX4};
  static constexpr RequestKind Stores[] = {RequestKind::StMatrixX1,
                                           RequestKind::StMatrixX2,
                                           RequestKind::StMatrixX4};
  return Load ? Loads[Index] : Stores[Index];
}

/// The operand of an instruction that has none, or one that is no linear form,
/// counts as varying.
AtomicRule atomicRule(const LaneContext &Context, const CallBase &Call,
                      const PtxMemoryOp &Op, const LaneExpr *Operand,
                      const LaneExpr *Address) {
  AtomicUse Use;
  if (Op.Atomic) {
    Use.Operation = Op.Atomic->Operation;
    Use.Type = Op.Atomic->Type;
  }
  Use.IsResultUsed = Op.Kind == PtxMemoryKind::Atomic && !Call.use_empty();
  Use.IsGeneric = Op.Location.Space == PtxSpace::Generic;
  Use.Operand = Operand;
  return ruleOf(Context, Use, Address);
}

std::optional<Fragment> fragmentOf(const PtxMemoryOp &Op) {
  if (!Op.Fragment)
    return std::nullopt;
  const PtxFragment &P = *Op.Fragment;
  Fragment F;
  F.IsStore = Op.Kind == PtxMemoryKind::WmmaStore;
  F.Use = P.Matrix == 'a'   ? FragmentUse::MatrixA
          : P.Matrix == 'b' ? FragmentUse::MatrixB
                            : FragmentUse::Accumulator;
  F.Layout =
      P.RowMajor ? FragmentLayout::RowMajor : FragmentLayout::ColumnMajor;
  F.M = P.M;
  F.N = P.N;
  F.K = P.K;
  F.Type = P.Type;
  return F;
}

/// How the hardware table sees \p Op; nothing where it moves no data of a lane:
/// the copy engine's regions are LayoutUses.h's.
std::optional<AsmRequest> requestOf(const PtxMemoryOp &Op) {
  AsmRequest R;
  R.Bytes = Op.BytesPerLane;
  switch (Op.Kind) {
  case PtxMemoryKind::Load:
    return R;
  case PtxMemoryKind::Store:
    R.Kind = RequestKind::SharedStore;
    R.Verb = AccessVerb::Store;
    return R;
  case PtxMemoryKind::Atomic:
  case PtxMemoryKind::Reduction:
    R.Kind = RequestKind::SharedAtomic; // Refined by its rule.
    R.Verb = AccessVerb::Atomic;
    return R;
  case PtxMemoryKind::AsyncCopy:
    R.Kind = RequestKind::CpAsync;
    R.Verb = AccessVerb::CpAsync;
    return R;
  case PtxMemoryKind::LoadMatrix:
  case PtxMemoryKind::StoreMatrix: {
    bool Load = Op.Kind == PtxMemoryKind::LoadMatrix;
    R.Kind = matrixKind(Op, Load);
    R.Verb = Load ? AccessVerb::LdMatrix : AccessVerb::StMatrix;
    R.Bytes = 16;
    return R;
  }
  case PtxMemoryKind::WmmaLoad:
  case PtxMemoryKind::WmmaStore:
    R.Verb = AccessVerb::Wmma;
    return R;
  case PtxMemoryKind::AsyncStore:
  case PtxMemoryKind::AsyncReduction:
    R.Kind = RequestKind::SharedStore;
    R.Verb = AccessVerb::Store;
    return R;
  default:
    return std::nullopt;
  }
}

} // namespace

/// The global side of cp.async.
void AccessCollector::visitSource(CallBase &Call, const PtxMemoryOp &Op,
                                  unsigned Number) {
  if (!Op.Source || !Op.Source->Address)
    return;
  const LaneExpr *Address = Exprs.fromLinear(Call, *Op.Source->Address, 64);
  Target Where;
  if (std::optional<MemorySpace> Space = memoryOf(Op.Source->Space))
    Where.Spaces = *Space;
  else
    Where = targetOf(Pointers.basesOf(*Op.Source->Address, Call), Address);
  unsigned Bytes = Op.BytesPerLane;
  for (const std::optional<PtxLinear> &Said : {Op.Bytes, Op.SourceBytes})
    if (std::optional<int64_t> Known = Said ? Said->asConstant() : std::nullopt)
      Bytes = *Known;
  KernelAccess *A = add(Call, Address, Where, RequestKind::SharedLoad, Bytes,
                        Op.nameWithBytes(Bytes));
  if (!A)
    return;
  auto Other = OneSides.find({&Call, Number});
  A->Source = Other == OneSides.end()
                  ? Tags.partOf(Call, PartsOf[&Call]++, AccessVerb::CpAsync)
                  : Kernel.Accesses[Other->second].Source;
  joinSides(*A, Call, Number);
  addGuard(*A, Call, Op.Guard);
}

/// The lanes that \p Guard lets through, besides.
void AccessCollector::addGuard(KernelAccess &A, CallBase &Call,
                               const PtxGuard &Guard) {
  if (Guard.empty())
    return;
  const LaneExpr *E = Exprs.fromGuard(Call, Guard);
  A.Guard = A.Guard ? Kernel.Context->binary(LaneOp::And, A.Guard, E) : E;
  A.HasFixedGuard = false;
}

void AccessCollector::visitAsm(CallBase &Call, const PtxMemoryOp &Op,
                               unsigned Number) {
  const PtxSpace Space = Op.Location.Space;
  const bool MaybeShared = Space == PtxSpace::Shared ||
                           Space == PtxSpace::SharedCluster ||
                           Space == PtxSpace::Generic;
  if (!MaybeShared && (!CollectsOthers || !memoryOf(Space)))
    return;
  const LaneExpr *Operand =
      Op.Atomic && Op.Atomic->Operand
          ? Exprs.fromLinear(Call, *Op.Atomic->Operand, 32)
          : nullptr;
  const LaneExpr *Address =
      Op.Location.Address ? Exprs.fromLinear(Call, *Op.Location.Address, 64)
                          : nullptr;
  std::optional<AsmRequest> Request = requestOf(Op);
  if (!Request)
    return;
  Target Where;
  if (Space != PtxSpace::Generic) {
    Where.Spaces = MaybeShared ? MemorySpace::Shared : *memoryOf(Space);
    if (Address)
      Where.Arrays = arraysIn(Address);
  } else if (Address) {
    Where = targetOf(Pointers.basesOf(*Op.Location.Address, Call), Address);
  } else if (HasNoShared) {
    Where.Spaces = Where.Spaces.without(MemorySpace::Shared);
  }
  std::string Name = Op.Name;
  if (Op.Kind == PtxMemoryKind::AsyncCopy && Op.Bytes) {
    // The copy size is an immediate of the call.
    const LaneExpr *Size = Exprs.fromLinear(Call, *Op.Bytes, 32);
    if (Size->op() == LaneOp::Const) {
      Request->Bytes = Size->constant();
      Name = Op.nameWithBytes(Request->Bytes);
    }
  }
  const bool IsCachedCopy =
      Op.Kind == PtxMemoryKind::AsyncCopy && StringRef(Op.Name).contains(".ca");
  if (IsCachedCopy)
    Request->Kind = asyncCopyKind(IsCachedCopy, Request->Bytes);
  KernelAccess *A =
      add(Call, Address, Where, Request->Kind, Request->Bytes, Name);
  if (!A)
    return;
  A->Source = Tags.partOf(Call, PartsOf[&Call]++, Request->Verb);
  if (Op.Kind == PtxMemoryKind::AsyncCopy)
    joinSides(*A, Call, Number);
  if (IsCachedCopy)
    A->Assumptions.push_back(CoalescedSource);
  if (Request->Verb == AccessVerb::Atomic) {
    A->Effect = AccessEffect::Update;
    if (!CollectsOthers)
      applyRule(*A, atomicRule(*Kernel.Context, Call, Op, Operand, Address));
  }
  if (Op.Kind == PtxMemoryKind::WmmaStore)
    A->Effect = AccessEffect::Write;
  if (Request->Verb == AccessVerb::Wmma && Address)
    setFragment(*A, fragmentOf(Op), Name,
                Op.Fragment && Op.Fragment->Stride
                    ? Exprs.fromLinear(Call, *Op.Fragment->Stride, 32)
                    : nullptr);
  const bool IsRemote = Op.Kind == PtxMemoryKind::AsyncStore ||
                        Op.Kind == PtxMemoryKind::AsyncReduction;
  if (IsRemote || (Space == PtxSpace::SharedCluster && Where.Arrays.empty()))
    A->Obstacle = DistributedMemory;
  else if (!Address)
    A->Obstacle =
        "its address is computed inside inline PTX: " + Op.Location.Unknown;
  addGuard(*A, Call, Op.Guard);
}

void AccessCollector::visitAsm(CallBase &Call) {
  const InlinePtx &Block = Exprs.ptxOf(Call);
  for (auto [Number, Op] : enumerate(Block.MemoryOps)) {
    visitAsm(Call, Op, Number);
    if (CollectsOthers && Op.Kind == PtxMemoryKind::AsyncCopy)
      visitSource(Call, Op, Number);
  }
  if (const PtxUnread *Unread = Block.firstUnreadMemory();
      Unread && !CollectsOthers)
    omit(Call, Kernel.name(),
         "inline PTX '" + Unread->Text + "' is not modelled");
}

} // namespace warplint
