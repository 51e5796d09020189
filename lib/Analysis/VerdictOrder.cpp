//===- VerdictOrder.cpp - Which verdict speaks for several ----------------===//

#include "VerdictOrder.h"
#include <tuple>

namespace warplint {

static unsigned rank(const AccessVerdict &V) {
  switch (V.Kind) {
  case VerdictKind::Excess:
    return 3;
  case VerdictKind::Unproven:
    return 2;
  case VerdictKind::Clean:
    return 1;
  case VerdictKind::NeverRuns:
    return 0;
  }
  return 0;
}

bool isWorse(const AccessVerdict &A, const AccessVerdict &B) {
  auto Key = [](const AccessVerdict &V) {
    return std::tuple(rank(V), V.Worst.Cost.excess(), V.Worst.Cost.Predicted,
                      V.TotalPredicted);
  };
  return Key(A) > Key(B);
}

} // namespace warplint
