//===- Chains.cpp - What instructions wait for ----------------------------===//

#include "Chains.h"
#include "Addresses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "PipeUnits.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace warplint {
namespace {

using Role = ChainStep::Role;

class ChainReader {
public:
  ChainReader(OptimisedCopy &Copy, const Folds &Folded, AccessTags &Tags,
              Placement &Places, KernelModel &Kernel)
      : Copy(Copy), Folded(Folded), Tags(Tags), Places(Places), Kernel(Kernel),
        LI(Copy.analyses().getResult<LoopAnalysis>(Copy.function())),
        SE(Copy.analyses().getResult<ScalarEvolutionAnalysis>(Copy.function())),
        AA(Copy.analyses().getResult<AAManager>(Copy.function())) {}

  void run();

private:
  struct At {
    unsigned Level = 0, Step = 0;
  };

  unsigned levelOf(const Loop *L);
  unsigned placeOf(const Instruction &I);
  void read(const Instruction &I, unsigned Level);
  void readCall(const CallBase &Call, ChainStep &Step);
  void setAccess(const Instruction &I, const Value &Pointer, ChainStep &Step);
  void setArithmetic(const Instruction &I, ChainStep &Step);
  void need(const Value *V, unsigned Level, ChainStep &Step);
  bool isBehind(const Instruction &I, const Instruction &Store) const;
  void order(const Instruction &I, unsigned Level, ChainStep &Step);
  void carryStores();
  void close();

  OptimisedCopy &Copy;
  const Folds &Folded;
  AccessTags &Tags;
  Placement &Places;
  KernelModel &Kernel;
  LoopInfo &LI;
  ScalarEvolution &SE;
  AAResults &AA;
  DenseMap<const Loop *, unsigned> LevelOf;
  SmallVector<unsigned> Outer;  ///< Of each level the one around it.
  SmallVector<unsigned> Within; ///< Of each level its step in that.
  DenseMap<const Value *, At> StepOf;
  DenseMap<const DILocation *, unsigned> PlaceOf;
  /// Of each level the loads and stores, in their order, with their steps.
  struct Ordered {
    const Instruction *I;
    unsigned Step;
  };
  std::map<unsigned, std::vector<Ordered>> Loads, Stores;
  SmallVector<std::pair<const PHINode *, At>> Headers;
  std::vector<std::string> Uncounted; ///< Told by the pipes already.
};

} // namespace

unsigned ChainReader::placeOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc();
  auto [Known, IsNew] = PlaceOf.try_emplace(Loc, Kernel.ChainPlaces.size());
  if (IsNew) {
    KernelPlace New;
    New.Source = Tags.placeOf(I);
    New.CallChain = Tags.callChainOf(I);
    Kernel.ChainPlaces.push_back(std::move(New));
  }
  return Known->second;
}

unsigned ChainReader::levelOf(const Loop *L) {
  auto [Known, IsNew] = LevelOf.try_emplace(L, Kernel.Chain.size());
  if (!IsNew)
    return Known->second;
  const unsigned Number = Known->second;
  const BasicBlock &Block =
      L ? *(L->getLoopLatch() ? L->getLoopLatch() : L->getHeader())
        : Copy.function().getEntryBlock();
  ChainLevel New;
  const OptimisedCopy::Origin Of = Copy.originOf(Block);
  if (L && Of.Block)
    Places.place(*Of.Block->getTerminator(), New);
  New.Part = L && Of.Block ? Of.Part : 1;
  New.IsLoop = L != nullptr;
  if (L)
    New.Together = std::round(1 / countedRounds(*L, SE));
  Kernel.Chain.push_back(std::move(New));
  Outer.push_back(Number);
  Within.push_back(0);
  if (L) {
    const unsigned Around = levelOf(L->getParentLoop());
    Outer[Number] = Around;
    Within[Number] = Kernel.Chain[Around].Steps.size();
    ChainStep Inner;
    Inner.Is = Role::Wait;
    Inner.Place = placeOf(*L->getHeader()->getTerminator());
    Kernel.Chain[Around].Steps.push_back(std::move(Inner));
  }
  return Number;
}

/// \p V as seen from \p Level: a step of it; where it comes from a loop within,
/// that loop; where it comes from outside, what the loop as a whole waits for.
void ChainReader::need(const Value *V, unsigned Level, ChainStep &Step) {
  const auto Known = StepOf.find(V);
  if (Known == StepOf.end())
    return;
  const At Of = Known->second;
  if (Of.Level == Level) {
    Step.Needs.push_back(Of.Step);
    return;
  }
  for (unsigned Inner = Of.Level; Inner != Outer[Inner]; Inner = Outer[Inner])
    if (Outer[Inner] == Level) {
      Step.Needs.push_back(Within[Inner]);
      return;
    }
  for (unsigned Inner = Level; Inner != Outer[Inner]; Inner = Outer[Inner])
    if (Outer[Inner] == Of.Level && Of.Step < Within[Inner])
      Kernel.Chain[Of.Level].Steps[Within[Inner]].Needs.push_back(Of.Step);
}

