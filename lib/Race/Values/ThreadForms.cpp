//===- ThreadForms.cpp - Sums of what a thread knows and a block shares ---===//

#include "ThreadForms.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace warplint {

/// Unknowns of one kernel; beyond that nothing is known.
static constexpr size_t MaxUnknowns = 20000;

FormTable::FormTable() { intern({}); }

uint32_t FormTable::intern(Terms Of) {
  auto [It, IsNew] = SumNumbers.try_emplace(Of, uint32_t(Sums.size()));
  if (IsNew)
    Sums.push_back(std::move(Of));
  return It->second;
}

uint32_t FormTable::added(uint32_t L, uint32_t R) {
  if (L == 0 || R == 0)
    return L | R;
  auto [It, IsNew] = Added.try_emplace({std::min(L, R), std::max(L, R)}, 0);
  if (!IsNew)
    return It->second;
  Terms All;
  const Terms &X = Sums[L], &Y = Sums[R];
  for (size_t I = 0, J = 0; I != X.size() || J != Y.size();) {
    if (J == Y.size() || (I != X.size() && X[I].first < Y[J].first))
      All.push_back(X[I++]);
    else if (I == X.size() || Y[J].first < X[I].first)
      All.push_back(Y[J++]);
    else if (int64_t Factor = X[I].second + Y[J++].second; Factor)
      All.push_back({X[I++].first, Factor});
    else
      ++I;
  }
  const uint32_t Number = intern(std::move(All));
  return Added[{std::min(L, R), std::max(L, R)}] = Number;
}

uint32_t FormTable::scaled(uint32_t Of, int64_t Factor) {
  if (Of == 0 || Factor == 0)
    return 0;
  if (Factor == 1)
    return Of;
  auto [It, IsNew] = Scaled.try_emplace({Of, Factor}, 0);
  if (!IsNew)
    return It->second;
  Terms All = Sums[Of];
  for (Term &T : All)
    T.second *= Factor;
  const uint32_t Number = intern(std::move(All));
  return Scaled[{Of, Factor}] = Number;
}

uint32_t FormTable::addUnknown(SharedUnknown U) {
  if (Unknowns.size() >= MaxUnknowns)
    return ThreadForm::Unknown;
  Unknowns.push_back(std::move(U));
  return intern({{uint32_t(Unknowns.size() - 1), 1}});
}

/// A number as its bits say it: signed, but for truth values.
ThreadForm FormTable::number(uint64_t Bits, unsigned Width) const {
  return {Width == 1 ? int64_t(Bits & 1)
                     : signedValue(truncated(Bits, Width), Width),
          0};
}

ThreadForm FormTable::symbol(unsigned Number, const UniformSymbol &Symbol,
                             const std::vector<uint32_t> &At) {
  const bool IsLaunchSized =
      Symbol.Kind == SymbolKind::ArrayBase && Symbol.Bytes >= MaxBlockShared;
  // All that is declared extern begins at one place.
  if (IsLaunchSized && LaunchSized)
    return {0, *LaunchSized};
  auto [It, IsNew] = Symbols.try_emplace({Number, At}, 0);
  if (IsNew) {
    SharedUnknown U;
    U.IsOfBlockIdx = Symbol.Kind == SymbolKind::BlockIdx;
    U.IsOfGridDim = Symbol.Kind == SymbolKind::GridDim;
    U.IsLaunch =
        U.IsOfBlockIdx || U.IsOfGridDim ||
        Symbol.Kind == SymbolKind::Parameter ||
        (Symbol.Kind == SymbolKind::UniformLoad && Symbol.Bytes); // Constant.
    U.Lo = Symbol.Width == 1 ? 0 : Symbol.Lo;
    U.Hi = Symbol.Width == 1 ? 1 : Symbol.Hi;
    U.MultipleOf = int64_t(Symbol.MultipleOf);
    U.ArrayBytes = int64_t(std::min<uint64_t>(Symbol.Bytes, MaxBlockShared));
    if (IsLaunchSized)
      U.Array = "";
    else if (Symbol.Kind == SymbolKind::ArrayBase && Symbol.Bytes)
      U.Array = Symbol.Name;
    else if (Symbol.Kind == SymbolKind::Parameter && Symbol.Width == 64 &&
             Symbol.Parameter)
      U.Array = "*" + std::to_string(*Symbol.Parameter) + "+" +
                std::to_string(Symbol.ParameterOffset);
    if (U.IsLaunch && !U.Array)
      U.Name = Symbol.Name;
    // Nothing may have been written in between.
    if (Symbol.Kind == SymbolKind::UniformLoad) {
      const auto Number = uint32_t(Unknowns.size());
      auto [First, IsFirst] =
          Loads.try_emplace({Symbol.Name, Symbol.Width, At}, Number);
      if (!IsFirst)
        U.Alike = First->second;
    }
    It->second = addUnknown(U);
    if (IsLaunchSized)
      LaunchSized = It->second;
  }
  return {0, It->second};
}

