//===- RandomAccess.cpp - Accesses at random for property tests -----------===//

#include "RandomAccess.h"
#include <array>

namespace warplint {

namespace {

struct KindAndWidth {
  RequestKind Kind;
  unsigned Bytes;
};

constexpr KindAndWidth Kinds[] = {
    {RequestKind::SharedLoad, 1},      {RequestKind::SharedLoad, 2},
    {RequestKind::SharedLoad, 4},      {RequestKind::SharedLoad, 4},
    {RequestKind::SharedLoad, 4},      {RequestKind::SharedLoad, 8},
    {RequestKind::SharedLoad, 16},     {RequestKind::SharedStore, 2},
    {RequestKind::SharedStore, 4},     {RequestKind::SharedStore, 8},
    {RequestKind::SharedStore, 16},    {RequestKind::LdMatrixX1, 16},
    {RequestKind::LdMatrixX2, 16},     {RequestKind::LdMatrixX4, 16},
    {RequestKind::SharedAtomicAdd, 4}, {RequestKind::SharedAtomicCount, 4},
    {RequestKind::SharedAtomicCas, 4}, {RequestKind::CpAsync, 4},
    {RequestKind::CpAsync, 8},         {RequestKind::CpAsync, 16},
    {RequestKind::GlobalLoad, 4},      {RequestKind::GlobalLoad, 16},
    {RequestKind::GlobalStore, 4}};

} // namespace

uint64_t AccessGenerator::smallNumber() {
  static constexpr std::array<uint64_t, 24> Numbers = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  12, 15,  16,
      17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 128, 132};
  return Numbers[below(Numbers.size())];
}

void AccessGenerator::addSymbols() {
  unsigned Count = below(4);
  for (unsigned I = 0; I < Count; ++I) {
    UniformSymbol S;
    S.Name = std::string("uvw").substr(I, 1);
    S.Kind = SymbolKind::Parameter;
    int64_t Top = std::array{1, 3, 7, 10, 20, 40, 100}[below(7)];
    switch (below(6)) {
    case 0: // As wide as the type.
      break;
    case 1:
      S.Lo = 1, S.Hi = Top;
      break;
    case 2:
      S.Lo = -Top, S.Hi = Top;
      break;
    case 3:
      S.Lo = 0, S.Hi = Top * 8;
      S.MultipleOf = 8;
      break;
    default:
      S.Lo = 0, S.Hi = Top;
    }
    if (chance(15)) {
      S.Width = chance(50) ? 64 : 16;
      if (S.Width == 16 && S.Lo < INT16_MIN)
        S.Lo = INT16_MIN, S.Hi = INT16_MAX;
    }
    Symbols.push_back(Context->symbol(Context->addSymbol(S)));
  }
  if (chance(20)) {
    UniformSymbol Flag;
    Flag.Name = "flag";
    Flag.Width = 1;
    Flag.Lo = -1;
    Flag.Hi = 0;
    Truths.push_back(Context->symbol(Context->addSymbol(Flag)));
  }
}

