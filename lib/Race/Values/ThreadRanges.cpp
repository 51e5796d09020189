//===- ThreadRanges.cpp - Values of which the ends are known --------------===//

#include "ThreadRanges.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <numeric>

using namespace llvm;

namespace warplint {

/// What is not worth asking: it fills more than any shared memory.
static constexpr int64_t MostMore = 1 << 20;
static constexpr unsigned MostDepth = 24;

static ThreadRange upTo(int64_t Most) {
  return Most >= 0 && Most <= MostMore ? ThreadRange{{0, 0}, Most}
                                       : ThreadRange();
}

namespace {

class RangeSearch {
public:
  RangeSearch(BlockEvaluation &In, unsigned Thread,
              const LaneContext *Data = nullptr)
      : In(In), Thread(Thread), Data(Data) {}

  ThreadRange of(const LaneExpr *E, unsigned Depth);
  bool hasAny() const { return HasAny; }

private:
  ThreadRange sum(ThreadRange L, ThreadRange R, unsigned Width) {
    // Fewer bits may wrap around.
    if (Width < 32 || !L.isKnown() || !R.isKnown() ||
        L.More + R.More > MostMore)
      return {};
    const ThreadForm Least =
        In.Table.binary(LaneOp::Add, Width, L.Least, R.Least);
    if (!Data)
      return {Least, L.More + R.More};
    // With both, one datum may decide about both parts.
    if (L.More && R.More)
      return {};
    return {Least, L.More + R.More, L.More ? L.Step : R.Step};
  }
  ThreadRange product(ThreadRange L, int64_t Factor, unsigned Width) {
    if (Width < 32 || !L.isKnown() || std::abs(Factor) > MostMore ||
        L.More * std::abs(Factor) > MostMore)
      return {};
    if (Factor < 0)
      L.Least.Number += L.More;
    return {In.Table.binary(LaneOp::Mul, Width, L.Least, {Factor, 0}),
            L.More * std::abs(Factor),
            std::max<int64_t>(L.Step * std::abs(Factor), 1)};
  }
  ThreadRange byNumber(const LaneExpr *E, int64_t Number, unsigned Depth);
  unsigned freeBits(const LaneExpr *E, unsigned Depth);
  /// All from 0 to \p Most, where the low bits of \p E make them.
  ThreadRange lowBits(const LaneExpr *E, int64_t Most, unsigned Depth) {
    const bool AreFree =
        Most >= 0 && uint64_t(Most) < uint64_t(1) << freeBits(E, Depth);
    return AreFree ? upTo(Most) : ThreadRange();
  }
  ThreadRange either(ThreadRange L, ThreadRange R) const;

  BlockEvaluation &In;
  unsigned Thread;
  const LaneContext *Data; ///< Loads count as any index; null: as unknown.
  bool HasAny = false;
};

} // namespace

/// How many of the low bits of \p E data may make anything, each as it likes.
unsigned RangeSearch::freeBits(const LaneExpr *E, unsigned Depth) {
  if (E->op() == LaneOp::Opaque)
    return In.inputAddress(E) ? std::min(E->width(), 32u) : 0;
  if (Depth == 0 || E->numOperands() == 0)
    return 0;
  const unsigned Free =
      std::min(freeBits(E->operand(0), Depth - 1), E->width());
  if (E->op() == LaneOp::ZExt || E->op() == LaneOp::SExt ||
      E->op() == LaneOp::Trunc)
    return Free;
  const ThreadForm By =
      E->numOperands() == 2 ? In(E->operand(1))[Thread] : ThreadForm::unknown();
  switch (E->op()) {
  case LaneOp::Add:
  case LaneOp::Xor:
    return By.isKnown() ? Free : 0;
  case LaneOp::Mul:
    return By.isNumber() && By.Number % 2 != 0 ? Free : 0;
  case LaneOp::LShr:
  case LaneOp::AShr:
    return By.isNumber() && By.Number >= 0 && By.Number < Free
               ? Free - unsigned(By.Number)
               : 0;
  default:
    return 0;
  }
}

/// Of an operation on something unknown and \p Number.
ThreadRange RangeSearch::byNumber(const LaneExpr *E, int64_t Number,
                                  unsigned Depth) {
  const unsigned Width = E->width();
  const LaneExpr *L = E->operand(0);
  switch (E->op()) {
  case LaneOp::And:
    if (Data) // Of other masks some values have no data.
      return isMask_64(uint64_t(Number)) ? lowBits(L, Number, Depth)
                                         : ThreadRange();
    return upTo(Number);
  case LaneOp::URem:
    return Data ? lowBits(L, Number - 1, Depth) : upTo(Number - 1);
  case LaneOp::Mul:
    return product(of(L, Depth), Number, Width);
  case LaneOp::Shl:
    return Number >= 0 && Number < 20
               ? product(of(L, Depth), int64_t(1) << Number, Width)
               : ThreadRange();
  case LaneOp::LShr:
    if (Data && freeBits(E, Depth) + unsigned(Number) < Width)
      return {};
    return Number > 0 && Number < Width && Width - Number < 20
               ? upTo((int64_t(1) << (Width - Number)) - 1)
               : ThreadRange();
  default:
    return {};
  }
}

ThreadRange RangeSearch::either(ThreadRange L, ThreadRange R) const {
  if (!L.isKnown() || !R.isKnown() || L.Least.Sum != R.Least.Sum)
    return {};
  const int64_t Least = std::min(L.Least.Number, R.Least.Number);
  const int64_t Most =
      std::max(L.Least.Number + L.More, R.Least.Number + R.More);
  return Most - Least <= MostMore
             ? ThreadRange{{Least, L.Least.Sum}, Most - Least}
             : ThreadRange();
}

ThreadRange RangeSearch::of(const LaneExpr *E, unsigned Depth) {
  const ThreadForm Known = In(E)[Thread];
  if (Known.isKnown())
    return {Known, 0};
  if (Depth == 0)
    return {};
  --Depth;
  if (Data && In.inputAddress(E) && E->width() >= 32) {
    HasAny = true;
    return upTo(AnyIndex);
  }
  switch (E->op()) {
  case LaneOp::Add:
    return sum(of(E->operand(0), Depth), of(E->operand(1), Depth), E->width());
  case LaneOp::ZExt: {
    const unsigned From = E->operand(0)->width();
    const ThreadRange Inside = of(E->operand(0), Depth);
    // A narrow value that is negative there is not here.
    if (Inside.isKnown() &&
        (From >= 32 || (Inside.Least.isNumber() && Inside.Least.Number >= 0)))
      return Inside;
    if (From >= 20)
      return {};
    const int64_t Most = (int64_t(1) << From) - 1;
    return Data ? lowBits(E->operand(0), Most, Depth) : upTo(Most);
  }
  case LaneOp::SExt:
    return of(E->operand(0), Depth);
  case LaneOp::Trunc:
    return E->width() >= 32 ? of(E->operand(0), Depth) : ThreadRange();
  case LaneOp::Select:
    return either(of(E->operand(1), Depth), of(E->operand(2), Depth));
  default:
    break;
  }
  if (E->numOperands() != 2)
    return {};
  const ThreadForm Number = In(E->operand(1))[Thread];
  if (Number.isNumber())
    return byNumber(E, Number.Number, Depth);
  return {};
}

ThreadRange rangeOf(const LaneExpr *E, unsigned Thread, BlockEvaluation &In) {
  return RangeSearch(In, Thread).of(E, MostDepth);
}

namespace {

class MultipleSearch {
public:
  MultipleSearch(BlockEvaluation &In, unsigned Thread)
      : In(In), Thread(Thread) {}

