//===- DeviceModel.cpp - From a parsed unit to its kernels' accesses ------===//

#include "AccessCollector.h"
#include "Barriers.h"
#include "Flow.h"
#include "Kernel/Issue/Fusion.h"
#include "Kernel/Simplify/Pipeline.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "Kernel/Work/Instructions.h"
#include "LayoutUses.h"
#include "Matrices.h"
#include "TensorCopies.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {
namespace {

/// The function analyses of one kernel, alive together.
struct Analyses {
  explicit Analyses(Function &F)
      : Names(F.getParent()->getTargetTriple()), Library(Names), DT(F), PDT(F),
        LI(DT), Assumptions(F), SE(F, Library, Assumptions, DT, LI) {}
  KernelAnalyses view() { return {DT, PDT, LI, SE}; }

  TargetLibraryInfoImpl Names;
  TargetLibraryInfo Library;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  AssumptionCache Assumptions;
  ScalarEvolution SE;
};

/// Control dependence (Ferrante, Ottenstein and Warren, "The Program Dependence
/// Graph and Its Use in Optimization", 1987): a block stands under a branch if
/// one way of the branch always comes by it and another need not.
class Branches {
public:
  /// Adds the branches to \p Kernel that something else stands under.
  Branches(KernelAnalyses A, AccessTags &Tags, ExprBuilder &Exprs,
           Placement &Places, KernelModel &Kernel);

  /// The branches that decide whether \p Block is executed, in their order.
  std::vector<unsigned> around(const BasicBlock *Block) const;

private:
  /// By block, those that it depends on at once.
  DenseMap<const BasicBlock *, SmallVector<unsigned, 2>> Direct;
  std::vector<const BasicBlock *> Blocks; ///< Of each branch.
};

} // namespace

Branches::Branches(KernelAnalyses A, AccessTags &Tags, ExprBuilder &Exprs,
                   Placement &Places, KernelModel &Kernel) {
  for (const BasicBlock *Block : Places.blocks()) {
    Value *Condition = succ_size(Block) > 1 ? conditionOf(*Block) : nullptr;
    if (!Condition)
      continue;
    const unsigned Number = Blocks.size();
    bool IsAround = false;
    forEachDecidedAt(*Block, A.PDT, [&](const BasicBlock &Decided) {
      auto &Under = Direct[&Decided];
      if (Under.empty() || Under.back() != Number)
        Under.push_back(Number);
      IsAround = true;
    });
    if (!IsAround)
      continue;
    Blocks.push_back(Block);
    KernelBranch Branch;
    const Instruction &I = *Block->getTerminator();
    Branch.Source = Tags.placeOf(I);
    Places.place(I, Branch);
    Branch.Condition = Exprs.build(Condition);
    Kernel.Branches.push_back(std::move(Branch));
  }
  for (auto [Number, Branch] : enumerate(Kernel.Branches)) {
    Branch.Branches = around(Blocks[Number]);
    erase(Branch.Branches, Number); // The header of a loop.
  }
}

std::vector<unsigned> Branches::around(const BasicBlock *Block) const {
  SmallSet<unsigned, 8> Found;
  SmallVector<const BasicBlock *> Work = {Block};
  while (!Work.empty())
    for (unsigned Branch : Direct.lookup(Work.pop_back_val()))
      if (Found.insert(Branch).second)
        Work.push_back(Blocks[Branch]);
  std::vector<unsigned> Numbers(Found.begin(), Found.end());
  sort(Numbers);
  return Numbers;
}

static std::string arrayName(SourceView &View, const GlobalVariable &G) {
  const SourceVariable *V = View.variable(G.getName());
  return V ? V->Name : G.getName().str();
}

/// The text of a load. A value that a header of the toolkit loads (__ldg,
/// __shfl_sync) is known to the user by the call.
static std::string loadText(SourceView &View, AccessTags &Tags,
                            const Instruction &I) {
  auto TextAt = [&](const SourceFunction *In, AccessQuery Query) {
    std::optional<AccessPlace> Place;
    if (In && !In->IsOfSystem)
      Place = View.find(*In, Query);
    return Place ? Place->Text : std::string();
  };
  const SourceAccess *Source = Tags.sourceOf(I);
  if (!Source)
    return {};
  AccessQuery Query;
  Query.Line = Source->Line;
  Query.Column = Source->Column;
  Query.Verb = Source->Verb;
  Query.Ordinal = Source->Ordinal;
  std::string Text = TextAt(Source->Function, Query);
  for (const CallFrame &Frame : Tags.callChainOf(I)) {
    if (!Text.empty())
      break;
    Query.Line = Frame.Line;
    Query.Column = Frame.Column;
    Query.Ordinal = 0;
    Text = TextAt(Frame.Caller, Query);
  }
  return Text;
}