ThreadForm FormTable::extent(unsigned Axis, int64_t Most) {
  auto [It, IsNew] = Extents.try_emplace(Axis, 0);
  if (IsNew) {
    SharedUnknown U;
    U.IsLaunch = true;
    U.IsOfExtent = Axis == 0;
    U.Lo = 1;
    U.Hi = Most;
    It->second = addUnknown(U);
  }
  return {0, It->second};
}

ThreadForm FormTable::carried(unsigned Number, const std::vector<uint32_t> &At,
                              std::optional<ThreadForm> First) {
  auto [It, IsNew] = Carried.try_emplace({Number, At}, 0);
  if (IsNew) {
    SharedUnknown U;
    if (First && leastOf(*First) >= 0)
      std::tie(U.Lo, U.Hi) = std::pair<int64_t, int64_t>(
          0, std::min(rangeOf(*First).second, INT64_MAX / 4));
    It->second = addUnknown(U);
  }
  return {0, It->second};
}

/// All of it is a multiple of the threads along x.
bool FormTable::isOfExtent(uint32_t Sum) const {
  return Sum && all_of(Sums[Sum], [&](const Term &T) {
           return Unknowns[T.first].IsOfExtent;
         });
}

ThreadForm FormTable::iteration(uint32_t Number, uint32_t Period,
                                uint32_t Entry) {
  auto [It, IsNew] = Multiples.try_emplace(Entry, 0);
  if (IsNew) {
    SharedUnknown U;
    U.Lo = 0;
    U.Hi = INT32_MAX;
    It->second = addUnknown(U);
  }
  if (It->second == ThreadForm::Unknown)
    return ThreadForm::unknown();
  return {int64_t(Number), scaled(It->second, int64_t(Period))};
}

SumDistance FormTable::distance(uint32_t L, uint32_t R) {
  SumDistance D;
  const uint32_t Difference = added(L, scaled(R, -1));
  int64_t Step = 0;
  std::vector<std::pair<const std::string *, int64_t>> Arrays;
  for (auto [Number, Factor] : Sums[Difference]) {
    Step = std::gcd(Step, Factor);
    if (const auto &Array = Unknowns[Number].Array)
      Arrays.push_back({&*Array, Factor});
  }
  D.Step = std::max<int64_t>(Step, 1);
  D.IsOfExtent = isOfExtent(Difference);
  if (Sums[Difference].size() == 1) {
    D.One = intern({{Sums[Difference].front().first, 1}});
    D.Factor = Sums[Difference].front().second;
  }
  std::tie(D.Least, D.Most) = rangeOf({0, Difference});
  D.AreApart = Arrays.size() == 2 && *Arrays[0].first != *Arrays[1].first &&
               Arrays[0].second * Arrays[1].second == -1;
  return D;
}

ThreadForm FormTable::sum(ThreadForm L, ThreadForm R, unsigned Width) {
  const uint64_t Number = uint64_t(L.Number) + uint64_t(R.Number);
  return {number(Number, Width).Number, added(L.Sum, R.Sum)};
}

ThreadForm FormTable::product(ThreadForm Of, int64_t Factor, unsigned Width) {
  const uint64_t Number = uint64_t(Of.Number) * uint64_t(Factor);
  return {number(Number, Width).Number, scaled(Of.Sum, Factor)};
}

