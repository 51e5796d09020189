//===- Flow.cpp - Reading the paths of threads ----------------------------===//

#include "Flow.h"
#include "DataSources.h"
#include "Lane/Expr/LaneWalk.h"
#include "ObjectWaits.h"
#include "Telling.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

class FlowReader {
public:
  FlowReader(Function &F, KernelAnalyses A, AccessTags &Tags,
             ExprBuilder &Exprs, const Placement &Places, KernelModel &Kernel)
      : A(A), Tags(Tags), Exprs(Exprs), Kernel(Kernel), C(*Kernel.Context),
        OfBlock(F, A.PDT, Uniformity::Group::Block), Data(F, A.DT, A.LI),
        Places(Places) {}

  void read(ArrayRef<const Instruction *> Accesses,
            ArrayRef<const Instruction *> Barriers);

private:
  void addSteps(const Instruction &I, FlowBlock &To);
  void addWays(const BasicBlock &Block, FlowBlock &To);
  StoredValue storedBy(const Instruction &I);
  bool addLoads(Value *V, unsigned Depth, SmallPtrSetImpl<const Value *> &Seen,
                StoredValue &To);
  bool isOfNoLoopLeft(const LaneExpr *E);
  void readSymbols();
  const Instruction *comparedInput(const Instruction &I);
  void readAdditions();
  void readData();
  std::optional<unsigned> placeOf(const Instruction &I);
  std::optional<WaitLoop> quietLoopOf(const Instruction &Wait) const;
  const BasicBlock *behindWait(const BasicBlock &Block) const;

  KernelAnalyses A;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  KernelModel &Kernel;
  LaneContext &C;
  Uniformity OfBlock;
  DataSources Data;
  const Placement &Places;
  DenseMap<const BasicBlock *, unsigned> Numbers;
  DenseMap<const Instruction *, SmallVector<unsigned, 2>> AccessesOf;
  DenseMap<const Instruction *, unsigned> BarrierOf;
};

/// Whether threads that execute \p I may wait there for others, or learn what
/// others did before.
bool mayLearn(const Instruction &I) {
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return !I.use_empty();
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return I.isAtomic() && !isa<FenceInst>(I);
  if (Call->isInlineAsm()) {
    const PtxStatement Statement = readPtxStatement(*Call);
    StringRef Opcode = Statement.Opcode;
    auto Says = [&](StringRef Word) { return Opcode.contains(Word); };
    return Statement.IsUnread || Opcode == "exit" || Says("atom") ||
           Says("bar") || Says("acquire") || Says("acq_rel") ||
           Says("relaxed") || Says("volatile") || Says("mmio") ||
           Says("cluster");
  }
  const Function *Callee = Call->getCalledFunction();
  if (!Callee)
    return true;
  StringRef Name = Callee->getName();
  if (Callee->isIntrinsic()) {
    if (!Name.consume_front("llvm.nvvm."))
      return false;
    if (Name.starts_with("atomic."))
      return !I.use_empty();
    return Name.contains("bar") || Name.contains("cluster") ||
           Name.starts_with("exit") || Name.contains("griddep");
  }
  return !Name.starts_with("__nv_") && !Call->doesNotAccessMemory() &&
         !is_contained({"vprintf", "malloc", "free", "__assertfail"}, Name);
}

/// An atomic function of CUDA, which orders nothing else by itself. Clang makes
/// these sequentially consistent.
bool isRelaxedAtomic(const Instruction &I) {
  auto Is = [](AtomicOrdering Order) {
    return Order == AtomicOrdering::Monotonic ||
           Order == AtomicOrdering::SequentiallyConsistent;
  };
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Is(Exchange->getSuccessOrdering());
  const auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
  return Atomic && Is(Atomic->getOrdering());
}

