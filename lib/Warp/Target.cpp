//===- Target.cpp - Which GPU, and how well its rules are known -----------===//

#include "warplint/Warp/Target.h"
#include <charconv>

namespace warplint {

static constexpr Target Table[] = {
#define WARPLINT_TARGET(Capability, Banks, BankBytes, LineBytes, SectorBytes,  \
                        Evidence)                                              \
  {Capability,                                                                 \
   {Banks, BankBytes, LineBytes, SectorBytes},                                 \
   TargetEvidence::Evidence},
#include "warplint/Warp/Target.def"
};

static constexpr const Target &firstMeasured() {
  for (const Target &T : Table)
    if (T.Evidence == TargetEvidence::Measured)
      return T;
  return Table[0];
}

static_assert(firstMeasured().Evidence == TargetEvidence::Measured);
static_assert(firstMeasured().Geometry == MemoryGeometry(),
              "the defaults are those of the measured target");

Target measuredTarget() { return firstMeasured(); }

/// The number in "sm_90a" or "compute_100f".
static std::optional<unsigned> parseCapability(std::string_view Name) {
  for (std::string_view Prefix : {"sm_", "compute_"})
    if (Name.starts_with(Prefix)) {
      Name.remove_prefix(Prefix.size());
      unsigned Capability = 0;
      auto [Rest, Error] =
          std::from_chars(Name.data(), Name.data() + Name.size(), Capability);
      if (Error != std::errc())
        return std::nullopt;
      // a: features of this architecture alone; f: of its family.
      Name.remove_prefix(Rest - Name.data());
      if (Name.empty() || Name == "a" || Name == "f")
        return Capability;
    }
  return std::nullopt;
}

std::optional<Target> lookupTarget(std::string_view Architecture) {
  std::optional<unsigned> Capability = parseCapability(Architecture);
  if (!Capability)
    return std::nullopt;
  for (const Target &T : Table)
    if (T.Capability == *Capability)
      return T;
  const Target &Newest = *(std::end(Table) - 1);
  if (*Capability < Newest.Capability)
    return std::nullopt;
  return Target{*Capability, Newest.Geometry, TargetEvidence::Assumed};
}

static std::string dotted(unsigned Capability) {
  return std::to_string(Capability / 10) + '.' +
         std::to_string(Capability % 10);
}

std::string assumptionText(const Target &T) {
  if (T.Evidence == TargetEvidence::Measured)
    return {};
  return "measured on compute capability " +
         dotted(measuredTarget().Capability) + ", assumed for " +
         dotted(T.Capability);
}

} // namespace warplint