/// An unknown that is the result of an operation on unknowns.
ThreadForm FormTable::operation(LaneOp Op, unsigned Width, ThreadForm L,
                                ThreadForm R) {
  if (isCommutative(Op) && R < L)
    std::swap(L, R);
  auto [It, IsNew] = Operations.try_emplace({Op, Width, L, R}, 0);
  if (IsNew) {
    SharedUnknown U;
    U.From = {Op, Width, L, R};
    U.IsLaunch = true;
    for (ThreadForm F : {L, R})
      for (auto [Number, Factor] : Sums[F.Sum]) {
        U.IsLaunch &= Unknowns[Number].IsLaunch;
        U.IsOfBlockIdx |= Unknowns[Number].IsOfBlockIdx;
        U.IsOfGridDim |= Unknowns[Number].IsOfGridDim;
      }
    if (is_contained({LaneOp::UDiv, LaneOp::SDiv, LaneOp::LShr, LaneOp::AShr},
                     Op) &&
        R.isNumber() && R.Number > 0 && rangeOf(L).first >= 0) {
      U.Lo = 0;
      U.Hi = std::min(rangeOf(L).second, INT64_MAX / 4);
    }
    for (ThreadForm F : {L, R})
      U.IsOfExtent |= Op == LaneOp::Mul && F.Number == 0 && isOfExtent(F.Sum);
    It->second = addUnknown(U);
  }
  return {0, It->second};
}

/// Saturates far from the ends of int64_t.
std::pair<int64_t, int64_t> FormTable::rangeOf(ThreadForm F) const {
  __int128 Lo = F.Number, Hi = F.Number;
  for (auto [Number, Factor] : Sums[F.Sum]) {
    __int128 X = __int128(Unknowns[Number].Lo) * Factor;
    __int128 Y = __int128(Unknowns[Number].Hi) * Factor;
    Lo += std::min(X, Y);
    Hi += std::max(X, Y);
  }
  constexpr __int128 Least = INT64_MIN / 2, Most = INT64_MAX / 2;
  return {int64_t(std::clamp(Lo, Least, Most)),
          int64_t(std::clamp(Hi, Least, Most))};
}

/// L < R, where the number of the block and the launch decide: a block whose
/// threads are all in bounds exists, whatever these are.
ThreadForm FormTable::bound(ThreadForm L, ThreadForm R) {
  const uint32_t Difference = added(L.Sum, scaled(R.Sum, -1));
  int64_t OfBlock = 0;
  bool IsOfGridDim = false;
  for (auto [Number, Factor] : Sums[Difference]) {
    if (!Unknowns[Number].IsLaunch)
      return ThreadForm::unknown();
    IsOfGridDim |= Unknowns[Number].IsOfGridDim;
    if (Unknowns[Number].IsOfBlockIdx)
      OfBlock = OfBlock == 0 || (OfBlock > 0) == (Factor > 0) ? Factor : 0;
  }
  if (OfBlock == 0)
    return ThreadForm::unknown();
  // The one where the block stands on the left is the bound.
  const bool IsInverse = OfBlock < 0;
  const uint32_t Key = IsInverse ? scaled(Difference, -1) : Difference;
  auto [It, IsNew] = Bounds.try_emplace(Key, 0);
  if (IsNew) {
    SharedUnknown U;
    U.IsLaunch = U.IsOfBlockIdx = U.IsBound = true;
    U.IsOfGridDim = IsOfGridDim;
    U.Lo = 0;
    U.Hi = 1;
    It->second = addUnknown(U);
  }
  return {IsInverse ? 1 : 0, It->second};
}

/// Two places in different variables.
bool FormTable::inTwoArrays(ThreadForm L, ThreadForm R) {
  auto IsVariable = [&](uint32_t Sum) {
    return any_of(Sums[Sum], [&](const Term &T) {
      const auto &Array = Unknowns[T.first].Array;
      return Array && !StringRef(*Array).starts_with("*");
    });
  };
  return IsVariable(L.Sum) && IsVariable(R.Sum) &&
         distance(L.Sum, R.Sum).AreApart;
}

