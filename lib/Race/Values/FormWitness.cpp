//===- FormWitness.cpp - Values that make conditions true -----------------===//

#include "FormWitness.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Changes of one value in a search, and unknowns that it is worth for.
static constexpr unsigned MaxChanges = 16;
static constexpr size_t MaxRoots = 24;

FormWitness::FormWitness(const FormTable &Table, std::vector<ThreadForm> All)
    : FormValues(Table), Truths(std::move(All)) {
  for (ThreadForm F : Truths)
    collect(F.Sum);
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
  auto MakeSmall = [&](uint32_t Root) {
    const SharedUnknown &U = Table.unknown(Root);
    const int64_t Before = Values[Root];
    for (int64_t Small : {0, 1, 2, 4, 32, 64, 128, 256, 1024}) {
      Values[Root] = Small;
      if (Small >= U.Lo && Small <= U.Hi && countFalse() == 0)
        return;
    }
    Values[Root] = Before;
  };
  // Small numbers say more, where these do as well. One may be bound by another
  // one that follows.
  for (unsigned Pass = 0; Truths.size() <= MostTruths && Pass != 2; ++Pass)
    llvm::for_each(Roots, MakeSmall);
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
