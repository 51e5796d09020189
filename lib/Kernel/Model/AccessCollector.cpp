//===- AccessCollector.cpp - Finding a kernel's shared accesses -----------===//

#include "AccessCollector.h"
#include "Kernel/Memory/NoSharedMemory.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

void AccessCollector::collect(Function &F) {
  HasNoShared = F.hasFnAttribute(NoSharedMemory);
  for (Instruction &I : instructions(F))
    visit(I);
}

/// Whether \p Guard lets the same lanes through at every execution.
static bool isFixed(const LaneContext &C, const LaneExpr *Guard) {
  bool Fixed = true;
  forEachNode(C, Guard, [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
    case LaneOp::Opaque:
    case LaneOp::Iteration:
    case LaneOp::Recurrence:
      Fixed = false;
      break;
    default:
      break;
    }
  });
  return Fixed;
}

std::vector<const clang::VarDecl *>
AccessCollector::arraysIn(const LaneExpr *Address) {
  std::vector<const clang::VarDecl *> Arrays;
  const LaneContext &C = *Kernel.Context;
  // A counter may stand for an expression of itself.
  SmallVector<const LaneExpr *> StandIns = {Address};
  SmallPtrSet<const LaneExpr *, 32> Seen = {Address};
  auto Visit = [&](const LaneExpr *E) {
    if (E->op() != LaneOp::Symbol)
      return;
    if (const LaneExpr *Original = Exprs.standsFor(E->index());
        Original && Seen.insert(Original).second)
      StandIns.push_back(Original);
    const GlobalVariable *G = Exprs.arrayOf(E->index());
    if (!G || !sharedVariable(G))
      return;
    if (const auto *V =
            dyn_cast_or_null<clang::VarDecl>(Unit.declOf(G->getName())))
      Arrays.push_back(V);
  };
  for (unsigned I = 0; I != StandIns.size(); ++I)
    forEachNode(C, StandIns[I], Visit);
  return Arrays;
}

AccessCollector::Target AccessCollector::targetOf(PointerBases Bases,
                                                  const LaneExpr *Address) {
  Target T;
  T.Spaces = Bases.spaces();
  if (HasNoShared && !Bases.Found.contains(MemorySpace::Shared))
    T.Spaces = T.Spaces.without(MemorySpace::Shared);
  T.NotKnown = std::move(Bases.NotKnown);
  if (Address)
    T.Arrays = arraysIn(Address);
  if (T.Arrays.empty())
    for (const GlobalVariable *G : Bases.SharedArrays)
      if (const auto *V =
              dyn_cast_or_null<clang::VarDecl>(Unit.declOf(G->getName())))
        T.Arrays.push_back(V);
  return T;
}

KernelAccess *AccessCollector::add(Instruction &I, const LaneExpr *Address,
                                   Target Where, RequestKind Kind,
                                   unsigned Bytes, std::string Instruction) {
  const SourceAccess *Source = Tags.sourceOf(I);
  if (!Where.Spaces.contains(MemorySpace::Shared))
    return nullptr;
  if (!Source) {
    omit(I, Kernel.name(), "an access that has no place in the source");
    return nullptr;
  }
  KernelAccess A;
  A.Source = Source;
  A.Kind = Kind;
  A.BytesPerLane = Bytes;
  A.Instruction = std::move(Instruction);
  const BasicBlock *Block = I.getParent();
  A.Address = Address ? Exprs.atHeader(Block, Address) : nullptr;
  A.Arrays = std::move(Where.Arrays);
  if (!Where.Spaces.isOnly(MemorySpace::Shared))
    A.MayLeadElsewhere = "the pointer may lead to shared or to global memory" +
                         (Where.NotKnown.empty() ? "" : ": " + Where.NotKnown);
  const LaneExpr *Guard = Exprs.pathCondition(Block);
  if (Guard->op() != LaneOp::Const || Guard->constant() == 0)
    A.Guard = Guard;
  A.HasFixedGuard = !A.Guard || isFixed(*Kernel.Context, A.Guard);
  A.Loops = Exprs.loopsAround(Block);
  A.IsInCondition = Exprs.isInCondition(Block);
  A.ExecutionsPerWarp = Exprs.executionsOf(Block);
  A.CallChain = Tags.callChainOf(I);
  Kernel.Accesses.push_back(std::move(A));
  Origins.push_back(&I);
  return &Kernel.Accesses.back();
}

