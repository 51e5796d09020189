//===- Ranking.cpp - Which remedy is better -------------------------------===//

#include "Ranking.h"
#include <algorithm>
#include <tuple>

namespace warplint {

static bool isOutsideCute(const Layout &L) {
  const auto *S = L.as<XorSwizzle>();
  return S && !S->isCute();
}

static unsigned changedBits(const Layout &L) {
  if (const auto *S = L.as<XorSwizzle>())
    return S->Bits;
  if (const auto *X = L.as<RowXor>())
    return X->Bits;
  return 0;
}

/// Of expressions of one length, the one whose operators cost less and which
/// more readers know.
static unsigned familyRank(const Layout &L) {
  if (L.as<XorSwizzle>())
    return 0;
  return L.as<RowXor>() ? 1 : 2;
}

/// The order of remedies that cost the same. Moving lanes asks more of the user
/// than an index does.
static auto preference(const Remedy &R) {
  return std::tuple(R.Worsened.size(), R.Lanes.has_value(), R.ExtraBytes,
                    R.Operators, familyRank(R.To), isOutsideCute(R.To),
                    changedBits(R.To));
}

bool comesBefore(const Remedy &A, const Remedy &B) {
  if (A.Budget.isHarmless() != B.Budget.isHarmless())
    return A.Budget.isHarmless();
  if (A.Total != B.Total)
    return A.Total < B.Total;
  return preference(A) < preference(B);
}

void Ranking::add(Remedy R) {
  auto Place = std::find_if(Kept.begin(), Kept.end(),
                            [&](const Remedy &K) { return comesBefore(R, K); });
  Kept.insert(Place, std::move(R));
  if (Kept.size() > Capacity)
    Kept.pop_back();
}

uint64_t Ranking::limit(uint64_t Otherwise) const {
  if (!isFull() || !Kept.back().Budget.isHarmless())
    return Otherwise;
  return std::min(Otherwise, Kept.back().Total);
}

} // namespace warplint
