//===- PtxTypes.h - Types of PTX --------------------------------*- C++ -*-===//

#ifndef WARPLINT_WARP_PTXTYPES_H
#define WARPLINT_WARP_PTXTYPES_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Bits of a type ("f16x2" 32, "b128" 128, "u4" 4); 0 for other words.
unsigned typeBits(llvm::StringRef Word);

/// Reads M, N and K of \p Tile off \p Word, "m16n8k16".
template <typename T> bool readTileShape(llvm::StringRef Word, T &Tile) {
  return Word.consume_front("m") && !Word.consumeInteger(10, Tile.M) &&
         Word.consume_front("n") && !Word.consumeInteger(10, Tile.N) &&
         Word.consume_front("k") && !Word.consumeInteger(10, Tile.K) &&
         Word.empty();
}

} // namespace warplint

#endif // WARPLINT_WARP_PTXTYPES_H