/// Of all memory that goes into \p V, plain loads read it.
bool isOfPlainLoads(const Value *V) {
  constexpr size_t Most = 512;
  SmallSetVector<const Instruction *, 16> Known;
  auto Add = [&](const Value *Of) {
    if (const auto *I = dyn_cast<Instruction>(Of))
      Known.insert(I);
  };
  Add(V);
  for (size_t N = 0; N != Known.size(); ++N) {
    const Instruction *I = Known[N];
    const auto *Load = dyn_cast<LoadInst>(I);
    const auto *Call = dyn_cast<CallBase>(I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const bool IsMath = Callee && Callee->getName().starts_with("__nv_");
    if (N == Most ||
        (Load ? Load->isAtomic() || Load->getMetadata(VolatileInSource)
              : !IsMath && (I->mayReadOrWriteMemory() ||
                            (Call && Call->isConvergent()))))
      return false;
    for_each(I->operand_values(), Add);
  }
  return true;
}

/// The mask of an operation of the lanes of a warp, or null.
Value *maskOf(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->arg_size() < 2)
    return nullptr;
  StringRef Name = Call->getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return nullptr;
  if (Name.starts_with("shfl.sync.") || Name.starts_with("match.") ||
      (Name.starts_with("vote.") && Name.contains(".sync")))
    return Call->getArgOperand(0);
  return Name.starts_with("redux.sync.") ? Call->getArgOperand(1) : nullptr;
}

bool hasEffect(const Instruction &I) {
  if (isa<IntrinsicInst>(I) &&
      (cast<IntrinsicInst>(I).isLifetimeStartOrEnd() ||
       cast<IntrinsicInst>(I).getCalledFunction()->getName().contains("bar")))
    return false;
  return I.mayWriteToMemory();
}

} // namespace

/// Notes what \p V is computed from, if that is nothing but constants and
/// loads.
bool FlowReader::addLoads(Value *V, unsigned Depth,
                          SmallPtrSetImpl<const Value *> &Seen,
                          StoredValue &To) {
  if (isa<Constant, Argument>(V) || !Seen.insert(V).second)
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == 0)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    To.LoadedFrom.push_back(Exprs.build(Load->getPointerOperand()));
    return To.LoadedFrom.size() <= 4;
  }
  if (!isa<CastInst, BinaryOperator, PHINode, ExtractElementInst,
           InsertElementInst, UnaryOperator, FreezeInst>(I))
    return false;
  return all_of(I->operands(),
                [&](Use &Op) { return addLoads(Op, Depth - 1, Seen, To); });
}

StoredValue FlowReader::storedBy(const Instruction &I) {
  StoredValue Stored;
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return Stored;
  auto *V = const_cast<Value *>(Store->getValueOperand());
  if (V->getType()->isIntOrPtrTy() || V->getType()->isFloatingPointTy())
    Stored.Value = Exprs.build(V);
  SmallPtrSet<const Value *, 16> Seen;
  if (!addLoads(V, 10, Seen, Stored))
    Stored.LoadedFrom.clear();
  return Stored;
}

std::optional<unsigned> FlowReader::placeOf(const Instruction &I) {
  KernelPlace Place;
  Place.Source = Tags.placeOf(I);
  if (!Place.Source)
    return std::nullopt;
  Place.CallChain = Tags.callChainOf(I);
  Kernel.FlowPlaces.push_back(std::move(Place));
  return unsigned(Kernel.FlowPlaces.size() - 1);
}

/// The loop in which \p Wait, a test of an object, is repeated until it holds, if a
/// thread does nothing else there that others see.
std::optional<WaitLoop> FlowReader::quietLoopOf(const Instruction &Wait) const {
  std::optional<WaitLoop> Found = waitLoopOf(Wait, A.LI);
  if (!Found)
    return Found;
  for (const BasicBlock *Each : Found->Around->blocks())
    for (const Instruction &I : *Each)
      if (&I != &Wait && (AccessesOf.contains(&I) || BarrierOf.contains(&I) ||
                          maskOf(I) || mayLearn(I)))
        return std::nullopt;
  return Found;
}

