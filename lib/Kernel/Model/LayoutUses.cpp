//===- LayoutUses.cpp - What else is done with a shared array -------------===//

#include "LayoutUses.h"
#include "Kernel/Memory/NvptxSpaces.h"
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

/// How an inline PTX block uses one of its arguments.
class AsmUse {
public:
  AsmUse(const InlinePtx &Block, unsigned Argument)
      : Block(Block), Argument(Argument), Known(Block.Operations.size()) {}

  /// Some output is computed from the argument.
  bool reachesOutput();
  /// Nothing where it is only the address of accesses of the lanes.
  std::optional<FoundUse> find();

private:
  bool isIn(const PtxLinear &Form);
  bool isIn(const std::optional<PtxLinear> &Form) {
    return Form && isIn(*Form);
  }
  bool isIn(const PtxGuard &Guard);
  std::optional<FoundUse> of(const PtxMemoryOp &Op);

  const InlinePtx &Block;
  unsigned Argument;
  /// Whether the argument is in an operation, once that was asked.
  std::vector<std::optional<bool>> Known;
  bool IsAccessed = false;
};

bool AsmUse::isIn(const PtxLinear &Form) {
  for (const PtxTerm &Term : Form.Terms) {
    if (Term.Leaf == PtxTerm::LeafKind::Argument && Term.Argument == Argument)
      return true;
    if (Term.Leaf != PtxTerm::LeafKind::Operation)
      continue;
    if (!Known[Term.Argument]) {
      const PtxOperation &O = Block.Operations[Term.Argument];
      const bool Found =
          isIn(O.Condition) ||
          any_of(O.Operands, [&](const PtxLinear &F) { return isIn(F); });
      Known[Term.Argument] = Found;
    }
    if (*Known[Term.Argument])
      return true;
  }
  return false;
}

bool AsmUse::isIn(const PtxGuard &Guard) {
  return any_of(Guard, [&](const PtxCondition &C) {
    return isIn(C.Left) || isIn(C.Right);
  });
}

bool AsmUse::reachesOutput() {
  return any_of(Block.Outputs, [&](const PtxValue &V) {
    return V.What == PtxValue::Kind::Linear && isIn(V.Linear);
  });
}

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

std::optional<FoundUse> AsmUse::of(const PtxMemoryOp &Op) {
  if (Op.Kind == PtxMemoryKind::DescriptorMma) {
    if (any_of(Op.Descriptors, [&](const PtxLinear &D) { return isIn(D); }))
      return FoundUse{SharedUseKind::Descriptor, Op.Name};
    return std::nullopt;
  }
  const bool IsTarget = isIn(Op.Location.Address);
  const bool IsSource = Op.Source && isIn(Op.Source->Address);
  if (!IsTarget && !IsSource)
    return std::nullopt;
  if (isPerLane(Op.Kind) || Op.Matrix || Op.Fragment) {
    IsAccessed = true;
    return std::nullopt;
  }
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

std::optional<FoundUse> AsmUse::find() {
  for (const PtxMemoryOp &Op : Block.MemoryOps)
    if (std::optional<FoundUse> Use = of(Op))
      return Use;
  if (IsAccessed)
    return std::nullopt;
  // What is left is an operand that no location mentions: the barrier that a
  // copy of a region completes on, a value that is stored.
  for (const PtxMemoryOp &Op : Block.MemoryOps) {
    if (isRegionKind(Op.Kind))
      return FoundUse{SharedUseKind::Barrier, Op.Name};
    if (Op.Kind == PtxMemoryKind::Store || Op.Kind == PtxMemoryKind::Atomic ||
        Op.Kind == PtxMemoryKind::Reduction)
      return FoundUse{SharedUseKind::Stored, Op.Name};
  }
  if (!Block.MemoryOps.empty())
    return FoundUse{SharedUseKind::Assembly, Block.MemoryOps.front().Name};
  if (const PtxUnread *Unread = Block.firstUnreadMemory())
    return FoundUse{SharedUseKind::Assembly, Unread->Text};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

class UseFinder {
public:
  UseFinder(Function &F, DeviceUnit &Unit, AccessTags &Tags, ExprBuilder &Exprs,
            DeviceModel &Model, KernelModel &Kernel)
      : F(F), Unit(Unit), Tags(Tags), Exprs(Exprs), Model(Model),
        Kernel(Kernel) {}

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
  ExprBuilder &Exprs;
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
  AsmUse Use(Exprs.ptxOf(Call), Argument);
  if (Use.reachesOutput())
    derive(Call);
  if (std::optional<FoundUse> Found = Use.find())
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
                    ExprBuilder &Exprs, DeviceModel &Model,
                    KernelModel &Kernel) {
  UseFinder Finder(F, Unit, Tags, Exprs, Model, Kernel);
  for (GlobalVariable &G : F.getParent()->globals())
    if (sharedVariable(&G))
      Finder.follow(G);
}

} // namespace warplint
