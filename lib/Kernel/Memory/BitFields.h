//===- BitFields.h - Accesses to bit-fields ---------------------*- C++ -*-===//
//
// Clang and nvcc load and store a bit-field with its neighbors, in widths of their
// own, and leave out what other fields of the word make needless:
//
//   struct { unsigned a : 16, b : 16; } r;
//   r.a = x; r.b = y;               // one store of 32 bits, and no load
//
// (Machine code of nvcc 13.0 for sm_90: test/Fusion/bit-fields.cu.)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_BITFIELDS_H
#define WARPLINT_LIB_KERNEL_MEMORY_BITFIELDS_H

namespace llvm {
class Module;
} // namespace llvm

namespace warplint {

/// Metadata of loads and stores of bit-fields.
inline constexpr const char *PartOfBitField = "warplint.bitfield";

/// Needs the names that Clang gives to values.
void markBitFields(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_BITFIELDS_H