void FlowReader::addSteps(const Instruction &I, FlowBlock &To) {
  auto Of = AccessesOf.find(&I);
  const bool IsAccess =
      Of != AccessesOf.end() && Of->second.front() < Kernel.NumShared;
  if (!To.HasEffect && (IsAccess || hasEffect(I))) {
    To.HasEffect = true;
    To.Effect = placeOf(I);
  }
  if (Of != AccessesOf.end())
    for (unsigned Number : Of->second) {
      FlowStep Step;
      Step.What = FlowStep::Kind::Access;
      Step.Number = Number;
      Step.Stored = storedBy(I);
      const auto *Call = dyn_cast<CallBase>(&I);
      Step.IsPredicated =
          Call && Call->isInlineAsm() && readPtxStatement(*Call).Guard;
      To.Steps.push_back(std::move(Step));
    }
  FlowStep Step;
  if (auto At = BarrierOf.find(&I); At != BarrierOf.end()) {
    Step.What = FlowStep::Kind::Barrier;
    Step.Number = At->second;
    const auto &Call = cast<CallBase>(I);
    Step.IsPredicated = Call.isInlineAsm() && readPtxStatement(Call).Guard;
    const KernelBarrier &B = Kernel.Barriers[Step.Number];
    if (B.Kind == BarrierKind::Object && isObjectCall(&I, "wait"))
      Step.IsPredicated |= (!isRepeatedUntilTrue(I) && !quietLoopOf(I)) ||
                           (!StringRef(B.Instruction).contains("parity") &&
                            !(Call.arg_size() > 1 &&
                              isStateOfArrival(Call, Call.getArgOperand(1))));
    To.Steps.push_back(std::move(Step));
  } else if (Value *Mask = maskOf(I)) {
    if (std::optional<unsigned> Place = placeOf(I)) {
      Step.What = FlowStep::Kind::Warp;
      Step.Number = *Place;
      Step.Mask = Exprs.build(Mask);
      To.Steps.push_back(std::move(Step));
    }
  } else if (mayLearn(I)) {
    Step.NeedsFence = isRelaxedAtomic(I);
    To.Steps.push_back(std::move(Step));
  }
}

/// Threads that come to \p Block trap.
static bool traps(const BasicBlock &Block) {
  return isa<UnreachableInst>(Block.getTerminator());
}

/// Where threads go from \p Block if it waits for an object, or asks whether it
/// has: a wait is over when it is done, and other rounds tell nobody anything.
const BasicBlock *FlowReader::behindWait(const BasicBlock &Block) const {
  const Loop *L = A.LI.getLoopFor(&Block);
  const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr;
  if (!L)
    return nullptr;
  for (const Instruction &I : Block)
    if (isObjectCall(&I, "wait"))
      if (auto Wait = quietLoopOf(I))
        return Wait->Done;
  if (!Latch)
    return nullptr;
  for (const Instruction &I : *Latch)
    if (isObjectCall(&I, "wait"))
      if (auto Wait = quietLoopOf(I); Wait && Wait->First == &Block) {
        const Instruction *End = Block.getTerminator();
        return End->getSuccessor(End->getSuccessor(0) == Wait->Done);
      }
  return nullptr;
}

void FlowReader::addWays(const BasicBlock &Block, FlowBlock &To) {
  auto Add = [&](const BasicBlock *Next, const LaneExpr *When) {
    if (!traps(*Next) && Numbers.contains(Next) &&
        !(When && When->isConst() && !When->constant()))
      To.Ways.push_back(
          {Numbers.lookup(Next), When && When->isConst() ? nullptr : When});
  };
  const Instruction *End = Block.getTerminator();
  if (const BasicBlock *Next = behindWait(Block))
    return Add(Next, nullptr);
  if (const auto *Branch = dyn_cast<BranchInst>(End)) {
    if (Branch->isUnconditional())
      return Add(Branch->getSuccessor(0), nullptr);
    const LaneExpr *When = Exprs.build(Branch->getCondition());
    Add(Branch->getSuccessor(0), When);
    Add(Branch->getSuccessor(1), C.logicalNot(When));
  } else if (const auto *Switch = dyn_cast<SwitchInst>(End)) {
    const LaneExpr *Value = Exprs.build(Switch->getCondition());
    const LaneExpr *Other = C.boolean(true);
    for (auto Case : Switch->cases()) {
      const LaneExpr *Equal = C.binary(
          LaneOp::CmpEq, Value,
          C.constant(Case.getCaseValue()->getZExtValue(), Value->width()));
      Add(Case.getCaseSuccessor(), Equal);
      Other = C.binary(LaneOp::And, Other, C.logicalNot(Equal));
    }
    Add(Switch->getDefaultDest(), Other);
  }
  To.IsEnd = isa<ReturnInst>(End);
  // The only way that does not trap is the one that is taken.
  if (To.Ways.size() == 1)
    To.Ways.front().When = nullptr;
  if (To.Ways.size() > 1)
    To.Branch = placeOf(*End);
}

