//===- Latencies.h - Until a result can be used -----------------*- C++ -*-===//
//
// A warp issues an instruction when its operands are there: a chain of dependent
// instructions takes the sum of their latencies, however idle all pipes are.
//
// Example: a chain of a load of shared memory with four wavefronts and a sum
// takes 23 + 3 * 2 + 4 = 33 cycles.
//
// Source of the figures: Latencies.def. They were measured on compute capability
// 9.0 and are assumed for others.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_LATENCIES_H
#define WARPLINT_WARP_LATENCIES_H

#include <cstdint>
#include <string_view>

namespace warplint {

/// What a warp can wait for.
enum class WaitFor : uint8_t { Arithmetic, Exchange, Shared, Global, Barrier };
/// "arithmetic", "shuffles", "shared memory", "global memory", "barriers".
std::string_view waitPhrase(WaitFor Group);

enum class Latency : uint8_t {
#define WARPLINT_LATENCY(Name, Group, Instruction, Cycles) Name,
#include "warplint/Warp/Latencies.def"
};

double cyclesOf(Latency L);
WaitFor groupOf(Latency L);

/// What each further wavefront of a warp's request, or each further sector of
/// one to global memory, adds to its latency: LDS.32 with 1, 2, 4, ..., 32
/// wavefronts takes 23, 25, 29, ..., 85 cycles; LDG.128 with 16 sectors more than
/// another 27.
inline constexpr double CyclesPerWavefront = 2;

/// The least that a warp needs for each of its requests to shared memory.
inline constexpr double LeastRequestCycles = 4;

/// Registers that nvcc has loads of global memory fill at a time: of sums of 8 to
/// 256 loads, which need not wait for one another, as compiled by nvcc 13.0 for
/// sm_90, some 16 floats, 8 doubles, 4 float4 (docs/validation/log.md).
inline constexpr unsigned RegistersInFlight = 16;

/// Launches of a kernel that copies a number for each thread, one behind the other
/// (docs/validation/log.md); of an empty one 4.1.
inline constexpr double LaunchMicroseconds = 4.7;

/// An H200 starts a launch in 1.6 us and a block every 0.61 ns, whatever its
/// size: empty kernels of 1 to 65,536 blocks of 32 to 1,024 threads, as Nsight
/// Compute times them (docs/validation/log.md).
inline constexpr double StartMicroseconds = 1.6, BlockMicroseconds = 0.00061;

} // namespace warplint

#endif // WARPLINT_WARP_LATENCIES_H
