//===- SharedAtomic.h - The rule of an atomic -------------------*- C++ -*-===//
//
// Which instructions an atomic becomes depends on more than its name: on
// whether its result is used, what the compiler knows of its operand, and
// whether it sees that all lanes address one word.
//
//   atomicAdd(&s[i], 1)           the result is unused: the lanes of a word
//                                 are counted at once (ATOMS.POPC.INC)
//   old = atomicAdd(&s[i], 1)     lanes take turns (ATOMS.ADD)
//   atomicMax(&s[0], v)           a warp's maximum first (REDUX), then one lane
//   atomicAdd(&f[i], 1.0f)        a loop of compare-and-swap
//
// Names are those of PTX ("add", "min", "exch", ... and "u32", "b64", "f16x2").
//
// Source of the rules: unittests/Warp/Inputs/h200_atomics_measured.json, the
// lists "rows", "one_address", "swap_loops" and "generic", and of b128
// h200_memories.tsv, measured with nvcc 13.0 on compute capability 9.0. What was
// not measured has no rule.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_SHAREDATOMIC_H
#define WARPLINT_WARP_SHAREDATOMIC_H

#include "warplint/Warp/WarpModel.h"
#include <string>
#include <string_view>

namespace warplint {

/// What the compiler can know of the added, stored, ... value.
enum class AtomicOperand : uint8_t {
  Varying,
  Uniform, ///< The same in all lanes.
  One,     ///< The constant 1,
  AllOnes, ///< or that with all bits set.
};

/// What the compiler can know of the address.
enum class AtomicPlace : uint8_t {
  Varying, ///< It computes the address for each lane.
  OneWord, ///< All lanes address one word, and it sees that.
  /// All lanes address one word. Whether it sees that is not known.
  PerhapsSeen,
};

/// A shared atomic as the source has it.
struct SharedAtomic {
  std::string_view Operation;
  std::string_view Type;
  bool IsResultUsed = true;
  AtomicOperand Operand = AtomicOperand::Varying;
  AtomicPlace Place = AtomicPlace::Varying;
  /// Its address is a generic one (atom.add without .shared): only the hardware
  /// finds that it lies in shared memory. So it is in inline PTX of CUDA's and
  /// libcu++'s headers.
  bool IsGeneric = false;
};

/// The rule of a shared atomic.
struct AtomicRule {
  /// SharedAtomicOther: there is none.
  RequestKind Kind = RequestKind::SharedAtomicOther;
  unsigned BytesPerLane = 0; ///< 0 where the type is not known.
  /// Why there is no rule: "the passes of atom.shared.max.u64 depend on the
  /// data".
  std::string WhyNot = {};
  /// The figure holds if every update changes its word.
  bool AssumesChange = false;
};

AtomicRule ruleOf(const SharedAtomic &Atomic);

/// Where nvcc sees that all lanes address one word, one of them updates it for
/// all: with the sum of a 32-bit integer (REDUX), with the number of lanes times
/// what all of them add (POPC). In global memory, too; read off the machine code
/// of nvcc 13.0 for sm_90. It may be so where that is not known.
bool mayBeCombined(const SharedAtomic &Atomic);

} // namespace warplint

#endif // WARPLINT_WARP_SHAREDATOMIC_H