void ChainReader::setArithmetic(const Instruction &I, ChainStep &Step) {
  const PerPipe<double> Units = pipeUnitsOf(I, Folded, Uncounted);
  static constexpr std::pair<Pipe, Latency> Kinds[] = {
      {Pipe::Fma, Latency::Fma},
      {Pipe::Alu, Latency::Alu},
      {Pipe::Fp16, Latency::Fp16},
      {Pipe::Fp64, Latency::Fp64},
      {Pipe::Xu, Latency::Xu}};
  for (auto [P, Kind] : Kinds) {
    double Count = std::ceil(Units[static_cast<unsigned>(P)]);
    if (I.getType()->isVectorTy())
      Count = std::min(Count, 1.0); // Elements wait for none of the others.
    Step.Cycles += Count * cyclesOf(Kind);
  }
  if (Units[static_cast<unsigned>(Pipe::Tensor)] > 0)
    Step.Cycles += cyclesOf(Latency::Tensor);
}

/// Local and constant memory count as registers.
void ChainReader::setAccess(const Instruction &I, const Value &Pointer,
                            ChainStep &Step) {
  Step.Source = Tags.sourceOf(I);
  Step.IsStore = isa<StoreInst>(I) || I.use_empty();
  const bool IsAtomic = isa<AtomicRMWInst, AtomicCmpXchgInst, CallBase>(I);
  const Value *Object = getUnderlyingObject(&Pointer);
  const auto Space = memoryOf(Object->getType()->getPointerAddressSpace());
  const auto *Parameter = dyn_cast<Argument>(Object);
  const DataLayout &DL = Copy.function().getDataLayout();
  if (isInShared(Pointer)) {
    Step.Is = Role::Memory;
    Step.Kind = IsAtomic       ? Latency::SharedAtomic
                : Step.IsStore ? Latency::SharedStore
                               : Latency::SharedLoad;
  } else if (!isa<AllocaInst>(Object) &&
             !(Parameter && Parameter->hasByValAttr()) &&
             (!Space || *Space == MemorySpace::Global)) {
    Step.Is = Role::Memory;
    Step.Kind = IsAtomic ? Latency::GlobalAtomic : Latency::GlobalDram;
    if (isa<LoadInst>(I))
      Step.Registers = divideCeil(DL.getTypeStoreSize(I.getType()), 4);
  }
}

/// Stores of a level that a load is compared with, for the sake of time.
static constexpr size_t MaxStores = 32;

/// \p I stays behind \p Store, since both may be of one place.
bool ChainReader::isBehind(const Instruction &I,
                           const Instruction &Store) const {
  const bool IsShared = isInShared(*getLoadStorePointerOperand(&I));
  return IsShared == isInShared(*getLoadStorePointerOperand(&Store)) &&
         !AA.isNoAlias(MemoryLocation::get(&I), MemoryLocation::get(&Store));
}

/// A warp issues in order: what stays behind a store waits for what that stores.
void ChainReader::order(const Instruction &I, unsigned Level, ChainStep &Step) {
  if (Step.Is != Role::Memory)
    return;
  const unsigned Number = Kernel.Chain[Level].Steps.size();
  std::vector<Ordered> &Before = Stores[Level];
  for (const Ordered &Store : reverse(ArrayRef(Before).take_back(MaxStores)))
    if (isBehind(I, *Store.I)) {
      Step.Needs.push_back(Store.Step);
      break;
    }
  (Step.IsStore ? Before : Loads[Level]).push_back({&I, Number});
}

/// The same for the stores of the iteration before. Of one array their places are
/// taken to be others.
void ChainReader::carryStores() {
  for (const auto &[Level, All] : Loads)
    if (Kernel.Chain[Level].IsLoop)
      for (const Ordered &Load : All)
        for (const Ordered &Store :
             reverse(ArrayRef(Stores[Level]).take_back(MaxStores)))
          if (getUnderlyingObject(getLoadStorePointerOperand(Load.I)) !=
                  getUnderlyingObject(getLoadStorePointerOperand(Store.I)) &&
              isBehind(*Load.I, *Store.I)) {
            Kernel.Chain[Level].Carried.emplace_back(Load.Step, Store.Step);
            break;
          }
}

/// Of another file, or of the runtime: code that is not at hand. Where it depends
/// on a condition whether the kernel prints, it is taken not to.
static bool isUnknown(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic() ||
      Callee->getName().starts_with("__") || Callee->doesNotReturn())
    return false;
  return Callee->getName() != "vprintf" ||
         Call.getParent() == &Call.getFunction()->getEntryBlock();
}

