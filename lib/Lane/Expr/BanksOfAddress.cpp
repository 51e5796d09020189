//===- BanksOfAddress.cpp - An address but for whole rows of banks --------===//

#include "BanksOfAddress.h"
#include "KnownMultiple.h"
#include "LaneWalk.h"

using namespace llvm;

namespace warplint {
namespace {

constexpr unsigned RowBits = 7; ///< 32 banks of 4 bytes.
constexpr size_t MostNodes = 256;

bool hasOpaque(const LaneContext &C, const LaneExpr *E) {
  bool Has = false;
  forEachNode(
      C, E, [&](const LaneExpr *Node) { Has |= Node->op() == LaneOp::Opaque; });
  return Has;
}

/// What is \p E modulo 2^Bits, without opaque values; or null. The base of an
/// array is 0: it is a multiple of words, and moves all lanes alike.
const LaneExpr *lowBits(LaneContext &C, const LaneExpr *E, unsigned Bits) {
  if (Bits == 0 || knownMultiple(C, E) >> Bits)
    return C.constant(0, E->width());
  auto Low = [&](unsigned I) { return lowBits(C, E->operand(I), Bits); };
  auto Both = [&]() -> const LaneExpr * {
    const LaneExpr *L = Low(0), *R = L ? Low(1) : nullptr;
    return R ? C.binary(E->op(), L, R) : nullptr;
  };
  // Of a multiple of 2^Known fewer bits are asked.
  auto Shifted = [&](unsigned I, unsigned Known) -> const LaneExpr * {
    const LaneExpr *L = lowBits(C, E->operand(I), Bits - std::min(Known, Bits));
    return L ? C.binary(E->op(), L, E->operand(1 - I)) : nullptr;
  };
  switch (E->op()) {
  case LaneOp::Symbol: {
    const UniformSymbol &S = C.symbolAt(E->index());
    if (S.Kind != SymbolKind::ArrayBase)
      return E;
    return S.MultipleOf % 4 == 0 ? C.constant(0, E->width()) : nullptr;
  }
  case LaneOp::Add:
    return Both();
  case LaneOp::And:
  case LaneOp::Or:
  case LaneOp::Xor:
    return hasOpaque(C, E) ? Both() : E;
  case LaneOp::Mul:
    if (!hasOpaque(C, E))
      return E;
    for (unsigned I : {0u, 1u})
      if (E->operand(1 - I)->isConst() && E->operand(1 - I)->constant())
        return Shifted(I, countr_zero(E->operand(1 - I)->constant()));
    return nullptr;
  case LaneOp::Shl:
    if (!hasOpaque(C, E))
      return E;
    return E->operand(1)->isConst() && E->operand(1)->constant() < E->width()
               ? Shifted(0, E->operand(1)->constant())
               : nullptr;
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    if (std::min(E->width(), E->operand(0)->width()) < Bits)
      return hasOpaque(C, E) ? nullptr : E;
    if (const LaneExpr *L = Low(0))
      return C.cast(E->op(), L, E->width());
    return nullptr;
  default:
    return hasOpaque(C, E) ? nullptr : E;
  }
}

} // namespace

const LaneExpr *banksOf(LaneContext &C, const LaneExpr *Address) {
  if (!hasOpaque(C, Address) || countNodes(C, Address, MostNodes) > MostNodes)
    return nullptr;
  const LaneExpr *Low = lowBits(C, Address, RowBits);
  if (!Low)
    return nullptr;
  return C.binary(LaneOp::And, Low,
                  C.constant((uint64_t(1) << RowBits) - 1, Low->width()));
}

} // namespace warplint