void AccessGenerator::addRecurrence(unsigned Loop) {
  Expr R = Context->recurrence(Loop, 32, "r" + std::to_string(Loop));
  Expr Init = number(smallNumber()), Next = nullptr;
  LaneContext &C = *Context;
  if (!Recurrences.empty() && chance(30))
    Init = Recurrences.back();
  else if (chance(15))
    Init = C.binary(LaneOp::LShr, C.blockDim(0), number(1));
  else if (chance(15))
    Init = C.threadIdx(0);
  else if (chance(15) && !Symbols.empty())
    Init = inWidth(Symbols[below(Symbols.size())], 32);
  switch (below(6)) {
  case 0:
    Next = C.binary(LaneOp::Mul, R, number(2));
    break;
  case 1:
    Next = C.binary(LaneOp::LShr, R, number(1));
    break;
  case 2:
    Next = C.binary(LaneOp::Xor, R, number(1 + below(3)));
    break;
  case 3:
    Next = C.binary(LaneOp::URem, C.binary(LaneOp::Add, R, number(1)),
                    number(2 + below(3)));
    break;
  case 4:
    Next = C.binary(
        LaneOp::And,
        C.binary(LaneOp::Add, C.binary(LaneOp::Mul, R, number(3)), number(1)),
        number(31));
    break;
  default:
    Next = C.binary(LaneOp::Add, R, C.iteration(Loop));
  }
  C.setRecurrence(R, Init, Next, Init->isLaneVarying());
  Recurrences.push_back(R);
  if (!C.loopAt(Loop).TripCount)
    C.loopAt(Loop).Continue =
        C.binary(LaneOp::And, C.binary(LaneOp::CmpULt, number(0), R),
                 C.binary(LaneOp::CmpULt, R, number(200)));
}

/// for (i = threadIdx.x; i < 100; i += 32): i is no leaf, its parts are.
void AccessGenerator::addStride(unsigned Loop) {
  LaneContext &C = *Context;
  Expr Step = chance(30) ? C.blockDim(0) : number(8u << below(4));
  Expr Counter = C.binary(LaneOp::Add, chance(80) ? C.threadIdx(0) : number(0),
                          C.binary(LaneOp::Mul, Step, C.iteration(Loop)));
  Counters.push_back(Counter);
  C.loopAt(Loop).Continue =
      C.binary(LaneOp::CmpULt, Counter, number(1 + below(150)));
}

void AccessGenerator::addLoops() {
  unsigned Count = chance(40) ? 1 + below(2) : 0;
  for (unsigned I = 0; I < Count; ++I) {
    LaneLoop Loop;
    Loop.Counter = "k" + std::to_string(I);
    if (chance(75))
      Loop.TripCount = 1 + below(6);
    unsigned Number = Context->addLoop(Loop);
    if (!Loop.TripCount && chance(50))
      addStride(Number);
    else if (chance(60))
      addRecurrence(Number);
    Context->loopAt(Number).IsContinueExact =
        Context->loopAt(Number).Continue != nullptr;
  }
}

AccessGenerator::Expr AccessGenerator::inWidth(Expr E, unsigned Width) {
  if (E->width() == Width)
    return E;
  if (E->width() > Width)
    return Context->cast(LaneOp::Trunc, E, Width);
  return Context->cast(chance(50) ? LaneOp::ZExt : LaneOp::SExt, E, Width);
}

AccessGenerator::Expr AccessGenerator::leaf() {
  unsigned Dice = below(100);
  if (Dice < 40)
    return Context->threadIdx(0);
  if (Dice < 50)
    return Context->threadIdx(1);
  if (Dice < 53)
    return Context->threadIdx(2);
  if (Dice < 56)
    return Context->blockDim(below(3));
  if (Dice < 80 && !Symbols.empty())
    return Symbols[below(Symbols.size())];
  if (Dice < 88 && !Recurrences.empty())
    return Recurrences[below(Recurrences.size())];
  if (Dice < 91 && !Counters.empty())
    return Counters[below(Counters.size())];
  if (Dice < 94 && Context->numLoops())
    return Context->iteration(below(Context->numLoops()));
  if (chance(50))
    return Context->threadIdx(0);
  return number(smallNumber());
}

