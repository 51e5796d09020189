//===- AddressForm.h - Addresses that differ by a constant ------*- C++ -*-===//
//
// A shared-memory address, taken modulo 2^32 (the shared window is smaller than
// that, and the machine computes its addresses in 32 bits), as
//
//     offset + sum of coefficient * atom
//
// where an atom is anything that is no sum and no product with a constant. Two
// addresses with the same terms differ by the difference of their offsets, for
// every lane and every value of the unknowns.
//
// Example: tile[4 * threadIdx.y + i] of floats, i = 3, is
// 12 + 1 * Base(tile) + 16 * threadIdx.y.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_EXPR_ADDRESSFORM_H
#define WARPLINT_LIB_LANE_EXPR_ADDRESSFORM_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace warplint {

struct AddressForm {
  using Term = std::pair<const LaneExpr *, uint32_t>;
  llvm::SmallVector<Term, 4> Terms; ///< By id of the atom; no zero coefficient.
  uint32_t Offset = 0;              ///< Bytes.

  void add(const LaneExpr *E, uint32_t Coefficient);
};

AddressForm formOf(const LaneExpr *Address);

/// Bytes from \p From to \p To; nothing where that is not one number.
inline std::optional<int64_t> distanceOf(const AddressForm &From,
                                         const AddressForm &To) {
  return From.Terms == To.Terms
             ? std::optional<int64_t>(int32_t(To.Offset - From.Offset))
             : std::nullopt;
}

/// What \p E extends, if it does.
const LaneExpr *withoutExtensions(const LaneExpr *E);
/// The same where \p E may truncate, too.
const LaneExpr *withoutCasts(const LaneExpr *E);

/// By how many bytes \p Form goes on in a round of \p Loop.
std::optional<int64_t> stepOf(const AddressForm &Form, unsigned Loop);

/// Who looks for the alignment of an address: one of two, or whoever sees most.
enum class Sight : uint8_t { Assembler, Llvm, Any };

/// The largest power of two, up to 16, that divides \p Atom and that ptxas is
/// known to see: through products, shifts, masks, sums and extensions, but not
/// through minima, quotients, signed remainders by a power of two and numbers of
/// less than 32 bits. LLVM sees the last two. Tried with nvcc 13.0 on sm_80 and
/// sm_90.
uint64_t visibleMultiple(const LaneExpr *Atom, Sight By = Sight::Assembler);

/// The largest power of two, up to 16, that divides every term of \p Form when
/// \p MultipleOf says what divides an atom.
uint64_t alignmentOf(const AddressForm &Form,
                     llvm::function_ref<uint64_t(const LaneExpr *)> MultipleOf,
                     Sight By = Sight::Assembler);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_ADDRESSFORM_H
