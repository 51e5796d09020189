//===- HalfWords.cpp - Elements of 16 bits that are joined ----------------===//

#include "HalfWords.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

static int32_t floorTo(int32_t Offset, int32_t Bytes) {
  return Offset & -Bytes;
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

SmallVector<JoinedBytes, 4> joinLoadedHalfWords(ArrayRef<int32_t> Offsets) {
  std::map<int32_t, SmallVector<int32_t, 4>> Halves;
  for (int32_t Offset : Offsets)
    Halves[floorTo(Offset, 8)].push_back(Offset);
  SmallVector<JoinedBytes, 4> Joined;
  for (const auto &[At, In] : Halves)
    if (In.size() >= 3)
      Joined.push_back({At, 8, true});
    else if (In.size() == 2 && floorTo(In[0], 4) == floorTo(In[1], 4))
      Joined.push_back({floorTo(In[0], 4), 4, true});
  return Joined;
}

} // namespace warplint
