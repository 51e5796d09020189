//===- KnownBitsFolding.h - Numbers whose bits are all known ----*- C++ -*-===//
//
// A record of bit fields (the kind of a cooperative group, say) becomes a
// number that is masked, shifted and put together again, many steps deep.
// LLVM's passes look a few steps back; this one carries what is known of each
// bit forward, and so finds the field that was stored:
//
//   g = (ranks << 32) | 0x1002;  kind = (char(g) >> 1)      1, whatever ranks
//   is
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_KNOWNBITSFOLDING_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_KNOWNBITSFOLDING_H

namespace llvm {
class Function;
}

namespace warplint {

/// Replaces the integers of \p F of which every bit is known by constants.
/// Returns true if there were any.
bool foldKnownBits(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_KNOWNBITSFOLDING_H