ThreadForm FormTable::compare(LaneOp Op, unsigned Width, ThreadForm L,
                              ThreadForm R) {
  if (L.Sum == R.Sum && Op != LaneOp::CmpULt)
    return number(
        Op == LaneOp::CmpEq ? L.Number == R.Number : L.Number < R.Number, 1);
  auto [LoL, HiL] = rangeOf(L);
  auto [LoR, HiR] = rangeOf(R);
  const bool IsBelow = HiL < LoR, IsAbove = HiR < LoL;
  if (Op == LaneOp::CmpEq && (IsBelow || IsAbove || inTwoArrays(L, R)))
    return number(0, 1);
  if (Op == LaneOp::CmpSLt || (Op == LaneOp::CmpULt && LoL >= 0 && LoR >= 0)) {
    if (IsBelow)
      return number(1, 1);
    if (HiR <= LoL)
      return number(0, 1);
  }
  if (Op != LaneOp::CmpEq && Width > 1 && HasBounds)
    if (ThreadForm In = bound(L, R); In.isKnown())
      return In;
  return operation(Op, Width, L, R);
}

ThreadForm FormTable::logical(LaneOp Op, ThreadForm L, ThreadForm R) {
  if (Op == LaneOp::Xor) {
    if (L.isNumber() || R.isNumber())
      return {(L.Number + R.Number) & 1, L.Sum | R.Sum};
    return operation(Op, 1, L, R);
  }
  if (L.isNumber())
    std::swap(L, R);
  const int64_t Absorbing = Op == LaneOp::Or;
  if (R.isNumber())
    return R.Number == Absorbing ? R : L;
  if (L == R)
    return L;
  if (L.Sum == R.Sum) // A value and its opposite.
    return number(uint64_t(Absorbing), 1);
  if (Op == LaneOp::Or && L.Number == 1 && R.Number == 1)
    return unary(LaneOp::Not, logical(LaneOp::And, {0, L.Sum}, {0, R.Sum}), 1,
                 1);
  ThreadForm Both = operation(Op, 1, L, R);
  if (Op == LaneOp::And && L.Number == 0 && R.Number == 0 && Both.isKnown() &&
      truth(L) && truth(L)->IsBound && truth(R) && truth(R)->IsBound)
    Unknowns[Sums[Both.Sum].front().first].IsBound = true;
  return Both;
}

bool FormTable::areMultiples(uint32_t Sum, int64_t Of) const {
  return all_of(Sums[Sum], [&](const Term &T) { return T.second % Of == 0; });
}

/// Quotients, remainders and their like where the unknowns drop out or stay
/// whole.
ThreadForm FormTable::byDivisor(LaneOp Op, unsigned Width, ThreadForm L,
                                uint64_t Divisor) {
  if (Divisor >= uint64_t(1) << 31 || !areMultiples(L.Sum, int64_t(Divisor)) ||
      (!isPowerOf2_64(Divisor) && rangeOf(L).first < 0))
    return ThreadForm::unknown();
  const auto P = int64_t(Divisor);
  const int64_t Rest = ((L.Number % P) + P) % P;
  if (Op == LaneOp::URem)
    return {Rest, 0};
  Terms Divided = Sums[L.Sum];
  for (Term &T : Divided)
    T.second /= P;
  return {number(uint64_t((L.Number - Rest) / P), Width).Number,
          intern(std::move(Divided))};
}

/// What \p Op does by \p Number as a division or its rest; by 0 if it is neither.
static std::pair<LaneOp, uint64_t> divisionBy(LaneOp Op, int64_t Number) {
  const uint64_t Divisor = Number > 0 ? uint64_t(Number) : 0;
  switch (Op) {
  case LaneOp::SDiv:
  case LaneOp::UDiv:
    return {LaneOp::UDiv, Divisor};
  case LaneOp::SRem:
  case LaneOp::URem:
    return {LaneOp::URem, Divisor};
  case LaneOp::LShr:
  case LaneOp::AShr:
    return {LaneOp::UDiv,
            Number >= 0 && Number < 31 ? uint64_t(1) << Number : 0};
  case LaneOp::And:
    return {LaneOp::URem,
            Divisor && isPowerOf2_64(Divisor + 1) ? Divisor + 1 : 0};
  default:
    return {Op, 0};
  }
}

