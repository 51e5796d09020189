//===- AsmAccesses.cpp - Accesses of inline PTX ---------------------------===//

#include "AccessCollector.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"

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

/// The operand of an instruction that has none counts as varying.
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

Fragment fragmentOf(const PtxMemoryOp &Op) {
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

const LaneExpr *AccessCollector::argumentOf(CallBase &Call, PtxArgument N,
                                            unsigned Width) {
  return N ? Exprs.resize(Exprs.build(Call.getArgOperand(*N)), Width) : nullptr;
}

/// The global side of cp.async.
void AccessCollector::visitSource(CallBase &Call,
                                  const PtxStatement &Statement) {
  const PtxMemoryOp &Op = *Statement.Memory;
  const LaneExpr *Address = argumentOf(Call, Op.Source->Address, 64);
  Target Where;
  if (std::optional<MemorySpace> Space = memoryOf(Op.Source->Space))
    Where.Spaces = *Space;
  else
    Where = targetOf(Pointers.basesOf(Call.getArgOperand(*Op.Source->Address)),
                     Address);
  unsigned Bytes = Op.BytesPerLane;
  for (PtxArgument Said : {Op.Bytes, Op.SourceBytes})
    if (const LaneExpr *Size = argumentOf(Call, Said, 32);
        Size && Size->op() == LaneOp::Const)
      Bytes = Size->constant();
  KernelAccess *A = add(Call, Address, Where, RequestKind::SharedLoad, Bytes,
                        Op.Name + " " + std::to_string(Bytes));
  if (!A)
    return;
  auto Other = OneSides.find(&Call);
  A->Source = Other == OneSides.end()
                  ? Tags.partOf(Call, Statement.Part, AccessVerb::CpAsync)
                  : Kernel.Accesses[Other->second].Source;
  joinSides(*A, Call);
  addGuard(*A, argumentOf(Call, Op.Guard, 1));
}

/// The lanes that \p Guard lets through, besides; all where it is null.
void AccessCollector::addGuard(KernelAccess &A, const LaneExpr *Guard) {
  if (!Guard)
    return;
  A.Guard =
      A.Guard ? Kernel.Context->binary(LaneOp::And, A.Guard, Guard) : Guard;
  A.HasFixedGuard = false;
}

void AccessCollector::visitMemoryOp(CallBase &Call,
                                    const PtxStatement &Statement) {
  const PtxMemoryOp &Op = *Statement.Memory;
  const PtxSpace Space = Op.Location.Space;
  const bool MaybeShared = Space == PtxSpace::Shared ||
                           Space == PtxSpace::SharedCluster ||
                           Space == PtxSpace::Generic;
  if (!MaybeShared && (!CollectsOthers || !memoryOf(Space)))
    return;
  std::optional<AsmRequest> Request = requestOf(Op);
  if (!Request)
    return;
  const LaneExpr *Address = argumentOf(Call, Op.Location.Address, 64);
  Target Where;
  if (Space == PtxSpace::Generic) {
    Where = targetOf(Pointers.basesOf(Call.getArgOperand(*Op.Location.Address)),
                     Address);
  } else {
    Where.Spaces = MaybeShared ? MemorySpace::Shared : *memoryOf(Space);
    Where.Arrays = arraysIn(Address);
  }
  std::string Name = Op.Name;
  if (const LaneExpr *Size = argumentOf(Call, Op.Bytes, 32);
      Size && Size->op() == LaneOp::Const &&
      Op.Kind == PtxMemoryKind::AsyncCopy) {
    Request->Bytes = Size->constant();
    Name += " " + std::to_string(Request->Bytes);
  }
  const bool IsCachedCopy =
      Op.Kind == PtxMemoryKind::AsyncCopy && StringRef(Op.Name).contains(".ca");
  if (IsCachedCopy)
    Request->Kind = asyncCopyKind(IsCachedCopy, Request->Bytes);
  KernelAccess *A =
      add(Call, Address, Where, Request->Kind, Request->Bytes, Name);
  if (!A)
    return;
  A->Source = Tags.partOf(Call, Statement.Part, Request->Verb);
  if (Op.Kind == PtxMemoryKind::AsyncCopy)
    joinSides(*A, Call);
  if (IsCachedCopy)
    A->Assumptions.push_back(CoalescedSource);
  if (Request->Verb == AccessVerb::Atomic) {
    A->Effect = AccessEffect::Update;
    if (!CollectsOthers)
      applyRule(*A,
                atomicRule(*Kernel.Context, Call, Op,
                           argumentOf(Call, Op.Atomic->Operand, 32), Address));
  }
  if (Op.Kind == PtxMemoryKind::WmmaStore)
    A->Effect = AccessEffect::Write;
  if (Op.Fragment)
    setFragment(*A, fragmentOf(Op), Name,
                argumentOf(Call, Op.Fragment->Stride, 32));
  const bool IsRemote = Op.Kind == PtxMemoryKind::AsyncStore ||
                        Op.Kind == PtxMemoryKind::AsyncReduction;
  if (IsRemote || (Space == PtxSpace::SharedCluster && Where.Arrays.empty()))
    A->Obstacle = DistributedMemory;
  addGuard(*A, argumentOf(Call, Op.Guard, 1));
}

void AccessCollector::visitAsm(CallBase &Call) {
  const PtxStatement Statement = readPtxStatement(Call);
  if (Statement.IsUnread && !CollectsOthers)
    return omit(Call, Kernel.name(),
                "inline PTX '" + Statement.Text + "' is not modelled");
  if (!Statement.Memory)
    return;
  visitMemoryOp(Call, Statement);
  if (CollectsOthers && Statement.Memory->Kind == PtxMemoryKind::AsyncCopy)
    visitSource(Call, Statement);
}

} // namespace warplint
