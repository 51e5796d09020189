//===- FoldedTests.cpp - Tests that nvcc may keep -------------------------===//

#include "FoldedTests.h"
#include "HiddenMultiples.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueLattice.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/SCCPSolver.h"

using namespace llvm;

namespace warplint {
namespace {

/// What is known of one function when some tests in it are not decided.
class Knowledge {
public:
  Knowledge(Function &F, const TargetLibraryInfo &Library,
            ArrayRef<ICmpInst *> Undecided)
      : Solver(
            F.getDataLayout(),
            [&Library](Function &) -> const TargetLibraryInfo & {
              return Library;
            },
            F.getContext()) {
    for (Argument &A : F.args())
      Solver.markOverdefined(&A);
    for (ICmpInst *Test : Undecided)
      Solver.markOverdefined(Test);
    Solver.markBlockExecutable(&F.getEntryBlock());
    do
      Solver.solve();
    while (Solver.resolvedUndefsIn(F));
  }

  bool runs(BasicBlock &Block) const {
    return Solver.isBlockExecutable(&Block);
  }
  bool hasEdge(BasicBlock &From, BasicBlock &To) const {
    return Solver.isEdgeFeasible(&From, &To);
  }
  bool isConstant(Value *V) const {
    return isa<Constant>(V) || Solver.getConstantOrNull(V);
  }
  /// The values that the phi or select \p Choice may have.
  SmallVector<Value *, 4> valuesOf(Instruction &Choice) const {
    SmallVector<Value *, 4> Values;
    if (auto *Select = dyn_cast<SelectInst>(&Choice)) {
      const Constant *Test = Solver.getConstantOrNull(Select->getCondition());
      if (!Test || !Test->isZeroValue())
        Values.push_back(Select->getTrueValue());
      if (!Test || Test->isZeroValue())
        Values.push_back(Select->getFalseValue());
      return Values;
    }
    const auto &Phi = cast<PHINode>(Choice);
    for (auto [Block, V] : zip(Phi.blocks(), Phi.incoming_values()))
      if (Solver.isEdgeFeasible(Block, Choice.getParent()))
        Values.push_back(V);
    return Values;
  }

private:
  SCCPSolver Solver;
};

class TestDoubter {
public:
  TestDoubter(Function &F, const TargetLibraryInfo &Library)
      : F(F), Library(Library) {}

  bool run() {
    if (!findTests())
      return false;
    const Knowledge OfNvcc(F, Library, Tests);
    fold();
    const Knowledge Full(F, Library, {});
    hideChoices(OfNvcc, Full);
    markBranches(OfNvcc, Full);
    return true;
  }

private:
  /// Whether there are tests that LLVM folds though they are none of constants.
  bool findTests() {
    std::vector<ICmpInst *> All;
    for (Instruction &I : instructions(F))
      if (auto *Test = dyn_cast<ICmpInst>(&I);
          Test && Test->getType()->isIntegerTy() &&
          Test->getOperand(0)->getType()->isIntegerTy() &&
          !(isa<Constant>(Test->getOperand(0)) &&
            isa<Constant>(Test->getOperand(1))))
        All.push_back(Test);
    if (All.empty())
      return false;
    const Knowledge Full(F, Library, {});
    for (ICmpInst *Test : All) {
      if (!Full.runs(*Test->getParent()) ||
          (Full.isConstant(Test->getOperand(0)) &&
           Full.isConstant(Test->getOperand(1))))
        continue;
      auto *Folded = dyn_cast_or_null<Constant>(
          simplifyInstruction(Test, SimplifyQuery(F.getDataLayout(), Test)));
      if (Folded)
        Values.push_back({Test, Folded});
      if (Folded || Full.isConstant(Test))
        Tests.push_back(Test);
    }
    return !Tests.empty();
  }

  void fold() {
    for (const auto &[Test, Value] : Values)
      Test->replaceAllUsesWith(Value);
  }

  unsigned zerosOf(ArrayRef<Value *> Values) const {
    unsigned Zeros = MostBits;
    for (const Value *V : Values)
      Zeros = std::min(
          Zeros,
          computeKnownBits(V, F.getDataLayout()).countMinTrailingZeros());
    return Zeros;
  }

