//===- TensorSwizzle.cpp - The copy engine's swizzle modes ----------------===//

#include "warplint/Layout/TensorSwizzle.h"
#include <bit>

namespace warplint {

std::optional<TensorSwizzle> tensorSwizzleOf(const Layout &L,
                                             unsigned ElementBytes) {
  const auto *S = L.as<XorSwizzle>();
  if (!S || S->Shift != 3 || S->Base + std::countr_zero(ElementBytes) != 4)
    return std::nullopt;
  switch (S->Bits) {
  case 1:
    return TensorSwizzle::Bytes32;
  case 2:
    return TensorSwizzle::Bytes64;
  case 3:
    return TensorSwizzle::Bytes128;
  }
  return std::nullopt;
}

bool canTensorCopyFill(const Layout &L, const ArrayShape &Array) {
  std::optional<TensorSwizzle> Mode = tensorSwizzleOf(L, Array.ElementBytes);
  if (!Mode || Array.Extents.size() < 2)
    return false;
  const uint64_t RowBytes = Array.rowLength() * Array.ElementBytes;
  return RowBytes == uint64_t(32) << unsigned(*Mode);
}

std::string_view tensorSwizzleName(TensorSwizzle Mode) {
  switch (Mode) {
  case TensorSwizzle::Bytes32:
    return "CU_TENSOR_MAP_SWIZZLE_32B";
  case TensorSwizzle::Bytes64:
    return "CU_TENSOR_MAP_SWIZZLE_64B";
  case TensorSwizzle::Bytes128:
    return "CU_TENSOR_MAP_SWIZZLE_128B";
  }
  return "";
}

} // namespace warplint