ThreadForm FormTable::binary(LaneOp Op, unsigned Width, ThreadForm L,
                             ThreadForm R) {
  if (!L.isKnown() || !R.isKnown()) {
    const ThreadForm Zero = number(0, Width),
                     Ones = number(~uint64_t(0), Width);
    if ((Op == LaneOp::And || Op == LaneOp::Mul) && (L == Zero || R == Zero))
      return Zero;
    if (Op == LaneOp::Or && (L == Ones || R == Ones))
      return Ones;
    return ThreadForm::unknown();
  }
  if (L.isNumber() && R.isNumber()) {
    std::optional<uint64_t> Bits =
        applyBinary(Op, Width, truncated(uint64_t(L.Number), Width),
                    truncated(uint64_t(R.Number), Width));
    return Bits ? number(*Bits, isComparison(Op) ? 1 : Width)
                : ThreadForm::unknown();
  }
  if (isComparison(Op))
    return compare(Op, Width, L, R);
  if (Width == 1)
    return is_contained({LaneOp::And, LaneOp::Or, LaneOp::Xor}, Op)
               ? logical(Op, L, R)
               : operation(Op, Width, L, R);
  if (R.isNumber()) {
    const auto [Division, Divisor] = divisionBy(Op, R.Number);
    const bool IsSigned = Op == LaneOp::SDiv || Op == LaneOp::SRem;
    ThreadForm Found = ThreadForm::unknown();
    if (Divisor && (!IsSigned || rangeOf(L).first >= 0))
      Found = byDivisor(Division, Width, L, Divisor);
    if (Found.isKnown())
      return Found;
  }
  // Bits that the multiples leave free.
  const auto IsFree = [&](int64_t Bits) {
    const auto Power = int64_t(NextPowerOf2(uint64_t(Bits)));
    return L.Number % Power == 0 && areMultiples(L.Sum, Power);
  };
  if (Op == LaneOp::Add ||
      (Op == LaneOp::Or && R.isNumber() && R.Number >= 0 && IsFree(R.Number)))
    return sum(L, R, Width);
  if (Op == LaneOp::Mul && (L.isNumber() || R.isNumber()))
    return L.isNumber() ? product(R, L.Number, Width)
                        : product(L, R.Number, Width);
  if (Op == LaneOp::Shl && R.isNumber() && R.Number >= 0 && R.Number < 32)
    return product(L, int64_t(1) << R.Number, Width);
  return operation(Op, Width, L, R);
}

ThreadForm FormTable::unary(LaneOp Op, ThreadForm Of, unsigned From,
                            unsigned To) {
  if (!Of.isKnown())
    return Of;
  if (Of.isNumber())
    return number(
        applyUnary(Op, truncated(uint64_t(Of.Number), From), From, To), To);
  if (Op == LaneOp::Not)
    return {Of.Number ^ 1, Of.Sum};
  if (isCast(Op) && From > 1 && To > 1)
    return {Op == LaneOp::Trunc ? number(uint64_t(Of.Number), To).Number
                                : Of.Number,
            Of.Sum};
  return operation(Op, To, Of, {int64_t(From), 0});
}

ThreadForm FormTable::select(ThreadForm If, ThreadForm Yes, ThreadForm No) {
  if (!If.isKnown() || !Yes.isKnown() || !No.isKnown())
    return ThreadForm::unknown();
  if (If.Number != 0)
    std::swap(Yes, No);
  const ThreadForm More{No.Number - Yes.Number, No.Sum};
  auto [It, IsNew] = Selected.try_emplace({If.Sum, Yes.Sum, More}, 0);
  if (IsNew) {
    const auto [LoX, HiX] = rangeOf({0, Yes.Sum});
    const auto [LoY, HiY] = rangeOf(More);
    SharedUnknown U;
    U.From = {LaneOp::Select, 64, {0, Yes.Sum}, More, {0, If.Sum}};
    U.Lo = std::max(std::min(LoX, LoY), INT64_MIN / 4);
    U.Hi = std::min(std::max(HiX, HiY), INT64_MAX / 4);
    It->second = addUnknown(U);
  }
  return It->second == ThreadForm::Unknown ? ThreadForm::unknown()
                                           : ThreadForm{Yes.Number, It->second};
}

const SharedUnknown *FormTable::truth(ThreadForm F) const {
  if (!F.isKnown() || F.isNumber() || Sums[F.Sum].size() != 1)
    return nullptr;
  return &Unknowns[Sums[F.Sum].front().first];
}

} // namespace warplint