  void hideChoices(const Knowledge &OfNvcc, const Knowledge &Full) {
    SmallVector<Instruction *> Choices;
    for (Instruction &I : instructions(F)) {
      const Type &Ty = *I.getType();
      if (!isa<PHINode, SelectInst>(I) || !Full.runs(*I.getParent()) ||
          !(Ty.isPointerTy() || (Ty.isIntegerTy() && !Ty.isIntegerTy(1))))
        continue;
      const auto Some = Full.valuesOf(I), More = OfNvcc.valuesOf(I);
      if (Some.size() < More.size() &&
          (Ty.isPointerTy() || zerosOf(More) < zerosOf(Some)))
        Choices.push_back(&I);
    }
    for (Instruction *Choice : Choices)
      if (Choice->getType()->isPointerTy())
        markAt(*Choice);
      else
        hide(*Choice);
  }

  static void hide(Instruction &Choice) {
    BasicBlock *Block = Choice.getParent();
    IRBuilder<> Builder(Block, isa<PHINode>(Choice)
                                   ? Block->getFirstInsertionPt()
                                   : std::next(Choice.getIterator()));
    Value *Hidden = hideMultiples(Builder, &Choice, HiddenFrom::Everybody);
    Choice.replaceUsesWithIf(
        Hidden, [&](const Use &U) { return U.getUser() != Hidden; });
  }

  void markAt(Instruction &Pointer) {
    SmallPtrSet<Value *, 8> Seen;
    SmallVector<Value *> Work = {&Pointer};
    while (!Work.empty()) {
      Value *V = Work.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      for (User *U : V->users())
        if (auto *I = cast<Instruction>(U); getLoadStorePointerOperand(I) == V)
          I->setMetadata(AtFoldedChoice, MDNode::get(F.getContext(), {}));
        else if (I->getType()->isPointerTy())
          Work.push_back(I);
    }
  }

  /// What is behind a branch that nvcc keeps is apart from what is before.
  void markBranches(const Knowledge &OfNvcc, const Knowledge &Full) {
    const DominatorTree DT(F);
    for (const DomTreeNode *Node : depth_first(DT.getRootNode())) {
      BasicBlock &Block = *Node->getBlock();
      if (!Full.runs(Block))
        continue;
      for (BasicBlock *Next : successors(&Block)) {
        if (Full.hasEdge(Block, *Next) || !OfNvcc.hasEdge(Block, *Next))
          continue;
        SmallVector<BasicBlock *> Below;
        DT.getDescendants(Next, Below);
        if (Next->getSinglePredecessor() && any_of(Below, isFelt))
          for (const DomTreeNode *Child : Node->children())
            mark(DT, *Child->getBlock());
        for (BasicBlock *Other : successors(&Block))
          if (Other != Next && Other->getSinglePredecessor())
            mark(DT, *Other);
      }
    }
  }

  static bool isFelt(const BasicBlock *Block) {
    return any_of(*Block,
                  [](const Instruction &I) { return I.mayWriteToMemory(); });
  }

  void mark(const DominatorTree &DT, BasicBlock &Top) {
    MDNode *Mark = MDNode::getDistinct(F.getContext(), {});
    SmallVector<BasicBlock *> Below;
    DT.getDescendants(&Top, Below);
    for (BasicBlock *Block : Below)
      for (Instruction &I : *Block)
        if (isa<LoadInst, StoreInst>(I))
          I.setMetadata(BehindFoldedTest, Mark);
  }

  static constexpr unsigned MostBits = 4; // Of the widest request.
  Function &F;
  const TargetLibraryInfo &Library;
  std::vector<ICmpInst *> Tests;
  std::vector<std::pair<ICmpInst *, Constant *>> Values; ///< Of some of them.
};

} // namespace

PreservedAnalyses FoldedTestsPass::run(Function &F,
                                       FunctionAnalysisManager &FAM) {
  return TestDoubter(F, FAM.getResult<TargetLibraryAnalysis>(F)).run()
             ? PreservedAnalyses::allInSet<CFGAnalyses>()
             : PreservedAnalyses::all();
}

} // namespace warplint
