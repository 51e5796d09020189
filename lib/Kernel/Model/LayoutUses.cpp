//===- LayoutUses.cpp - What else is done with a shared array -------------===//

#include "LayoutUses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Memory/UsedVariables.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Messages/Skipped.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

namespace warplint {
namespace {

struct FoundUse {
  SharedUseKind Kind = SharedUseKind::Assembly;
  std::string What;
};

//===----------------------------------------------------------------------===//
// Inline PTX
//===----------------------------------------------------------------------===//

bool isRegionKind(PtxMemoryKind Kind) {
  return Kind == PtxMemoryKind::RegionCopy || Kind == PtxMemoryKind::RegionFill;
}

/// How an instruction uses its argument \p Argument; nothing where it is only
/// the address of accesses of the lanes.
std::optional<FoundUse> useOf(const PtxMemoryOp &Op, unsigned Argument) {
  if (is_contained(Op.Descriptors, Argument))
    return FoundUse{SharedUseKind::Descriptor, Op.Name};
  const bool IsAddress = Op.Location.Address == Argument ||
                         (Op.Source && Op.Source->Address == Argument);
  if (IsAddress && Op.returnsData())
    return std::nullopt;
  SharedUseKind Kind = SharedUseKind::Assembly;
  StringRef Name = Op.Name;
  if (isRegionKind(Op.Kind)) // Or the barrier that it completes on.
    Kind = IsAddress ? SharedUseKind::RegionCopy : SharedUseKind::Barrier;
  else if (IsAddress && (Op.Kind == PtxMemoryKind::AsyncStore ||
                         Op.Kind == PtxMemoryKind::AsyncReduction))
    Kind = SharedUseKind::Distributed;
  else if (IsAddress && (Name.starts_with("mbarrier") ||
                         Name.starts_with("cp.async.mbarrier") ||
                         Name.starts_with("tcgen05.commit")))
    Kind = SharedUseKind::Barrier;
  else if (!IsAddress && (Op.Kind == PtxMemoryKind::Store ||
                          Op.Kind == PtxMemoryKind::Atomic ||
                          Op.Kind == PtxMemoryKind::Reduction))
    Kind = SharedUseKind::Stored;
  return FoundUse{Kind, Op.Name};
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

class UseFinder {
public:
  UseFinder(Function &F, SourceView &View, AccessTags &Tags,
            KernelModel &Kernel)
      : F(F), View(View), Tags(Tags), Kernel(Kernel) {}

  void follow(GlobalVariable &Array);

private:
  void visit(Use &U);
  void visitAsm(CallBase &Call, unsigned Argument);
  void visitCall(CallBase &Call);
  bool visitTemporary(Value &Place);
  void visitIntrinsic(IntrinsicInst &Call);
  void derive(Value &V) { Derived.insert(&V); }
  void record(Instruction &I, FoundUse Use);

  Function &F;
  SourceView &View;
  AccessTags &Tags;
  KernelModel &Kernel;
  const SourceVariable *Array = nullptr;
  /// Values made from the array's address, constants among them.
  SetVector<Value *> Derived;
  SmallPtrSet<Instruction *, 8> Recorded;
};

void UseFinder::record(Instruction &I, FoundUse Found) {
  if (!I.getDebugLoc() || !Recorded.insert(&I).second)
    return;
  SharedUse Use;
  Use.Kind = Found.Kind;
  Use.What = std::move(Found.What);
  Use.Array = Array;
  Use.Source = Tags.placeOf(I);
  Use.CallChain = Tags.callChainOf(I);
  Kernel.Uses.push_back(std::move(Use));
}

void UseFinder::visitAsm(CallBase &Call, unsigned Argument) {
  const PtxStatement Statement = readPtxStatement(Call);
  if (Statement.IsUnread)
    record(Call, {SharedUseKind::Assembly, Statement.Text});
  else if (Statement.Memory)
    if (std::optional<FoundUse> Found = useOf(*Statement.Memory, Argument))
      record(Call, std::move(*Found));
}

void UseFinder::visitIntrinsic(IntrinsicInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (isa<MemIntrinsic>(Call))
    return record(Call, {SharedUseKind::Copy, "memcpy"});
  if (Name.contains(".mapa"))
    return record(Call, {SharedUseKind::Distributed, "mapa"});
  if (Name.contains("mbarrier"))
    return record(Call, {SharedUseKind::Barrier, "mbarrier"});
  if (Name.contains(".async.bulk"))
    return record(Call, {SharedUseKind::RegionCopy, "cp.async.bulk"});
  if (Call.doesNotAccessMemory())
    derive(Call);
}

std::string whyUndefined(const Function &Callee, const SourceFunction *F) {
  if (!Callee.hasFnAttribute(UnknownCall))
    return F && F->HasBody ? messages::CodeSkipped()
                           : messages::DefinedElsewhere();
  if (F && !F->MadeClass.empty())
    return messages::ClassUnknown(F->MadeClass);
  return messages::NotDeclared();
}

void UseFinder::visitCall(CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return record(Call, {SharedUseKind::Call, "a function pointer"});
  const SourceFunction *D = View.function(Callee->getName());
  if (Callee->isDeclaration() && !Recorded.contains(&Call))
    Tags.omit(Call, D ? View.qualifiedName(*D) : Callee->getName().str(),
              messages::PassesItShared(whyUndefined(*Callee, D), Kernel.Name));
  record(Call, {SharedUseKind::Call, D ? D->Name : Callee->getName().str()});
}

/// What no header declares gets its arguments by reference: whether \p Place is
/// made for such a call.
bool UseFinder::visitTemporary(Value &Place) {
  if (!isa<AllocaInst>(Place))
    return false;
  bool IsFound = false;
  for (User *By : Place.users())
    if (auto *Call = dyn_cast<CallBase>(By);
        Call && Call->hasFnAttr(UnknownCall)) {
      visitCall(*Call);
      IsFound = true;
    }
  return IsFound;
}

void UseFinder::visit(Use &U) {
  User *By = U.getUser();
  if (isa<Constant>(By))
    return derive(*By);
  auto *I = dyn_cast<Instruction>(By);
  if (!I || I->getFunction() != &F)
    return;
  if (auto *Call = dyn_cast<CallBase>(I)) {
    if (Call->isInlineAsm() && Call->isArgOperand(&U))
      return visitAsm(*Call, Call->getArgOperandNo(&U));
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(Call))
      return visitIntrinsic(*Intrinsic);
    return visitCall(*Call);
  }
  if (auto *Store = dyn_cast<StoreInst>(I)) {
    if (U.getOperandNo() == 0 && !visitTemporary(*Store->getPointerOperand()))
      record(*Store, {SharedUseKind::Stored, "store"});
    return;
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    if (U.getOperandNo() != 0)
      record(*I, {SharedUseKind::Stored, "atomic"});
    return;
  }
  // The distance between two places of an array is no address.
  const bool IsDistance = I->getOpcode() == Instruction::Sub &&
                          all_of(I->operands(), [&](const Use &Op) {
                            return Derived.contains(Op.get());
                          });
  if (isa<LoadInst, CmpInst>(I) || I->isTerminator() || IsDistance)
    return;
  derive(*I);
}

void UseFinder::follow(GlobalVariable &G) {
  Array = View.variable(G.getName());
  Derived.clear();
  Recorded.clear();
  derive(G);
  for (size_t I = 0; I != Derived.size(); ++I)
    for (Use &U : Derived[I]->uses())
      visit(U);
}

} // namespace

void findSharedUses(Function &F, SourceView &View, AccessTags &Tags,
                    KernelModel &Kernel) {
  UseFinder Finder(F, View, Tags, Kernel);
  const auto Used = usedVariables(F);
  for (GlobalVariable &G : F.getParent()->globals())
    if (sharedVariable(&G) && Used.contains(&G))
      Finder.follow(G);
}

} // namespace warplint
