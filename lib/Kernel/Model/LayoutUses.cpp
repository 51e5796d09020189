//===- LayoutUses.cpp - What else is done with a shared array -------------===//

#include "LayoutUses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "warplint/Kernel/InlinePtx.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
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
  switch (Kind) {
  case PtxMemoryKind::BulkCopy:
  case PtxMemoryKind::BulkReduction:
  case PtxMemoryKind::TensorCopy:
  case PtxMemoryKind::TensorReduction:
  case PtxMemoryKind::BulkFill:
    return true;
  default:
    return false;
  }
}

/// How an instruction uses its argument \p Argument; nothing where it is only
/// the address of accesses of the lanes.
std::optional<FoundUse> useOf(const PtxMemoryOp &Op, unsigned Argument) {
  if (is_contained(Op.Descriptors, Argument))
    return FoundUse{SharedUseKind::Descriptor, Op.Name};
  const bool IsAddress = Op.Location.Address == Argument ||
                         (Op.Source && Op.Source->Address == Argument);
  if (!IsAddress) {
    // The barrier that a copy of a region completes on, a value that is stored.
    if (isRegionKind(Op.Kind))
      return FoundUse{SharedUseKind::Barrier, Op.Name};
    if (Op.Kind == PtxMemoryKind::Store || Op.Kind == PtxMemoryKind::Atomic ||
        Op.Kind == PtxMemoryKind::Reduction)
      return FoundUse{SharedUseKind::Stored, Op.Name};
    return FoundUse{SharedUseKind::Assembly, Op.Name};
  }
  if (Op.returnsData())
    return std::nullopt;
  if (Op.Kind == PtxMemoryKind::AsyncStore ||
      Op.Kind == PtxMemoryKind::AsyncReduction)
    return FoundUse{SharedUseKind::Distributed, Op.Name};
  if (isRegionKind(Op.Kind))
    return FoundUse{SharedUseKind::RegionCopy, Op.Name};
  StringRef Name = Op.Name;
  if (Name.starts_with("mbarrier") || Name.starts_with("cp.async.mbarrier") ||
      Name.starts_with("tcgen05.commit"))
    return FoundUse{SharedUseKind::Barrier, Op.Name};
  return FoundUse{SharedUseKind::Assembly, Op.Name};
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

class UseFinder {
public:
  UseFinder(Function &F, DeviceUnit &Unit, AccessTags &Tags, DeviceModel &Model,
            KernelModel &Kernel)
      : F(F), Unit(Unit), Tags(Tags), Model(Model), Kernel(Kernel) {}

  void follow(GlobalVariable &Array);

private:
  void visit(Use &U);
  void visitAsm(CallBase &Call, unsigned Argument);
  void visitCall(CallBase &Call);
  void visitIntrinsic(IntrinsicInst &Call);
  void derive(Value &V) { Derived.insert(&V); }
  void record(Instruction &I, FoundUse Use);
  void omitCallee(const CallBase &Call, const Function &Callee);

  Function &F;
  DeviceUnit &Unit;
  AccessTags &Tags;
  DeviceModel &Model;
  KernelModel &Kernel;
  const clang::VarDecl *Array = nullptr;
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
  Use.Source = Tags.sourceOf(I);
  if (!Use.Source) {
    Model.Sources.push_back(Tags.placeOf(I));
    Use.Source = Model.Sources.back().get();
  }
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
  if (Name.contains(".mapa."))
    return record(Call, {SharedUseKind::Distributed, "mapa"});
  if (Name.contains("mbarrier"))
    return record(Call, {SharedUseKind::Barrier, "mbarrier"});
  if (Name.contains(".async.bulk"))
    return record(Call, {SharedUseKind::RegionCopy, "cp.async.bulk"});
  if (Call.doesNotAccessMemory())
    derive(Call);
}

void UseFinder::omitCallee(const CallBase &Call, const Function &Callee) {
  LeftOut Out;
  const auto *D =
      dyn_cast_or_null<clang::NamedDecl>(Unit.declOf(Callee.getName()));
  Out.Name = D ? D->getQualifiedNameAsString() : Callee.getName().str();
  Out.Why = "it is defined in another file, and '" + Kernel.name() +
            "' passes it shared memory";
  if (const DILocation *Loc = Call.getDebugLoc()) {
    Out.Where.File = Loc->getFilename().str();
    Out.Where.Line = Loc->getLine();
    Out.Where.Column = Loc->getColumn();
  }
  Model.Omitted.push_back(std::move(Out));
}

void UseFinder::visitCall(CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return record(Call, {SharedUseKind::Call, "a function pointer"});
  const auto *D =
      dyn_cast_or_null<clang::NamedDecl>(Unit.declOf(Callee->getName()));
  if (Callee->isDeclaration() && !Recorded.contains(&Call))
    omitCallee(Call, *Callee);
  record(Call, {SharedUseKind::Call,
                D ? D->getNameAsString() : Callee->getName().str()});
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
    if (U.getOperandNo() == 0)
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
  Array = dyn_cast_or_null<clang::VarDecl>(Unit.declOf(G.getName()));
  Derived.clear();
  Recorded.clear();
  derive(G);
  for (size_t I = 0; I != Derived.size(); ++I)
    for (Use &U : Derived[I]->uses())
      visit(U);
}

} // namespace

void findSharedUses(Function &F, DeviceUnit &Unit, AccessTags &Tags,
                    DeviceModel &Model, KernelModel &Kernel) {
  UseFinder Finder(F, Unit, Tags, Model, Kernel);
  for (GlobalVariable &G : F.getParent()->globals())
    if (sharedVariable(&G))
      Finder.follow(G);
}

} // namespace warplint