/// Nothing that stands for values of a loop goes into \p E.
bool FlowReader::isOfNoLoopLeft(const LaneExpr *E) {
  bool IsSo = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Symbol)
      IsSo &= !Exprs.standsFor(N->index()) &&
              !Kernel.Flow.Cycles.contains(N->index());
  });
  return IsSo;
}

/// Which symbols the threads of a block share.
void FlowReader::readSymbols() {
  KernelFlow &Flow = Kernel.Flow;
  Flow.Cycles = Exprs.cycles();
  for (unsigned Number = 0; Number != C.numSymbols(); ++Number) {
    const auto [Value, Block] = Exprs.madeAt(Number);
    // A block has one place in its cluster.
    if ((Value && OfBlock.isUniform(Value)) ||
        StringRef(C.symbolAt(Number).Name).starts_with("%cluster"))
      Flow.OfBlock.insert(Number);
    if (Value && isOfPlainLoads(Value))
      Flow.PlainSymbols.insert(Number);
    if (Loop *L = Block ? A.LI.getLoopFor(Block) : nullptr)
      Flow.ChangesIn[Number] = Exprs.loopsAround(L->getHeader()).back();
    if (const auto &Left = C.symbolAt(Number).LeftBy;
        Left && isOfNoLoopLeft(Left->Value))
      Flow.Left.insert(Number);
  }
}

/// The input that \p I compares with what no data decide, as `x[t] < limit`, if any
/// other may be on either side; or null.
const Instruction *FlowReader::comparedInput(const Instruction &I) {
  const auto *Compare = dyn_cast<FCmpInst>(&I);
  if (!Compare || !Compare->isRelational())
    return nullptr;
  for (unsigned Side = 0; Side != 2; ++Side) {
    const Value *Input = Compare->getOperand(Side),
                *Other = Compare->getOperand(1 - Side);
    const auto *Limit = dyn_cast<ConstantFP>(Other);
    if (Data.isInput(Input) && !isa<LoadInst>(Other) &&
        !Data.dependsOnData(Other) && (!Limit || Limit->getValue().isFinite()))
      return cast<Instruction>(Input);
  }
  return nullptr;
}

/// Which atomics add positive numbers.
void FlowReader::readAdditions() {
  for (const auto &[I, Of] : AccessesOf) {
    const auto *Atomic = dyn_cast<AtomicRMWInst>(I);
    if (!Atomic || Atomic->getOperation() != AtomicRMWInst::Add ||
        Of.size() != 1)
      continue;
    const auto *By = dyn_cast<ConstantInt>(Atomic->getValOperand());
    if (By && By->getValue().isStrictlyPositive() &&
        By->getValue().getActiveBits() < 16)
      Kernel.Flow.Added[Of.front()] = By->getSExtValue();
  }
}

/// Which opaque values the data of the kernel make.
void FlowReader::readData() {
  // Addresses that are built add more.
  const auto Values = Exprs.opaqueValues();
  for (const auto &[Number, V] : Values) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      continue;
    const Loop *Around = A.LI.getLoopFor(I->getParent());
    Kernel.Flow.MadeIn[Number] =
        Around ? int(Exprs.loopsAround(Around->getHeader()).back()) : -1;
    if (isOfPlainLoads(I))
      Kernel.Flow.Plain.insert(Number);
    if (auto Of = AccessesOf.find(I);
        Of != AccessesOf.end() &&
        Kernel.Flow.Added.contains(Of->second.front()))
      Kernel.Flow.Tickets[Number] = Of->second.front();
    if (!Data.dependsOnData(I))
      continue;
    Kernel.Flow.OfData.insert(Number);
    if (const Instruction *Source = sourceOf(I); Data.isInput(Source))
      Kernel.Flow.Inputs[Number] = Exprs.build(DataSources::addressOf(*Source));
    if (const Instruction *Input = comparedInput(*I))
      Kernel.Flow.Compared[Number] =
          Exprs.build(DataSources::addressOf(*Input));
  }
}