void ChainReader::readCall(const CallBase &Call, ChainStep &Step) {
  std::string Name;
  if (Call.isInlineAsm())
    Name = readPtxStatement(Call).Opcode;
  else if (const Function *Callee = Call.getCalledFunction())
    Name = Callee->getName().str();
  StringRef Rest = Name;
  Rest.consume_front("llvm.");
  Rest.consume_front("nvvm.");
  SmallVector<StringRef, 12> Words;
  Rest.split(Words, '.');
  const auto Has = [&](StringRef Word) { return is_contained(Words, Word); };
  const StringRef First = Words.front();
  if (isUnknown(Call))
    Kernel.NotInChain = StringRef(demangle(Name)).split('(').first.str();
  const bool IsBarrier =
      First == "bar" || First == "barrier" || First.starts_with("barrier0");
  if (Has("wait_group") || Has("wait_all") || Has("wait") ||
      First == "mbarrier" || (Has("cluster") && IsBarrier)) {
    Kernel.NotInChain = Rest.str();
  } else if (IsBarrier && !Has("warp") && !Has("arrive")) {
    Step.Is = Role::Wait;
    Step.Kind = Latency::Barrier;
  } else if (First == "shfl") {
    Step.Kind = Latency::Shuffle;
  } else if (First == "vote" || First == "activemask") {
    Step.Kind = Latency::Vote;
  } else if (First == "redux") {
    Step.Kind = Latency::Reduce;
  } else if (First == "match") {
    Step.Kind = Latency::Match;
  } else if (Has("ldmatrix")) {
    Step.Is = Role::Memory;
    Step.Kind = Latency::SharedLoad;
    Step.Source = Tags.sourceOf(Call);
  } else if (Call.isInlineAsm() && (First == "ld" || First == "st")) {
    const bool IsShared = Rest.contains(".shared");
    Step.Is = Role::Memory;
    Step.IsStore = First == "st";
    Step.Kind = !IsShared      ? Latency::GlobalDram
                : Step.IsStore ? Latency::SharedStore
                               : Latency::SharedLoad;
    Step.Source = Tags.sourceOf(Call);
  } else if (First == "atomic" || First == "atom") {
    setAccess(Call, *Call.getArgOperand(0), Step);
  } else {
    setArithmetic(Call, Step);
  }
}

void ChainReader::read(const Instruction &I, unsigned Level) {
  if (isa<PseudoProbeInst, DbgInfoIntrinsic>(I))
    return;
  ChainStep Step;
  Step.Place = placeOf(I);
  if (const auto *Phi = dyn_cast<PHINode>(&I)) {
    const Loop *L = LI.getLoopFor(Phi->getParent());
    if (L && L->getHeader() == Phi->getParent())
      Headers.emplace_back(
          Phi, At{Level, unsigned(Kernel.Chain[Level].Steps.size())});
  }
  for (const Value *V : I.operand_values())
    need(V, Level, Step);
  if (I.isTerminator()) {
    if (Step.Needs.empty())
      return;
    Step.Is = Role::Branch;
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    readCall(*Call, Step);
  } else if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    setAccess(I, *Pointer, Step);
    order(I, Level, Step);
  } else if (const auto *A = dyn_cast<AtomicRMWInst>(&I)) {
    setAccess(I, *A->getPointerOperand(), Step);
  } else if (const auto *C = dyn_cast<AtomicCmpXchgInst>(&I)) {
    setAccess(I, *C->getPointerOperand(), Step);
  } else {
    setArithmetic(I, Step);
    // A rare case of a division is a function of its own, behind a branch that no
    // load is moved across.
    if (I.getOpcode() == Instruction::FDiv && !I.hasAllowReciprocal())
      Step.Is = Role::Branch;
  }
  StepOf[&I] = {Level, unsigned(Kernel.Chain[Level].Steps.size())};
  Kernel.Chain[Level].Steps.push_back(std::move(Step));
}

/// What the header of a loop takes from its last block.
void ChainReader::close() {
  for (const auto &[Phi, Begin] : Headers) {
    const BasicBlock *Latch = LI.getLoopFor(Phi->getParent())->getLoopLatch();
    if (!Latch)
      continue;
    const auto Next = StepOf.find(Phi->getIncomingValueForBlock(Latch));
    if (Next == StepOf.end())
      continue;
    const At Of = Next->second;
    if (Of.Level == Begin.Level)
      Kernel.Chain[Of.Level].Carried.emplace_back(Begin.Step, Of.Step);
    else if (Outer[Of.Level] == Begin.Level)
      Kernel.Chain[Begin.Level].Carried.emplace_back(Begin.Step,
                                                     Within[Of.Level]);
  }
}

void ChainReader::run() {
  levelOf(nullptr);
  const ReversePostOrderTraversal<const Function *> Order(&Copy.function());
  for (const BasicBlock *Block : Order) {
    const unsigned Level = levelOf(LI.getLoopFor(Block));
    for (const Instruction &I : *Block)
      read(I, Level);
  }
  close();
  carryStores();
}

void readChains(OptimisedCopy &Copy, const Folds &Folded, AccessTags &Tags,
                Placement &Places, KernelModel &Kernel) {
  ChainReader(Copy, Folded, Tags, Places, Kernel).run();
}

} // namespace warplint
