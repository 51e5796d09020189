//===- IndexLeaves.cpp - What an index is made of -------------------------===//

#include "Enumeration.h"
#include "Lane/Expr/LaneWalk.h"

using namespace llvm;

namespace warplint {

uint64_t numChoices(const UniformSymbol &S) {
  constexpr uint64_t MostChoices = 16;
  if (S.Kind != SymbolKind::Other || S.Hi < S.Lo || S.MultipleOf == 0)
    return 0;
  const uint64_t Count = (uint64_t(S.Hi) - uint64_t(S.Lo)) / S.MultipleOf + 1;
  return Count <= MostChoices ? Count : 0;
}

void addLeaves(const LaneContext &C, const LaneExpr *Root, Leaves &Found) {
  forEachNode(C, Root, [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
      if (const UniformSymbol &S = C.symbolAt(E->index()); numChoices(S))
        Found.Choices.push_back(E->index());
      else if (S.Kind != SymbolKind::ArrayBase) {
        Found.Unknown = &S;
        Found.Symbols.push_back(E->index());
      }
      break;
    case LaneOp::ThreadIdx:
      Found.Axes |= 1u << E->index();
      break;
    case LaneOp::Opaque:
      Found.Opaque = &C.opaqueAt(E->index());
      break;
    case LaneOp::Iteration:
      Found.Loops.insert(E->index());
      break;
    case LaneOp::Recurrence:
      Found.Loops.insert(C.recurrenceAt(E->index()).Loop);
      break;
    default:
      break;
    }
  });
}

bool isShifted(const LaneContext &C, const LaneExpr *Root) {
  constexpr size_t MostNodes = 256;
  bool IsShifted = countNodes(C, Root, MostNodes) <= MostNodes;
  forEachNode(C, Root, [&](const LaneExpr *E) {
    auto IsUnknown = [&](unsigned I) {
      Leaves Of;
      if (!E->operand(I)->isLaneVarying())
        addLeaves(C, E->operand(I), Of);
      return Of.Unknown != nullptr;
    };
    switch (E->op()) {
    case LaneOp::Mul:
      IsShifted &= !E->isLaneVarying() || (!IsUnknown(0) && !IsUnknown(1));
      break;
    case LaneOp::Shl:
    case LaneOp::LShr:
    case LaneOp::AShr:
    case LaneOp::UDiv:
    case LaneOp::SDiv:
    case LaneOp::URem:
    case LaneOp::SRem:
      IsShifted &= !E->isLaneVarying() || !IsUnknown(1);
      break;
    default:
      break;
    }
  });
  return IsShifted;
}

void addConditions(const LaneExpr *E,
                   SmallVectorImpl<const LaneExpr *> &Conditions) {
  if (!E)
    return;
  if (E->op() != LaneOp::And || E->width() != 1) {
    Conditions.push_back(E);
    return;
  }
  addConditions(E->operand(0), Conditions);
  addConditions(E->operand(1), Conditions);
}

bool isHuge(const LaneContext &Context, const LaneExpr *E) {
  constexpr size_t MostNodes = 1u << 13;
  return countNodes(Context, E, MostNodes) > MostNodes;
}

bool dependsOnThread(const LaneContext &Context, const LaneExpr *E,
                     unsigned Axis) {
  Leaves Of;
  addLeaves(Context, E, Of);
  return Of.Axes >> Axis & 1;
}

} // namespace warplint
