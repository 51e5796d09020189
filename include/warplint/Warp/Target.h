//===- Target.h - Which GPU, and how well its rules are known ---*- C++ -*-===//
//
// The rules of WarpModel.h were measured on one compute capability and are
// assumed on the others. A Target says which case it is, so that a report can
// say so too, and carries the sizes that the rules count with. Target.def is
// the table.
//
// Example: lookupTarget("sm_90a") is capability 90, measured;
// lookupTarget("sm_86") is capability 86, assumed; lookupTarget("sm_35") is
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_TARGET_H
#define WARPLINT_WARP_TARGET_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplint {

/// The sizes that bank, line and sector rules count with.
struct MemoryGeometry {
  unsigned Banks = 32;
  unsigned BankBytes = 4;
  unsigned LineBytes = 128;
  unsigned SectorBytes = 32;
  friend bool operator==(const MemoryGeometry &,
                         const MemoryGeometry &) = default;
};

/// Where the rules for a target come from.
enum class TargetEvidence : uint8_t {
  Measured, ///< Hardware counters on this compute capability.
  Assumed,  ///< Taken over from the measured one.
};

struct Target {
  /// Ten times the major version plus the minor one: 90 for 9.0, 121 for 12.1.
  unsigned Capability = 90;
  MemoryGeometry Geometry;
  TargetEvidence Evidence = TargetEvidence::Measured;
};

/// The target that the rules were measured on: compute capability 9.0.
Target measuredTarget();

/// \p Architecture as compilers name it: "sm_90", "sm_90a", "sm_100f",
/// "compute_80". One that is newer than every row of the table is assumed to be
/// like the newest. Nothing where the name can not be read or no rule is known
/// to hold (before 5.0).
std::optional<Target> lookupTarget(std::string_view Architecture);

/// "measured on compute capability 9.0, assumed for 8.6"; empty for a measured
/// target.
std::string assumptionText(const Target &T);

} // namespace warplint

#endif // WARPLINT_WARP_TARGET_H
