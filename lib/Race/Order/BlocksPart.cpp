//===- BlocksPart.cpp - Barriers that whole blocks do not come to ---------===//

#include "BlocksPart.h"
#include "Lane/Expr/LaneWalk.h"
#include "Race/Values/FormWitness.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace warplint {
namespace {

enum class Scope : uint8_t { Cluster, Grid };

} // namespace

bool isClusterArrival(const KernelBarrier &B) {
  return B.Kind == BarrierKind::Cluster &&
         StringRef(B.Instruction).contains("arrive");
}

/// \p B stands in grid_group::sync of the cooperative groups.
static bool isOfGrid(const KernelBarrier &B) {
  const SourceFunction *Of = B.Source ? B.Source->Function : nullptr;
  return (Of && Of->Name == "sync_grids") ||
         any_of(B.CallChain, [](const CallFrame &F) {
           return StringRef(F.CallerName).contains("sync_grids") ||
                  (F.Caller && F.Caller->Name == "sync_grids");
         });
}

static bool isOf(Scope Of, const KernelBarrier &B) {
  return Of == Scope::Grid ? isOfGrid(B) : isClusterArrival(B);
}

/// "%cluster.ctarank", "%cluster_ctaid.x": not those that count blocks.
static bool isPlaceInCluster(StringRef Name) {
  return Name.starts_with("%cluster") && !Name.contains("ncta") &&
         (Name.contains("ctarank") || Name.contains("ctaid"));
}

/// The block asks for nothing but its place in \p Of.
static bool asksForPlace(const LaneExpr *When, const LaneContext &C, Scope Of) {
  bool IsPlace = false, IsMore = false;
  forEachNode(C, When, [&](const LaneExpr *E) {
    if (E->op() != LaneOp::Symbol) {
      IsMore |= !E->numOperands() && !E->isConst();
      return;
    }
    const UniformSymbol &S = C.symbolAt(E->index());
    const bool IsIt = Of == Scope::Grid ? S.Kind == SymbolKind::BlockIdx
                                        : isPlaceInCluster(S.Name);
    IsPlace |= IsIt;
    IsMore |= !IsIt;
  });
  return IsPlace && !IsMore;
}

/// \p Use says of some block that is reached from \p Block, up to \p End.
static bool anyReached(const std::vector<FlowBlock> &Blocks, unsigned Block,
                       std::optional<unsigned> End,
                       function_ref<bool(const FlowBlock &)> Use) {
  BitVector Reached(unsigned(Blocks.size()));
  SmallVector<unsigned> Work = {Block};
  while (!Work.empty()) {
    const unsigned At = Work.pop_back_val();
    if (At == End || Reached.test(At))
      continue;
    Reached.set(At);
    if (Use(Blocks[At]))
      return true;
    for (const FlowWay &Way : Blocks[At].Ways)
      Work.push_back(Way.To);
  }
  return false;
}

/// The first barrier of \p Of on a way from \p Block up to the join behind
/// \p Branch.
static std::optional<unsigned> barrierOn(const KernelModel &Kernel,
                                         unsigned Branch, unsigned Block,
                                         Scope Of) {
  std::optional<unsigned> Found;
  auto IsIt = [&](const FlowStep &Step) {
    return Step.What == FlowStep::Kind::Barrier &&
           isOf(Of, Kernel.Barriers[Step.Number]);
  };
  const std::vector<FlowBlock> &Blocks = Kernel.Flow.Blocks;
  anyReached(Blocks, Block, Blocks[Branch].Join, [&](const FlowBlock &B) {
    const auto *Step = find_if(ArrayRef(B.Steps), IsIt);
    if (Step != ArrayRef(B.Steps).end())
      Found = Step->Number;
    return Found.has_value();
  });
  return Found;
}

/// Blocks that pass \p Branch by either way do something behind it.
static bool goOn(const std::vector<FlowBlock> &Blocks,
                 const FlowBlock &Branch) {
  return Branch.Join &&
         anyReached(Blocks, *Branch.Join, std::nullopt,
                    [](const FlowBlock &B) { return B.HasEffect; });
}

std::vector<DivergentBarrier> barriersOfSomeBlocks(const KernelModel &Kernel,
                                                   SymbolBinding &Known,
                                                   const LaunchShape &Shape,
                                                   uint64_t MostWork) {
  SmallVector<Scope, 2> Scopes = {Scope::Cluster, Scope::Grid};
  erase_if(Scopes, [&](Scope Of) {
    return none_of(Kernel.Barriers,
                   [&](const KernelBarrier &B) { return isOf(Of, B); });
  });
  if (Scopes.empty())
    return {};
  std::vector<DivergentBarrier> All;
  const LaneContext &C = *Kernel.Context;
  BlockEvaluation Values(C, Kernel.Flow, Known, Shape, Shape, MostWork);
  Values.Table.keepBoundsApart();
  for (auto [Number, Block] : enumerate(Kernel.Flow.Blocks)) {
    const auto Branch = unsigned(Number);
    if (Block.Ways.size() != 2 || !Block.Ways[0].When)
      continue;
    const LaneExpr *When = Values.known(Block.Ways[0].When);
    for (Scope Of : Scopes) {
      if (!When || !asksForPlace(When, C, Of))
        continue;
      const auto One = barrierOn(Kernel, Branch, Block.Ways[0].To, Of),
                 Other = barrierOn(Kernel, Branch, Block.Ways[1].To, Of);
      if (One.has_value() == Other.has_value() ||
          // Those that have ended count as arrived in a cluster.
          (Of == Scope::Cluster && !goOn(Kernel.Flow.Blocks, Block)))
        continue;
      const ThreadForm If = Values(When)[0];
      const ThreadForm Not = Values.Table.unary(LaneOp::Not, If, 1, 1);
      if (!If.isKnown() || !FormWitness(Values.Table, {If}).find() ||
          !FormWitness(Values.Table, {Not}).find())
        continue;
      DivergentBarrier D;
      D.Barrier = One ? *One : *Other;
      D.IsOfBlocks = true;
      D.Split = ThreadSplit{Branch, Block.Ways[0].When, One.has_value()};
      All.push_back(D);
    }
  }
  return All;
}

} // namespace warplint
