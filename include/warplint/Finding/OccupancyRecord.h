//===- OccupancyRecord.h - Blocks that an SM holds --------------*- C++ -*-===//
//
// Of each kernel in the machine code of a compiler: the registers of a thread, what
// it spills, and how many blocks an SM has room for. Only where warplint-occupancy
// is on and there is such code.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_OCCUPANCYRECORD_H
#define WARPLINT_FINDING_OCCUPANCYRECORD_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace warplint {

/// What is used up first. Of several the first.
enum class OccupancyLimit : uint8_t { Registers, SharedMemory, Warps, Blocks };

struct OccupancyRecord {
  std::string Kernel;            ///< Qualified name without arguments.
  std::string TemplateArguments; ///< "<float, 32>", or empty.
  SourcePlace Where;             ///< Of the kernel.
  std::string SourceLine;        ///< As of a finding.
  LaunchRecord Launch;           ///< That with the fewest warps on an SM.
  unsigned Registers = 0;        ///< Of a thread.
  /// Bytes of a thread that spills store and load, each instruction once; where the
  /// compiler says it.
  std::optional<unsigned> SpillStores, SpillLoads;
  /// Of an SM; only where the block is known.
  struct Residency {
    uint64_t SharedBytes = 0; ///< Of a block.
    unsigned Blocks = 0, Warps = 0;
    unsigned MostWarps = 0; ///< That an SM of this GPU holds.
    OccupancyLimit LimitedBy = OccupancyLimit::Blocks;

    unsigned idleWarps() const { return MostWarps - Warps; }
  };
  std::optional<Residency> OnSM;
};

/// "registers", "shared-memory", "warps", "blocks".
llvm::StringRef nameOf(OccupancyLimit Limit);

} // namespace warplint

#endif // WARPLINT_FINDING_OCCUPANCYRECORD_H
