//===- Instruction.h - Names of memory instructions -------------*- C++ -*-===//
//
// From the name of a PTX instruction to the family whose rule it follows and
// the bytes that each lane moves:
//
//   ld.shared.v4.f32                     SharedLoad, 16 bytes
//   ld.volatile.shared::cta.s8           SharedLoad, 1 byte
//   ldmatrix.x4.trans                    LdMatrixX4, rows of 16 bytes
//   red.shared.add.u32                   SharedAtomic, 4 bytes
//   red.shared.add.u32 of a constant 1   SharedAtomicCount, 4 bytes
//   atom.shared.add.f64                  SharedSwapLoop, 8 bytes
//   cp.async.cg.shared.global 16         CpAsync, 16 bytes
//   cp.async.ca.shared.global 16         CpAsyncCached, 16 bytes
//   cp.async.cg.shared.global 16, 0      CpAsyncZero, 16 bytes
//   ld.shared                            SharedLoad, width not said
//   ld.shared::cluster.f32               RemoteLoad, 4 bytes
//   ld.shared::cluster.f32 of its own block   SharedGenericLoad, 4 bytes
//   ld.f32                               SharedGenericLoad, 4 bytes
//   red.global.add.v4.f32                GlobalReduction, 16 bytes
//   ld.const.f32                         ConstantLoad, 4 bytes
//
// Qualifiers that do not change what is touched (order, scope, cache operator,
// eviction hints, .trans) are accepted in any order and ignored. The short
// names that leave out .sync.aligned.m8n8 or .shared.global are accepted too.
// An atomic may say what the compiler knows of its operand: "of a constant 1",
// "of a constant -1", "of a uniform operand". A name without a state space is
// that of a generic address, which leads to shared memory; cp.async may say how
// many bytes it reads.
//
// Source of names and qualifiers: PTX ISA, "Data Movement and Conversion
// Instructions", "Warp Level Matrix Load" and "Parallel Synchronization".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_INSTRUCTION_H
#define WARPLINT_WARP_INSTRUCTION_H

#include "warplint/Warp/WarpModel.h"
#include <optional>
#include <string_view>

namespace warplint {

struct Instruction {
  RequestKind Kind = RequestKind::SharedLoad;
  /// What WarpRequest::BytesPerLane wants; 0 where the name leaves it open.
  unsigned BytesPerLane = 0;
  /// Its address is a generic one.
  bool IsGeneric = false;
  friend bool operator==(const Instruction &, const Instruction &) = default;
};

/// Nothing for names that are no access to shared, global, local or constant
/// memory, or none that one warp's 32 addresses describe: bulk copies, ldmatrix of
/// other shapes than 8x8 of 16 bits. A shared atomic without a
/// measured rule is SharedAtomicOther. \p BytesPerLane is the width where the
/// name leaves it open: a cp.async.ca of 16 bytes has another rule.
std::optional<Instruction> parseInstruction(std::string_view Name,
                                            unsigned BytesPerLane = 0);

} // namespace warplint

#endif // WARPLINT_WARP_INSTRUCTION_H
