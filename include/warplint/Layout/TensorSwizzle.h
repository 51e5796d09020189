//===- TensorSwizzle.h - The copy engine's swizzle modes --------*- C++ -*-===//

#ifndef WARPLINT_LAYOUT_TENSORSWIZZLE_H
#define WARPLINT_LAYOUT_TENSORSWIZZLE_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"

namespace warplint {

/// The copy engine's swizzle modes, CU_TENSOR_MAP_SWIZZLE_32B and so on: XOR
/// swizzles <1,4,3>, <2,4,3>, <3,4,3> of byte addresses. Source: CUDA Driver
/// API, cuTensorMapEncodeTiled.
enum class TensorSwizzle : uint8_t { Bytes32, Bytes64, Bytes128 };

/// The mode whose layout \p L is for elements of \p ElementBytes.
std::optional<TensorSwizzle> tensorSwizzleOf(const Layout &L,
                                             unsigned ElementBytes);

/// The copy engine can fill \p Array in the layout \p L: it is that of the mode
/// whose rows are as long as those of the array. The array must then begin on a
/// multiple of 8 such rows.
bool canTensorCopyFill(const Layout &L, const ArrayShape &Array);

/// "CU_TENSOR_MAP_SWIZZLE_128B".
std::string_view tensorSwizzleName(TensorSwizzle Mode);

} // namespace warplint

#endif // WARPLINT_LAYOUT_TENSORSWIZZLE_H
