//===- RowShapes.cpp - Blocks that may as well be one row -----------------===//

#include "RowShapes.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <memory>
#include <vector>

using namespace llvm;

namespace warplint {
namespace {

/// A sum of products of nodes that are neither, with their factors.
using Product = std::vector<const LaneExpr *>; ///< Sorted.
using Polynomial = std::map<Product, int64_t>;

constexpr size_t MostProducts = 64;

bool isAxis(const LaneExpr *E) {
  return E->op() == LaneOp::ThreadIdx || E->op() == LaneOp::BlockDim;
}

Polynomial product(const Polynomial &L, const Polynomial &R) {
  Polynomial All;
  for (const auto &[P, F] : L)
    for (const auto &[Q, G] : R) {
      Product Both = P;
      append_range(Both, Q);
      llvm::sort(Both);
      All[Both] += F * G;
    }
  return All;
}

/// Takes one node of \p Op along \p Axis out of \p P. False if it has none.
bool takeAxis(Product &P, LaneOp Op, unsigned Axis) {
  auto Found = find_if(P, [&](const LaneExpr *E) {
    return E->op() == Op && E->index() == Axis;
  });
  if (Found == P.end())
    return false;
  P.erase(Found);
  return true;
}

enum class Ranks : uint8_t {
  OfBlock, ///< Of all three axes.
  OfLayer, ///< Of x and y.
  OrOfX    ///< Of all three, or of x alone.
};

/// Beside each threadIdx stand the extents below it, and of all axes the same.
/// Other extents stand together: as many as the block has threads.
bool isOfRanks(const Polynomial &Sum, Ranks Kind) {
  const bool MayBeOfX = Kind == Ranks::OrOfX, OfLayer = Kind == Ranks::OfLayer;
  std::map<Product, int64_t> Beside[3]; // By axis: what stands beside it.
  for (const auto &[Each, Factor] : Sum) {
    Product P = Each;
    if (Factor == 0)
      continue;
    unsigned Axis = 0;
    while (Axis != 3 && !takeAxis(P, LaneOp::ThreadIdx, Axis))
      ++Axis;
    for (unsigned Below = 0; Axis != 3 && Below != Axis; ++Below)
      if (!takeAxis(P, LaneOp::BlockDim, Below))
        return false;
    while (takeAxis(P, LaneOp::BlockDim, 0))
      if (!(takeAxis(P, LaneOp::BlockDim, 1) &&
            (OfLayer || takeAxis(P, LaneOp::BlockDim, 2))) &&
          !MayBeOfX)
        return false;
    if (any_of(P, isAxis))
      return false;
    if (Axis != 3)
      Beside[Axis][P] += Factor;
  }
  return (MayBeOfX || Beside[0] == Beside[1]) &&
         (OfLayer ? Beside[2].empty() : Beside[1] == Beside[2]);
}

class RankSearch {
public:
  RankSearch(const LaneContext &C, Ranks Kind) : C(C), Kind(Kind) {}

  bool isOfRanks(const LaneExpr *Root);
  const Polynomial &sumOf(const LaneExpr *E);

private:
  Polynomial compute(const LaneExpr *E);
  bool mayCast(const Polynomial &Sum) const;

  const LaneContext &C;
  Ranks Kind;
  DenseMap<const LaneExpr *, std::unique_ptr<Polynomial>> Sums;
  DenseSet<const LaneExpr *> Seen;
};

} // namespace

/// \p Sum is the same with more bits: a number of a thread, or a part of one.
bool RankSearch::mayCast(const Polynomial &Sum) const {
  return warplint::isOfRanks(Sum, Kind) || all_of(Sum, [](const auto &Each) {
           return Each.second > 0 && all_of(Each.first, isAxis);
         });
}

const Polynomial &RankSearch::sumOf(const LaneExpr *E) {
  if (auto Found = Sums.find(E); Found != Sums.end())
    return *Found->second;
  Polynomial Sum = compute(E);
  if (Sum.size() > MostProducts)
    Sum = {{{E}, 1}};
  return *(Sums[E] = std::make_unique<Polynomial>(std::move(Sum)));
}

Polynomial RankSearch::compute(const LaneExpr *E) {
  Polynomial Leaf = {{{E}, 1}};
  if (E->width() < 16)
    return Leaf;
  switch (E->op()) {
  case LaneOp::Const:
    return {{{}, signedValue(E->constant(), E->width())}};
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return E->operand(0)->width() >= 16 && mayCast(sumOf(E->operand(0)))
               ? sumOf(E->operand(0))
               : Leaf;
  case LaneOp::Add: {
    Polynomial Sum = sumOf(E->operand(0));
    for (const auto &[P, F] : sumOf(E->operand(1)))
      Sum[P] += F;
    return Sum;
  }
  case LaneOp::Mul: {
    const Polynomial L = sumOf(E->operand(0)), &R = sumOf(E->operand(1));
    return L.size() * R.size() > MostProducts ? Leaf : product(L, R);
  }
  case LaneOp::Shl:
    return E->operand(1)->isConst() && E->operand(1)->constant() < 16
               ? product(sumOf(E->operand(0)),
                         {{{}, int64_t(1) << E->operand(1)->constant()}})
               : Leaf;
  default:
    return Leaf;
  }
}

bool RankSearch::isOfRanks(const LaneExpr *Root) {
  SmallVector<const LaneExpr *> Work = {Root};
  while (!Work.empty()) {
    const LaneExpr *E = Work.pop_back_val();
    if (!E || !Seen.insert(E).second)
      continue;
    const Polynomial &Sum = sumOf(E);
    if (!warplint::isOfRanks(Sum, Kind))
      return false;
    for (const auto &[P, Factor] : Sum)
      for (const LaneExpr *Leaf : P) {
        append_range(Work, Leaf->operands());
        addCarried(C, Leaf, Work);
      }
  }
  return true;
}

static bool askFor(const LaneContext &C, ArrayRef<const LaneExpr *> Roots,
                   Ranks Kind) {
  RankSearch Search(C, Kind);
  return all_of(Roots, [&](const LaneExpr *E) { return Search.isOfRanks(E); });
}

bool askForRanksAlone(const LaneContext &C, ArrayRef<const LaneExpr *> Roots) {
  return askFor(C, Roots, Ranks::OfBlock);
}

bool askForRanksOfLayer(const LaneContext &C,
                        ArrayRef<const LaneExpr *> Roots) {
  return askFor(C, Roots, Ranks::OfLayer);
}

bool askForNoRows(const LaneContext &C, ArrayRef<const LaneExpr *> Roots) {
  return askFor(C, Roots, Ranks::OrOfX);
}

std::optional<AxisFactors> axisFactorsOf(const LaneContext &C,
                                         const LaneExpr *Address) {
  RankSearch Search(C, Ranks::OrOfX);
  AxisFactors Factors{};
  for (const auto &[P, Factor] : Search.sumOf(Address)) {
    auto IsPlace = [&](const LaneExpr *E) {
      return E->op() == LaneOp::Symbol &&
             C.symbolAt(E->index()).Kind == SymbolKind::ArrayBase;
    };
    auto IsRound = [](const LaneExpr *E) {
      return E->op() == LaneOp::Iteration || E->op() == LaneOp::BlockDim;
    };
    if (P.size() == 1 && P[0]->op() == LaneOp::ThreadIdx)
      Factors[P[0]->index()] = Factor;
    else if (Factor != 0 && !(P.size() == 1 && Factor == 1 && IsPlace(P[0])) &&
             !(Factor > 0 && all_of(P, IsRound)))
      return std::nullopt;
  }
  return Factors;
}

} // namespace warplint
