//===- Latencies.cpp - Until a result can be used -------------------------===//

#include "warplint/Warp/Latencies.h"
#include "warplint/Support/EnumNames.h"

namespace warplint {

std::string_view waitPhrase(WaitFor Group) {
  return nameOf(Group, {"arithmetic", "shuffles", "shared memory",
                        "global memory", "barriers"});
}

double cyclesOf(Latency L) {
  static constexpr double Cycles[] = {
#define WARPLINT_LATENCY(Name, Group, Instruction, Cycles) Cycles,
#include "warplint/Warp/Latencies.def"
  };
  return Cycles[static_cast<unsigned>(L)];
}

WaitFor groupOf(Latency L) {
  static constexpr WaitFor Groups[] = {
#define WARPLINT_LATENCY(Name, Group, Instruction, Cycles) WaitFor::Group,
#include "warplint/Warp/Latencies.def"
  };
  return Groups[static_cast<unsigned>(L)];
}

} // namespace warplint