KernelAccess *AccessCollector::add(Instruction &I, Value *Pointer,
                                   RequestKind Kind, unsigned Bytes,
                                   std::string Instruction) {
  const LaneExpr *Address = Exprs.build(Pointer);
  PointerBases Bases = Pointers.basesOf(Pointer);
  const bool IsRemote = Bases.Found.contains(MemorySpace::Cluster);
  Target Where = IsRemote ? Target() : targetOf(std::move(Bases), Address);
  KernelAccess *A = add(I, Address, Where, Kind, Bytes, std::move(Instruction));
  if (A && IsRemote)
    A->Obstacle = DistributedMemory;
  return A;
}

void AccessCollector::omit(const Instruction &I, std::string Name,
                           std::string Why) {
  LeftOut Out;
  Out.Name = std::move(Name);
  Out.Why = std::move(Why);
  if (const DILocation *Loc = I.getDebugLoc()) {
    Out.Where.File = Loc->getFilename().str();
    Out.Where.Line = Loc->getLine();
    Out.Where.Column = Loc->getColumn();
  }
  Omitted.push_back(std::move(Out));
}

void AccessCollector::visit(Instruction &I) {
  const DataLayout &DL = I.getModule()->getDataLayout();
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->isVolatile())
      add(I, Load->getPointerOperand(), RequestKind::SharedLoad,
          DL.getTypeStoreSize(Load->getType()).getFixedValue(), "ld.shared");
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (Store->isVolatile())
      add(I, Store->getPointerOperand(), RequestKind::SharedStore,
          DL.getTypeStoreSize(Store->getValueOperand()->getType())
              .getFixedValue(),
          "st.shared");
    return;
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return visitAtomic(I);
  if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
    return visitMemIntrinsic(*Copy);
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return visitIntrinsic(*Intrinsic);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return visitAsm(*Call);
    visitCall(*Call);
  }
}

void AccessCollector::visitMemIntrinsic(MemIntrinsic &I) {
  // Only copies that could not be taken apart are left.
  const char *Why = "a copy whose length is no small constant";
  if (KernelAccess *A =
          add(I, I.getRawDest(), RequestKind::SharedStore, 1, "memcpy"))
    A->Obstacle = Why;
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
    if (KernelAccess *A = add(I, Transfer->getRawSource(),
                              RequestKind::SharedLoad, 1, "memcpy"))
      A->Obstacle = Why;
}

void AccessCollector::visitAsyncCopy(IntrinsicInst &I, StringRef Name) {
  // "ca.shared.global.16", after which ".s" may stand.
  bool IsCached = Name.consume_front("ca.shared.global.");
  if (!IsCached && !Name.consume_front("cg.shared.global."))
    return;
  unsigned Bytes = 0;
  if (Name.consumeInteger(10, Bytes))
    return;
  KernelAccess *A = add(I, I.getArgOperand(0), asyncCopyKind(IsCached, Bytes),
                        Bytes, IsCached ? "cp.async.ca" : "cp.async.cg");
  if (!A)
    return;
  Tags.setVerb(I, AccessVerb::CpAsync);
  if (IsCached)
    A->Assumptions.push_back(CoalescedSource);
}

void AccessCollector::visitMatrix(IntrinsicInst &I, StringRef Name) {
  bool Load = Name.starts_with("ld");
  unsigned Count = Name.contains(".x4") ? 2 : Name.contains(".x2") ? 1 : 0;
  RequestKind Kinds[2][3] = {{RequestKind::StMatrixX1, RequestKind::StMatrixX2,
                              RequestKind::StMatrixX4},
                             {RequestKind::LdMatrixX1, RequestKind::LdMatrixX2,
                              RequestKind::LdMatrixX4}};
  if (add(I, I.getArgOperand(0), Kinds[Load][Count], 16,
          std::string(Load ? "ldmatrix" : "stmatrix") + ".x" +
              std::to_string(1u << Count)))
    Tags.setVerb(I, Load ? AccessVerb::LdMatrix : AccessVerb::StMatrix);
}

void AccessCollector::visitIntrinsic(IntrinsicInst &I) {
  StringRef Name = I.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return;
  if (Name.starts_with("wmma."))
    visitWmma(I, Name);
  else if (Name.consume_front("cp.async."))
    visitAsyncCopy(I, Name);
  else if (Name.starts_with("ldmatrix.") || Name.starts_with("stmatrix."))
    visitMatrix(I, Name);
  else if (Name.consume_front("atomic."))
    visitAtomicIntrinsic(I, Name);
}

void AccessCollector::visitCall(CallBase &Call) {
  // Recursive functions, all that inlining leaves, were named when found.
  if (Call.getCalledFunction())
    return;
  omit(Call, Kernel.name(), "a call through a pointer is not followed");
}

} // namespace warplint