  ThreadMultiple of(const LaneExpr *E, unsigned Depth) {
    const ThreadForm Known = In(E)[Thread];
    if (Known.isKnown())
      return {Known, 0};
    const ThreadMultiple Any{ThreadForm(), 1};
    if (Depth == 0 || E->width() < 32)
      return Any;
    --Depth;
    auto Operand = [&](unsigned N) { return of(E->operand(N), Depth); };
    switch (E->op()) {
    case LaneOp::Add:
      return sum(Operand(0), Operand(1), E->width());
    case LaneOp::ZExt:
    case LaneOp::SExt:
    case LaneOp::Trunc:
      return Operand(0);
    case LaneOp::Mul:
    case LaneOp::Shl: {
      const ThreadForm By = In(E->operand(1))[Thread];
      const bool IsShift = E->op() == LaneOp::Shl;
      if (!By.isNumber() || By.Number < 0 ||
          By.Number > (IsShift ? 20 : 1 << 20))
        return Any;
      ThreadMultiple M = Operand(0);
      if (M.Step > 1 << 20)
        return Any;
      M.Base = In.Table.binary(E->op(), E->width(), M.Base, By);
      M.Step *= IsShift ? int64_t(1) << By.Number : By.Number;
      return M;
    }
    default:
      return Any;
    }
  }

private:
  ThreadMultiple sum(ThreadMultiple L, ThreadMultiple R, unsigned Width) {
    return {In.Table.binary(LaneOp::Add, Width, L.Base, R.Base),
            std::gcd(L.Step, R.Step)};
  }

  BlockEvaluation &In;
  unsigned Thread;
};

} // namespace

ThreadMultiple multipleOf(const LaneExpr *E, unsigned Thread,
                          BlockEvaluation &In) {
  return MultipleSearch(In, Thread).of(E, MostDepth);
}

ThreadRange freeRangeOf(const LaneExpr *E, unsigned Thread,
                        ArrayRef<unsigned> Threads, const LaneContext &C,
                        BlockEvaluation &In) {
  bool IsOfData = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Opaque)
      IsOfData &= In.inputAddress(N) != nullptr;
    else if (N->op() == LaneOp::Shuffle || N->op() == LaneOp::Select)
      IsOfData = false;
    else if (N->op() == LaneOp::Symbol || N->op() == LaneOp::Recurrence)
      IsOfData &= In(N)[Thread].isKnown();
  });
  if (!IsOfData)
    return {};
  RangeSearch Search(In, Thread, &C);
  const ThreadRange Found = Search.of(E, MostDepth);
  if (!Found.isKnown() || Found.More == 0 || !Search.hasAny())
    return Found.More ? Found : ThreadRange();
  const bool IsOne = all_of(Threads, [&](unsigned T) {
    return RangeSearch(In, T, &C).of(E, MostDepth).Least == Found.Least;
  });
  if (!IsOne)
    return {};
  ThreadRange Any = Found;
  Any.HasAny = true;
  return Any;
}

} // namespace warplint
