//===- RandomQuestion.cpp - Small questions at random ---------------------===//

#include "RandomQuestion.h"
#include <array>

namespace warplint {

void QuestionGenerator::addSymbols() {
  for (unsigned Count = below(3), I = 0; I < Count; ++I) {
    UniformSymbol S;
    S.Name = I ? "v" : "u";
    S.Kind = SymbolKind::Parameter;
    const int64_t Top = std::array{1, 3, 6, 16, 40, 300}[below(6)];
    switch (below(4)) {
    case 0: // As wide as the type.
      break;
    case 1:
      S.Lo = -Top, S.Hi = Top;
      break;
    default:
      S.MultipleOf = std::array{1, 1, 2, 4, 8, 16}[below(6)];
      S.Lo = 0, S.Hi = Top * static_cast<int64_t>(S.MultipleOf);
    }
    Symbols.push_back(Context->symbol(Context->addSymbol(S)));
  }
}

QuestionGenerator::Expr QuestionGenerator::leaf() {
  const unsigned Dice = below(100);
  if (Dice < 45)
    return Context->threadIdx(0);
  if (Dice < 55)
    return Context->threadIdx(1);
  if (Dice < 58)
    return Context->blockDim(0);
  if (Dice < 88 && !Symbols.empty())
    return Symbols[below(Symbols.size())];
  return number(std::array{0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33}[below(12)]);
}

QuestionGenerator::Expr QuestionGenerator::value(unsigned Depth) {
  if (Depth == 0 || below(8) == 0)
    return leaf();
  LaneContext &C = *Context;
  const Expr L = value(Depth - 1);
  auto NumberOr = [&](unsigned Percent, uint64_t N) {
    return below(100) < Percent ? value(Depth - 1) : number(N);
  };
  auto AmountOr = [&](unsigned Percent) {
    return below(100) < Percent ? binary(LaneOp::And, leaf(), number(7))
                                : number(below(6));
  };
  switch (below(16)) {
  case 0:
  case 1:
  case 2:
    return binary(LaneOp::Add, L, value(Depth - 1));
  case 3:
    return C.sub(L, value(Depth - 1));
  case 4:
  case 5:
    return binary(LaneOp::Mul, L, NumberOr(25, 1 + below(40)));
  case 6:
    return binary(LaneOp::And, L,
                  NumberOr(25, std::array{1, 3, 6, 7, 15, 28, 31}[below(7)]));
  case 7:
    return binary(LaneOp::Or, L, NumberOr(25, below(32)));
  case 8:
  case 9:
    return binary(LaneOp::Xor, L, NumberOr(60, below(32)));
  case 10:
    return binary(LaneOp::Shl, L, AmountOr(15));
  case 11:
    return binary(below(3) ? LaneOp::LShr : LaneOp::AShr, L, AmountOr(15));
  case 12:
  case 13: {
    const LaneOp Op = std::array{LaneOp::UDiv, LaneOp::URem, LaneOp::SDiv,
                                 LaneOp::SRem}[below(4)];
    // An odd number is not zero.
    return binary(Op, L,
                  below(4) ? number(1 + below(40))
                           : binary(LaneOp::Or, leaf(), number(1)));
  }
  case 14:
    return C.select(truth(1), L, value(Depth - 1));
  default: {
    const unsigned Narrow = below(2) ? 8 : 16;
    return C.cast(below(2) ? LaneOp::ZExt : LaneOp::SExt,
                  C.cast(LaneOp::Trunc, L, Narrow), 32);
  }
  }
}

QuestionGenerator::Expr QuestionGenerator::truth(unsigned Depth) {
  if (Depth && below(3) == 0)
    return binary(std::array{LaneOp::And, LaneOp::Or, LaneOp::Xor}[below(3)],
                  truth(Depth - 1), truth(Depth - 1));
  if (below(6) == 0)
    return Context->logicalNot(truth(0));
  const LaneOp Op =
      std::array{LaneOp::CmpULt, LaneOp::CmpSLt, LaneOp::CmpEq}[below(3)];
  const Expr R = below(2) ? number(below(40)) : leaf();
  return binary(Op, value(1 + below(2)), R);
}

RandomAccess QuestionGenerator::next() {
  RandomAccess Access;
  Context = Access.Context.get();
  Symbols.clear();
  addSymbols();
  Access.Shape = std::array<LaunchShape, 6>{{{16, 1, 1},
                                             {32, 1, 1},
                                             {64, 1, 1},
                                             {16, 2, 1},
                                             {8, 8, 1},
                                             {20, 2, 1}}}[below(6)];
  const uint64_t Scale = std::array{1, 2, 4, 4, 4, 8, 16}[below(7)];
  Access.Problem.Address =
      binary(LaneOp::Mul, value(1 + below(3)), number(Scale));
  if (below(2)) {
    UniformSymbol Base{.Name = "tile",
                       .Kind = SymbolKind::ArrayBase,
                       .Lo = 0,
                       .Hi = (1 << 18) - 1,
                       .MultipleOf =
                           std::array<uint64_t, 3>{4, 16, 128}[below(3)]};
    Access.Problem.Address =
        binary(LaneOp::Add, Access.Problem.Address,
               Context->symbol(Context->addSymbol(std::move(Base))));
  }
  if (below(2))
    Access.Problem.Guard = truth(1);
  return Access;
}

} // namespace warplint
