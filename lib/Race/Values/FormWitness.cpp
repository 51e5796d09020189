//===- FormWitness.cpp - Values that make conditions true -----------------===//

#include "FormWitness.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Changes of one value in a search, and unknowns that it is worth for.
static constexpr unsigned MaxChanges = 16;
static constexpr size_t MaxRoots = 24;

FormWitness::FormWitness(const FormTable &Table, std::vector<ThreadForm> All)
    : Table(Table), Truths(std::move(All)) {
  for (ThreadForm F : Truths)
    collect(F.Sum);
}

/// Finds what \p Sum depends on.
void FormWitness::collect(uint32_t Sum) {
  for (auto [Number, Factor] : Table.terms(Sum)) {
    const uint32_t Unknown = Table.unknown(Number).Alike.value_or(Number);
    if (!Seen.insert(Unknown).second)
      continue;
    const std::optional<UnknownSource> &From = Table.unknown(Unknown).From;
    if (!From) {
      Roots.push_back(Unknown);
      continue;
    }
    if (isComparison(From->Op))
      Comparisons.push_back(&*From);
    for (ThreadForm F : {From->L, From->R, From->If})
      collect(F.Sum);
  }
}

std::optional<int64_t> FormWitness::valueOf(ThreadForm F, unsigned Width) {
  int64_t Value = F.Number;
  for (auto [Number, Factor] : Table.terms(F.Sum)) {
    const std::optional<int64_t> Of = valueOf(Number);
    if (!Of)
      return std::nullopt;
    // A truth value may be the opposite of another one.
    Value = Width == 1
                ? Value ^ *Of
                : int64_t(uint64_t(Value) + uint64_t(Factor) * uint64_t(*Of));
  }
  return Value;
}

std::optional<int64_t> FormWitness::valueOf(uint32_t Unknown) {
  const SharedUnknown &U = Table.unknown(Unknown);
  if (U.Alike)
    return valueOf(*U.Alike);
  if (!U.From)
    return Values.lookup(Unknown);
  if (auto Found = Computed.find(Unknown); Found != Computed.end())
    return Found->second;
  const std::optional<int64_t> Value = compute(*U.From);
  Computed[Unknown] = Value;
  return Value;
}

/// Sums do not wrap around.
static bool fits(int64_t Sum, unsigned Width, LaneOp In) {
  if (Width == 1 || Width >= 63)
    return true;
  const int64_t Half = int64_t(1) << (Width - 1);
  const bool IsSigned =
      is_contained({LaneOp::CmpSLt, LaneOp::SDiv, LaneOp::SRem, LaneOp::AShr,
                    LaneOp::SExt, LaneOp::Mul},
                   In);
  return Sum >= -Half && Sum < (IsSigned ? Half : 2 * Half);
}

std::optional<int64_t> FormWitness::compute(const UnknownSource &From) {
  const unsigned Width = From.Width;
  if (From.Op == LaneOp::Select) {
    const std::optional<int64_t> If = valueOf(From.If, 1);
    return If ? valueOf(*If ? From.L : From.R, Width) : If;
  }
  const bool IsUnary = isCast(From.Op) || isBitOperation(From.Op);
  const unsigned Of = IsUnary ? unsigned(From.R.Number) : Width;
  const std::optional<int64_t> L = valueOf(From.L, Of), R = valueOf(From.R, Of);
  if (!L || !R || !fits(*L, Of, From.Op) || !fits(*R, Of, From.Op))
    return std::nullopt;
  const uint64_t Left = truncated(uint64_t(*L), Of);
  const std::optional<uint64_t> Bits =
      IsUnary
          ? std::optional(applyUnary(From.Op, Left, Of, Width))
          : applyBinary(From.Op, Width, Left, truncated(uint64_t(*R), Width));
  if (!Bits)
    return std::nullopt;
  return Table.number(*Bits, isComparison(From.Op) ? 1 : Width).Number;
}

bool FormWitness::isTrue(ThreadForm F) {
  return valueOf(F, 1).value_or(0) != 0;
}

size_t FormWitness::countFalse() {
  Computed.clear();
  return size_t(count_if(Truths, [&](ThreadForm F) { return !isTrue(F); }));
}