AccessGenerator::Expr AccessGenerator::arithmetic(unsigned Width,
                                                  unsigned Depth) {
  LaneContext &C = *Context;
  Expr L = value(Width, Depth - 1);
  auto Some = [&] { return value(Width, Depth - 1); };
  auto Constant = [&] { return number(smallNumber(), Width); };
  auto Amount = [&] { return number(below(6), Width); };
  auto ConstantOr = [&](unsigned Percent) {
    return chance(Percent) ? Some() : Constant();
  };
  unsigned Dice = below(100);
  if (Dice < 20)
    return C.binary(LaneOp::Add, L, Some());
  if (Dice < 25)
    return C.sub(L, Some());
  if (Dice < 43)
    return C.binary(LaneOp::Mul, L, ConstantOr(25));
  if (Dice < 50)
    return C.binary(chance(50) ? LaneOp::UDiv : LaneOp::URem, L,
                    ConstantOr(25));
  if (Dice < 54)
    return C.binary(chance(50) ? LaneOp::SDiv : LaneOp::SRem, L,
                    ConstantOr(25));
  if (Dice < 64)
    return C.binary(LaneOp::And, L, ConstantOr(30));
  if (Dice < 69)
    return C.binary(LaneOp::Or, L, ConstantOr(40));
  if (Dice < 79)
    return C.binary(LaneOp::Xor, L, ConstantOr(60));
  if (Dice < 84)
    return C.binary(LaneOp::Shl, L, chance(85) ? Amount() : Some());
  if (Dice < 89)
    return C.binary(LaneOp::LShr, L, chance(85) ? Amount() : Some());
  if (Dice < 92)
    return C.binary(LaneOp::AShr, L, chance(85) ? Amount() : Some());
  if (Dice < 96)
    return C.select(truth(1), L, Some());
  if (Dice < 97)
    return shuffle(L, Depth);
  if (Dice < 98)
    return C.unary(std::array{LaneOp::PopCount, LaneOp::CountLeadingZeros,
                              LaneOp::BitReverse}[below(3)],
                   L);
  unsigned Other = std::array{8u, 16u, 32u, 64u}[below(4)];
  return inWidth(value(Other, Depth - 1), Width);
}

/// Mostly what programs write: from one lane, from a neighbour, a butterfly.
AccessGenerator::Expr AccessGenerator::shuffle(Expr Value, unsigned Depth) {
  LaneContext &C = *Context;
  Expr Lane = C.threadIdx(0), Source = nullptr;
  switch (below(5)) {
  case 0:
    Source = number(smallNumber());
    break;
  case 1:
    Source = C.binary(LaneOp::Add, Lane, number(1 + below(16)));
    break;
  case 2:
    Source = C.binary(LaneOp::Xor, Lane, number(1 + below(31)));
    break;
  case 3:
    Source = C.binary(LaneOp::And, Lane, number(28));
    break;
  default:
    Source = value(32, Depth - 1);
  }
  return C.shuffle(Value, Source);
}

AccessGenerator::Expr AccessGenerator::value(unsigned Width, unsigned Depth) {
  if (Depth == 0 || chance(15))
    return inWidth(leaf(), Width);
  return arithmetic(Width, Depth);
}

AccessGenerator::Expr AccessGenerator::truth(unsigned Depth) {
  LaneContext &C = *Context;
  unsigned Dice = below(100);
  if (Depth > 0 && Dice < 35) {
    LaneOp Op = std::array{LaneOp::And, LaneOp::Or, LaneOp::Xor}[below(3)];
    return C.binary(Op, truth(Depth - 1), truth(Depth - 1));
  }
  if (Dice < 45)
    return C.logicalNot(truth(Depth ? Depth - 1 : 0));
  if (Dice < 50 && !Truths.empty())
    return Truths.front();
  LaneOp Op =
      std::array{LaneOp::CmpULt, LaneOp::CmpSLt, LaneOp::CmpEq}[below(3)];
  Expr L = value(32, 1 + below(2));
  Expr R = chance(60) ? number(smallNumber()) : value(32, 1);
  return chance(80) ? C.binary(Op, L, R) : C.binary(Op, R, L);
}

