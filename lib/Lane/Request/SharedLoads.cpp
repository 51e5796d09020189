//===- SharedLoads.cpp - What is loaded from one address of a warp --------===//

#include "warplint/Lane/SharedLoads.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/Substitution.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// No address that people write has more.
constexpr size_t MostNodes = 256;

class WarpUniformity {
public:
  WarpUniformity(const LaneContext &C, const LaunchShape &Shape)
      : C(C), Shape(Shape) {}

  /// A function of what the warp shares, or of the thread where that makes no
  /// difference within a warp.
  bool isShared(const LaneExpr *E) {
    if (!E->isLaneVarying())
      return true;
    if (E->op() == LaneOp::Recurrence)
      return false;
    auto [It, IsNew] = Known.try_emplace(E, false);
    if (IsNew) {
      const bool Found =
          isSame(E) || (E->numOperands() != 0 &&
                        all_of(E->operands(), [&](const LaneExpr *Operand) {
                          return isShared(Operand);
                        }));
      return Known[E] = Found;
    }
    return It->second;
  }

private:
  const LaneContext &C;
  const LaunchShape &Shape;
  DenseMap<const LaneExpr *, bool> Known;

  bool isSame(const LaneExpr *E) const {
    bool IsOfThread = true;
    forEachNode(C, E, [&](const LaneExpr *Node) {
      IsOfThread &= Node->op() != LaneOp::Symbol &&
                    Node->op() != LaneOp::Opaque &&
                    Node->op() != LaneOp::Iteration;
    });
    if (!IsOfThread)
      return false;
    LeafValues All;
    All.BlockDim = {*Shape.X, *Shape.Y, *Shape.Z};
    WarpLeaves Lanes;
    Lanes.fill(All);
    for (uint64_t First = 0; First < Shape.threads(); First += WarpSize) {
      LaneMask Existing = 0;
      for (unsigned L = 0; L < WarpSize && First + L < Shape.threads(); ++L) {
        Existing |= LaneMask(1) << L;
        Lanes[L].ThreadIdx = Shape.threadIdx(First + L);
      }
      const LaneValues Values = evaluateWarp(C, E, Lanes, Existing);
      for (unsigned L = 0; L < WarpSize; ++L)
        if (Existing >> L & 1 && (!Values[L] || Values[L] != Values[0]))
          return false;
    }
    return true;
  }
};

} // namespace

const LaneExpr *SharedLoads::replaced(const LaneExpr *E,
                                      const LaunchShape &Shape) {
  if (!E || !Shape.isKnown() || countNodes(C, E, MostNodes) > MostNodes)
    return E;
  Replacements By;
  SmallVector<const LaneExpr *, 2> Loads;
  forEachNode(C, E, [&](const LaneExpr *Node) {
    if (Node->op() == LaneOp::Opaque && C.opaqueAt(Node->index()).From)
      Loads.push_back(Node);
  });
  for (const LaneExpr *Load : Loads) {
    auto [It, IsNew] = Known.try_emplace(Load->index(), nullptr);
    const OpaqueValue Value = C.opaqueAt(Load->index());
    if (IsNew && countNodes(C, Value.From, MostNodes) <= MostNodes &&
        WarpUniformity(C, Shape).isShared(Value.From))
      It->second = C.symbol(C.addSymbol({.Name = Value.What,
                                         .Kind = SymbolKind::UniformLoad,
                                         .Width = Value.Width,
                                         .Lo = minIntN(Value.Width),
                                         .Hi = maxIntN(Value.Width)}));
    if (It->second)
      By[Load] = It->second;
  }
  return By.empty() ? E : substitute(C, E, By);
}

} // namespace warplint