/// Values of \p Root at which some comparison has another outcome, if it grows
/// evenly, and some that are usual.
std::vector<int64_t> FormWitness::candidates(uint32_t Root) {
  const SharedUnknown &U = Table.unknown(Root);
  const int64_t Now = Values[Root];
  std::vector<int64_t> All = {0,  1,  2,  3,  5,   7,   8,   16,
                              31, 33, 64, 96, 127, 128, 129, 1 << 20};
  for (int64_t Step : {-4, -3, -2, -1, 1, 2, 3, 4})
    All.push_back(Now + Step);
  for (const UnknownSource *Compared : Comparisons) {
    auto DifferenceAt = [&](int64_t Value) -> std::optional<int64_t> {
      Values[Root] = Value;
      Computed.clear();
      const std::optional<int64_t> L = valueOf(Compared->L, Compared->Width),
                                   R = valueOf(Compared->R, Compared->Width);
      return L && R ? std::optional(int64_t(uint64_t(*L) - uint64_t(*R)))
                    : std::nullopt;
    };
    constexpr int64_t Apart = 4096;
    const std::optional<int64_t> Here = DifferenceAt(Now),
                                 There = DifferenceAt(Now + Apart);
    if (!Here || !There || *Here == *There)
      continue;
    const double Growth = double(*There - *Here) / double(Apart);
    for (int64_t Wanted : {-1, 0, 1}) {
      const double At = double(Now) + double(Wanted - *Here) / Growth;
      if (At > -1e15 && At < 1e15)
        append_range(All, ArrayRef<int64_t>{int64_t(At) - 1, int64_t(At),
                                            int64_t(At) + 1});
    }
  }
  Values[Root] = Now;
  for (int64_t &Each : All)
    Each = std::clamp(Each, U.Lo, U.Hi);
  return All;
}

/// Changes one value so that \p Wrong is true, and as few others as possible are
/// false.
bool FormWitness::improve(ThreadForm Wrong) {
  std::optional<std::tuple<size_t, uint32_t, int64_t>> Best;
  for (uint32_t Root : Roots) {
    const int64_t Before = Values[Root];
    for (int64_t Value : candidates(Root)) {
      Values[Root] = Value;
      const size_t False = countFalse();
      if (isTrue(Wrong) && (!Best || False < std::get<0>(*Best)))
        Best = {False, Root, Value};
    }
    Values[Root] = Before;
  }
  if (Best)
    Values[std::get<1>(*Best)] = std::get<2>(*Best);
  return Best.has_value();
}

std::vector<WitnessValue> FormWitness::named() {
  constexpr size_t MostTruths = 24;
  std::vector<WitnessValue> All;
  // Small numbers say more, where these do as well.
  for (uint32_t Root :
       Truths.size() <= MostTruths ? Roots : std::vector<uint32_t>()) {
    const SharedUnknown &U = Table.unknown(Root);
    const int64_t Before = Values[Root];
    for (int64_t Small : {0, 1, 2, 4, 32, 64, 128, 256, 1024}) {
      Values[Root] = Small;
      if (Small >= U.Lo && Small <= U.Hi && countFalse() == 0)
        break;
      Values[Root] = Before;
    }
  }
  for (uint32_t Root : Roots)
    if (const std::string &Name = Table.unknown(Root).Name; !Name.empty())
      All.push_back({Name, Values.lookup(Root)});
  llvm::sort(All);
  return All;
}

bool FormWitness::find() {
  if (Roots.size() > MaxRoots)
    return false;
  for (int64_t First : {1 << 20, 1, 0}) {
    for (uint32_t Root : Roots) {
      const SharedUnknown &U = Table.unknown(Root);
      Values[Root] = std::clamp(U.IsOfBlockIdx ? 0 : First, U.Lo, U.Hi);
    }
    for (unsigned N = 0; N != MaxChanges; ++N) {
      if (countFalse() == 0)
        return true;
      std::vector<ThreadForm> Wrong;
      for (ThreadForm F : Truths)
        if (!isTrue(F))
          Wrong.push_back(F);
      if (!improve(Wrong[N % Wrong.size()]))
        break;
    }
  }
  return false;
}

} // namespace warplint
