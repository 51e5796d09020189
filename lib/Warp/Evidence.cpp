//===- Evidence.cpp - Where the rules are known to hold -------------------===//

#include "warplint/Warp/Evidence.h"
#include "warplint/Warp/Target.h"
#include <algorithm>
#include <iterator>

namespace warplint {

static constexpr Target Table[] = {
#define WARPLINT_TARGET(Capability, Evidence, ...)                             \
  {Capability, TargetEvidence::Evidence},
#include "warplint/Warp/Target.def"
};

static std::string dotted(const Target &T) {
  return std::to_string(T.Capability / 10) + '.' +
         std::to_string(T.Capability % 10);
}

/// Neighbours of the table that have \p Evidence: "5.0 to 8.9 and 10.0 to 12.1".
static std::string capabilitiesWith(TargetEvidence Evidence) {
  std::string Text;
  for (const Target *First = std::begin(Table); First != std::end(Table);) {
    const Target *End =
        std::find_if(First, std::end(Table), [&](const Target &Other) {
          return Other.Evidence != First->Evidence;
        });
    if (First->Evidence == Evidence) {
      Text += (Text.empty() ? "" : " and ") + dotted(*First);
      if (const Target *Last = std::prev(End); Last != First)
        Text += " to " + dotted(*Last);
    }
    First = End;
  }
  return Text;
}

std::string evidenceText() {
  return "measured on compute capability " +
         capabilitiesWith(TargetEvidence::Measured) + ", assumed for " +
         capabilitiesWith(TargetEvidence::Assumed);
}

} // namespace warplint
