//===- AsmAccesses.cpp - Shared accesses of inline PTX --------------------===//

#include "AccessCollector.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace warplint {
namespace {

struct AsmRequest {
  RequestKind Kind = RequestKind::SharedLoad;
  AccessVerb Verb = AccessVerb::Load;
  unsigned Bytes = 0;
  std::string Obstacle;
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

RequestKind atomicKind(const PtxMemoryOp &Op, const LaneExpr *Operand,
                       const LaneExpr *Address) {
  if (!Op.Atomic || Op.BytesPerLane != 4)
    return RequestKind::SharedAtomicOther;
  if (Op.Atomic->Operation == "cas")
    return RequestKind::SharedAtomicCas;
  StringRef Type = Op.Atomic->Type;
  if (Op.Atomic->Operation != "add" || (Type != "u32" && Type != "s32"))
    return RequestKind::SharedAtomicOther;
  if (Op.Kind == PtxMemoryKind::Reduction && Op.Atomic->Operand &&
      Op.Atomic->Operand->asConstant() == 1)
    return RequestKind::SharedAtomicCount;
  if (Address && !Address->isLaneVarying())
    return RequestKind::SharedAtomicOther;
  return Operand && Operand->isLaneVarying() ? RequestKind::SharedAtomicAdd
                                             : RequestKind::SharedAtomicOther;
}

/// How the hardware table sees \p Op; nothing where it moves no data of a lane.
std::optional<AsmRequest> requestOf(const PtxMemoryOp &Op,
                                    const LaneExpr *AtomicOperand,
                                    const LaneExpr *Address) {
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
    R.Kind = atomicKind(Op, AtomicOperand, Address);
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
    R.Obstacle = "the lanes of a wmma fragment are not modelled";
    return R;
  case PtxMemoryKind::BulkCopy:
  case PtxMemoryKind::BulkReduction:
  case PtxMemoryKind::TensorCopy:
  case PtxMemoryKind::TensorReduction:
  case PtxMemoryKind::BulkFill:
  case PtxMemoryKind::AsyncStore:
  case PtxMemoryKind::AsyncReduction:
    R.Verb = AccessVerb::CpAsync;
    R.Obstacle = "'" + Op.Name + "' is not modelled";
    return R;
  default:
    return std::nullopt;
  }
}

} // namespace

void AccessCollector::visitAsm(CallBase &Call) {
  const InlinePtx &Block = Exprs.ptxOf(Call);
  for (const PtxMemoryOp &Op : Block.MemoryOps) {
    if (Op.Location.Space != PtxSpace::Shared &&
        Op.Location.Space != PtxSpace::SharedCluster &&
        Op.Location.Space != PtxSpace::Generic)
      continue;
    const LaneExpr *Operand =
        Op.Atomic && Op.Atomic->Operand
            ? Exprs.fromLinear(Call, *Op.Atomic->Operand, 32)
            : nullptr;
    const LaneExpr *Address =
        Op.Location.Address ? Exprs.fromLinear(Call, *Op.Location.Address, 64)
                            : nullptr;
    std::optional<AsmRequest> Request = requestOf(Op, Operand, Address);
    if (!Request)
      continue;
    Target Where = Address ? targetOf(Address) : Target();
    if (Op.Location.Space != PtxSpace::Generic)
      Where.Where = Space::Shared;
    std::string Name = Op.Name;
    if (Op.Kind == PtxMemoryKind::AsyncCopy && Op.Bytes) {
      // The copy size is an immediate of the call.
      const LaneExpr *Size = Exprs.fromLinear(Call, *Op.Bytes, 32);
      if (Size->op() == LaneOp::Const) {
        Request->Bytes = Size->constant();
        Name = Op.nameWithBytes(Request->Bytes);
      }
    }
    KernelAccess *A =
        add(Call, Address, Where, Request->Kind, Request->Bytes, Name);
    if (!A)
      continue;
    Tags.setVerb(Call, Request->Verb);
    bool IsCachedCopy = Op.Kind == PtxMemoryKind::AsyncCopy &&
                        Request->Bytes == 16 &&
                        StringRef(Op.Name).contains(".ca");
    if (!Request->Obstacle.empty())
      A->Obstacle = Request->Obstacle;
    else if (IsCachedCopy)
      A->Obstacle = "cp.async.ca of 16 bytes is not modelled";
    else if (!Address)
      A->Obstacle =
          "its address is computed inside inline PTX: " + Op.Location.Unknown;
    else if (Op.Location.Space == PtxSpace::SharedCluster &&
             Where.Arrays.empty())
      A->Obstacle = "distributed shared memory is not modelled";
    if (!Op.Guard.empty()) {
      const LaneExpr *Guard = Exprs.fromGuard(Call, Op.Guard);
      A->Guard = A->Guard ? Kernel.Context->binary(LaneOp::And, A->Guard, Guard)
                          : Guard;
      A->HasFixedGuard = false;
    }
  }
  if (const PtxUnread *Unread = Block.firstUnreadMemory())
    omit(Call, Kernel.MangledName,
         "inline PTX '" + Unread->Text + "' is not modelled");
}

} // namespace warplint