/// What the kernel declares itself stands for it.
static void nameOwnArrays(SourceView &View, KernelModel &Kernel) {
  auto Name = [&](const SourceVariable *&V) {
    if (V)
      V = View.ofKernel(*V, *Kernel.Declaration);
  };
  for (KernelAccess &A : Kernel.Accesses)
    for (const SourceVariable *&V : A.Arrays)
      Name(V);
  for (SharedUse &U : Kernel.Uses)
    Name(U.Array);
}

/// \p Counted: the instructions of the kernels whose work is counted, by name.
static KernelModel readKernel(SourceView &View, AccessTags &Tags,
                              const StringSet<> &Variables, const Needs &Wanted,
                              StringMap<unsigned> &Counted, Function &F) {
  KernelModel Kernel;
  Kernel.MangledName = F.getName().str();
  Kernel.Declaration = View.function(F.getName());
  Kernel.Name = Kernel.Declaration ? View.qualifiedName(*Kernel.Declaration)
                                   : Kernel.MangledName;
  Kernel.Context = std::make_unique<LaneContext>();
  Analyses A(F);
  SourceNames Names;
  Names.Array = [&](const GlobalVariable &G) { return arrayName(View, G); };
  Names.Load = [&](const Instruction &I) { return loadText(View, Tags, I); };
  Names.IsVariable = [&](StringRef Name) { return Variables.contains(Name); };
  ExprBuilder Exprs(F, A.view(), *Kernel.Context, std::move(Names));
  PointerAnalysis Pointers(F);
  Placement Places(F, A.view(), Tags, Exprs);
  Kernel.CallsUnknown = Places.callsUnknown();
  AccessCollector Collector(F, View, Tags, Exprs, Pointers, Places, Kernel);
  if (Wanted.Spaces.contains(MemorySpace::Shared)) {
    Collector.collectShared();
    findSharedUses(F, View, Tags, Kernel);
    const SharedLayout Laid = layOutShared(F, View, Kernel.Declaration);
    findIssuedRequests(F, A.view(), Exprs, Laid, Kernel, Collector.origins());
    if (Wanted.Matrices)
      Kernel.Matrices =
          readMatrices(F, A.view(), Tags, Exprs, Collector.origins());
    if (Wanted.Tensors)
      Kernel.Tensors = readTensors(*Kernel.Context, Tags, Exprs, Places);
    for (const SharedLayout::Array &S : Laid.Statics)
      Kernel.StaticArrays.push_back(
          {View.variable(S.Variable->getName()), S.Bytes, S.Align, S.Place});
  }
  if (Kernel.Declaration)
    nameOwnArrays(View, Kernel);
  if (Wanted.wantsOthers())
    Collector.collectOthers(Wanted.Spaces, A.view());
  unsigned &OfName = Counted[Kernel.Name];
  Kernel.HasWork =
      Wanted.Work && F.getInstructionCount() <= Wanted.LargestWork - OfName;
  if (Kernel.HasWork) {
    OfName += F.getInstructionCount();
    countInstructions(F, Tags, Places, Kernel);
  }
  std::vector<const Instruction *> BarrierCalls;
  if (Wanted.Barriers)
    BarrierCalls = collectBarriers(Tags, Exprs, Places, Kernel);
  if (Wanted.Flow)
    readFlow(F, A.view(), Tags, Exprs, Places, Kernel, Collector.origins(),
             BarrierCalls);
  if (Wanted.Branches) {
    Branches All(A.view(), Tags, Exprs, Places, Kernel);
    for (auto [Access, I] : zip(Kernel.Accesses, Collector.origins()))
      Access.Branches = All.around(I->getParent());
    for (auto [Barrier, I] : zip(Kernel.Barriers, BarrierCalls))
      Barrier.Branches = All.around(I->getParent());
  }
  return Kernel;
}

DeviceModel buildDeviceModel(SourceView &View, const Needs &Wanted,
                             ToolkitKernels OfToolkit) {
  DeviceModel Model;
  AccessTags Tags(View, Model);
  runPipeline(View, Model, Tags, OfToolkit);
  StringSet<> Variables = View.variableNames();
  StringMap<unsigned> Counted;
  for (Function &F : View.module())
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration())
      Model.Kernels.push_back(
          readKernel(View, Tags, Variables, Wanted, Counted, F));
  View.releaseCode();
  return Model;
}

} // namespace warplint