AccessGenerator::Expr AccessGenerator::address() {
  LaneContext &C = *Context;
  unsigned Width = chance(70) ? 32 : 64;
  Expr Index = inWidth(value(32, 1 + below(4)), Width);
  // Mostly whole elements, sometimes bytes.
  Expr Offset = chance(90)
                    ? C.binary(LaneOp::Mul, Index, number(BytesPerLane, Width))
                    : Index;
  if (chance(20))
    return Offset;
  UniformSymbol Base;
  Base.Name = "tile";
  Base.Kind = SymbolKind::ArrayBase;
  Base.Width = Width;
  Base.Lo = 0;
  Base.Hi = (1 << 18) - 1;
  Base.MultipleOf = chance(70) ? 128 : 16;
  return C.binary(LaneOp::Add, Offset, C.symbol(C.addSymbol(Base)));
}

void AccessGenerator::chooseKind(AccessProblem &Problem) {
  const KindAndWidth &K = Kinds[below(std::size(Kinds))];
  Problem.Kind = K.Kind;
  Problem.BytesPerLane = BytesPerLane = K.Bytes;
}

LaunchShape AccessGenerator::shape() {
  unsigned X = std::array{8, 16, 20, 32, 33, 48, 64, 96, 128}[below(9)];
  unsigned Y = std::array{1, 1, 2, 3, 4, 8}[below(6)];
  unsigned Z = chance(15) && X * Y <= 512 ? 2 : 1;
  LaunchShape Shape{X, Y, Z};
  unsigned Dice = below(100);
  if (Dice < 15)
    return {};
  if (Dice < 20)
    Shape.X.reset();
  else if (Dice < 25)
    Shape.Y.reset();
  else if (Dice < 28)
    Shape.Z.reset();
  return Shape;
}

RandomAccess AccessGenerator::next() {
  RandomAccess Access;
  Context = Access.Context.get();
  Symbols.clear();
  Truths.clear();
  Recurrences.clear();
  Counters.clear();
  addSymbols();
  addLoops();
  chooseKind(Access.Problem);
  Access.Shape = shape();
  Access.Problem.Address = address();
  Expr Guard = nullptr;
  auto Require = [&](Expr Condition) {
    Guard = Guard ? Context->binary(LaneOp::And, Guard, Condition) : Condition;
  };
  // A loop's own condition guards what is in it.
  for (unsigned Loop = 0; Loop < Context->numLoops(); ++Loop)
    if (Expr Continue = Context->loopAt(Loop).Continue)
      Require(Continue);
  if (chance(45))
    Require(truth(2));
  Access.Problem.Guard = Guard;
  return Access;
}

std::string RandomAccess::describe() const {
  auto Axis = [](std::optional<unsigned> Extent) {
    return Extent ? std::to_string(*Extent) : std::string("?");
  };
  std::string Text = "address " + Context->print(Problem.Address) + "\nguard ";
  Text += Problem.Guard ? Context->print(Problem.Guard) : "none";
  Text += "\nkind " + std::to_string(static_cast<unsigned>(Problem.Kind)) +
          ", bytes " + std::to_string(Problem.BytesPerLane) + ", block " +
          Axis(Shape.X) + " x " + Axis(Shape.Y) + " x " + Axis(Shape.Z);
  for (unsigned S = 0; S < Context->numSymbols(); ++S) {
    const UniformSymbol &Symbol = Context->symbolAt(S);
    Text += "\nsymbol " + Symbol.Name + ":" + std::to_string(Symbol.Width) +
            " in [" + std::to_string(Symbol.Lo) + ", " +
            std::to_string(Symbol.Hi) + "], multiple of " +
            std::to_string(Symbol.MultipleOf);
  }
  for (unsigned L = 0; L < Context->numLoops(); ++L) {
    const LaneLoop &Loop = Context->loopAt(L);
    Text += "\nloop " + std::to_string(L) + " trips " +
            (Loop.TripCount ? std::to_string(*Loop.TripCount) : "?");
    if (Loop.Continue)
      Text += " while " + Context->print(Loop.Continue);
  }
  return Text;
}

} // namespace warplint
