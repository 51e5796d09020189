//===- PtxTypes.h - Types of PTX --------------------------------*- C++ -*-===//

#ifndef WARPLINT_WARP_PTXTYPES_H
#define WARPLINT_WARP_PTXTYPES_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Bits of a type ("f16x2" 32, "b128" 128, "u4" 4); 0 for other words.
unsigned typeBits(llvm::StringRef Word);

} // namespace warplint

#endif // WARPLINT_WARP_PTXTYPES_H
