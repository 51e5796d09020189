//===- HalfWords.cpp - Elements of 8 and 16 bits that are joined ----------===//

#include "HalfWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace warplint {

bool isTakenWhole(const Instruction &Load) {
  auto IsConversion = IsaPred<SIToFPInst, UIToFPInst>;
  return all_of(Load.users(), [&](const User *U) {
    return isa<StoreInst, CallBase, BitCastInst>(U) || IsConversion(U) ||
           (isa<SExtInst, ZExtInst>(U) && all_of(U->users(), IsConversion));
  });
}

SmallVector<JoinedBytes, 4> joinStoredHalfWords(ArrayRef<int32_t> Offsets,
                                                int32_t Begin, unsigned Window,
                                                bool IsLaidOut,
                                                bool HasOthers) {
  const std::set<int32_t> Stored(Offsets.begin(), Offsets.end());
  auto Fill = [&](int32_t First, int32_t Bytes) {
    for (int32_t At = First; At != First + Bytes; At += 2)
      if (!Stored.contains(At))
        return false;
    return true;
  };
  if (IsLaidOut && Window == 16 && Fill(Begin, 16))
    return {{Begin, 16, HasOthers}};
  SmallVector<JoinedBytes, 4> Joined;
  const int32_t End = Begin + int32_t(Window);
  for (int32_t At = Begin; At < End; At += 8) {
    if (Window >= 8 && Fill(At, 8)) {
      Joined.push_back({At, 8, IsLaidOut && (HasOthers || Stored.size() != 4)});
      continue;
    }
    for (int32_t Pair = At; Pair < std::min(At + 8, End); Pair += 4)
      if (Fill(Pair, 4))
        Joined.push_back({Pair, 4, false});
  }
  return Joined;
}

SmallVector<JoinedBytes, 4> joinLoadedHalfWords(ArrayRef<int32_t> Offsets,
                                                int32_t Begin, unsigned Window,
                                                bool IsLaidOut,
                                                bool AreTakenWhole) {
  const std::set<int32_t> Loaded(Offsets.begin(), Offsets.end());
  auto CountIn = [&](int32_t First, int32_t Bytes) {
    return std::distance(Loaded.lower_bound(First),
                         Loaded.lower_bound(First + Bytes));
  };
  SmallVector<JoinedBytes, 4> Joined;
  const int32_t End = Begin + int32_t(Window);
  for (int32_t At = Begin; At < End; At += 8) {
    const auto Count = Window >= 8 ? CountIn(At, 8) : 0;
    if (Count >= 3) {
      Joined.push_back({At, 8,
                        !AreTakenWhole ||
                            (IsLaidOut && (Count != 4 || Loaded.size() != 4))});
      continue;
    }
    for (int32_t Pair = At; Pair < std::min(At + 8, End); Pair += 4)
      if (CountIn(Pair, 4) == 2)
        Joined.push_back({Pair, 4, !AreTakenWhole});
  }
  return Joined;
}

SmallVector<JoinedBytes, 4> joinSingleBytes(ArrayRef<int32_t> Offsets,
                                            int32_t Begin, unsigned Window,
                                            uint64_t Declared, bool AreStored) {
  const std::set<int32_t> All(Offsets.begin(), Offsets.end());
  SmallVector<JoinedBytes, 4> Joined;
  SmallVector<JoinedBytes> Work = {{Begin, Window}};
  while (!Work.empty()) {
    const auto [At, Bytes, Unused] = Work.pop_back_val();
    const size_t Count = std::distance(All.lower_bound(At),
                                       All.lower_bound(At + int32_t(Bytes)));
    const bool IsFull = Count == Bytes;
    if (Count < 2)
      continue;
    if (IsFull || (!AreStored && Count > Bytes / 2)) {
      Joined.push_back({At, Bytes,
                        !IsFull || Bytes > Declared || All.size() != Bytes ||
                            All.size() != Offsets.size()});
      continue;
    }
    const int32_t Half = int32_t(Bytes / 2);
    Work.push_back({At + Half, unsigned(Half)});
    Work.push_back({At, unsigned(Half)});
  }
  return Joined;
}

} // namespace warplint