/// Finds FlowBlock::Join: post-dominators over the ways alone (Cooper, Harvey
/// and Kennedy, "A Simple, Fast Dominance Algorithm", 2001).
static void findJoins(KernelFlow &Flow) {
  const unsigned End = Flow.Blocks.size(); // Where all threads end.
  std::vector<std::vector<unsigned>> From(End + 1);
  for (unsigned B = 0; B != End; ++B) {
    for (const FlowWay &Way : Flow.Blocks[B].Ways)
      From[Way.To].push_back(B);
    if (Flow.Blocks[B].Ways.empty())
      From[End].push_back(B);
  }
  std::vector<int> Rank(End + 1, -1);
  std::vector<unsigned> Order; // Post-order of the reversed graph.
  std::vector<std::pair<unsigned, size_t>> Stack = {{End, 0}};
  std::vector<bool> Seen(End + 1);
  Seen[End] = true;
  while (!Stack.empty()) {
    auto &[B, Next] = Stack.back();
    if (Next == From[B].size()) {
      Rank[B] = int(Order.size());
      Order.push_back(B);
      Stack.pop_back();
    } else if (unsigned To = From[B][Next++]; !Seen[To]) {
      Seen[To] = true;
      Stack.push_back({To, 0});
    }
  }
  std::vector<std::optional<unsigned>> Join(End + 1);
  Join[End] = End;
  auto Common = [&](unsigned X, unsigned Y) {
    while (X != Y)
      (Rank[X] < Rank[Y] ? X : Y) = *Join[Rank[X] < Rank[Y] ? X : Y];
    return X;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B : reverse(Order)) {
      if (B == End)
        continue;
      std::optional<unsigned> New;
      auto Meet = [&](unsigned To) {
        if (Rank[To] >= 0 && Join[To])
          New = New ? Common(*New, To) : To;
      };
      for (const FlowWay &Way : Flow.Blocks[B].Ways)
        Meet(Way.To);
      if (Flow.Blocks[B].Ways.empty())
        Meet(End);
      Changed |= New != Join[B];
      Join[B] = New;
    }
  }
  for (unsigned B = 0; B != End; ++B)
    if (Join[B] && *Join[B] != End)
      Flow.Blocks[B].Join = Join[B];
}

void FlowReader::read(ArrayRef<const Instruction *> Accesses,
                      ArrayRef<const Instruction *> Barriers) {
  for (auto [Number, I] : enumerate(Accesses))
    AccessesOf[I].push_back(Number);
  for (auto [Number, I] : enumerate(Barriers))
    BarrierOf[I] = Number;
  for (auto [Number, Block] : enumerate(Places.blocks()))
    Numbers[Block] = Number;
  for (const BasicBlock *Block : Places.blocks()) {
    FlowBlock &To = Kernel.Flow.Blocks.emplace_back();
    To.Loops = Exprs.loopsAround(Block);
    const Loop *L = A.LI.getLoopFor(Block);
    To.IsHeader = L && L->getHeader() == Block;
    for (const Instruction &I : *Block)
      addSteps(I, To);
    addWays(*Block, To);
  }
  Kernel.Flow.TellsOthers = tellsOthers(Places.blocks());
  readSymbols();
  readAdditions();
  readData();
  findJoins(Kernel.Flow);
}

void readFlow(Function &F, KernelAnalyses A, AccessTags &Tags,
              ExprBuilder &Exprs, const Placement &Places, KernelModel &Kernel,
              ArrayRef<const Instruction *> Accesses,
              ArrayRef<const Instruction *> Barriers) {
  FlowReader(F, A, Tags, Exprs, Places, Kernel).read(Accesses, Barriers);
}

} // namespace warplint
