//===- HalfWords.h - Elements of 8 and 16 bits that are joined --*- C++ -*-===//
//
// Stores of 16-bit elements with nvcc 13.0 for sm_90, all 15 choices of four and
// every fifth one of eight: an aligned four is one of 64 bits, else an aligned
// pair one of 32 bits. Of arrays whose declaration has the alignment of the
// widest request eight are one of 128 bits; LLVM, which joins them, begins
// elsewhere where the elements around an aligned four are stored, too.
//
// Loads, all 15 choices of four and 25 of eight: three or four of an aligned
// four are one of 64 bits, else an aligned pair is one of 32 bits, where the
// values are copied or converted; of integers that are added they are not. Where
// LLVM joins, it reads no more than the source, and takes eight of 16-bit
// integers together, but not of __half.
//
// Bytes LLVM alone joins, of arrays whose declaration is aligned: 2 to 16 that
// fill their window. Of others it loads more than is asked for (three of four), or
// not (six of eight are one of 32 bits and one of 16); then both costs are given.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_HALFWORDS_H
#define WARPLINT_LIB_KERNEL_ISSUE_HALFWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Instruction;
} // namespace llvm

namespace warplint {

/// Bytes that one request writes or reads.
struct JoinedBytes {
  int32_t Begin = 0;
  unsigned Bytes = 0;
  bool IsDoubtful = false;
  bool operator==(const JoinedBytes &) const = default;
};

/// The value of a load of 16 bits is copied, converted or handed to assembly
/// (__half): those of integers that are added or compared the assembler does not
/// join (`a[1] += a[0]`).
bool isTakenWhole(const llvm::Instruction &Load);

/// What the elements at \p Offsets become, all in the \p Window bytes from
/// \p Begin on, which are known to be aligned. \p IsLaidOut: LLVM joins them.
/// \p HasOthers: elements are stored around the window, which they do not fill.
llvm::SmallVector<JoinedBytes, 4>
joinStoredHalfWords(llvm::ArrayRef<int32_t> Offsets, int32_t Begin,
                    unsigned Window, bool IsLaidOut, bool HasOthers);

/// The same of loads. \p AreTakenWhole: as the assembler joins them.
llvm::SmallVector<JoinedBytes, 4>
joinLoadedHalfWords(llvm::ArrayRef<int32_t> Offsets, int32_t Begin,
                    unsigned Window, bool IsLaidOut, bool AreTakenWhole);

/// The same of bytes, loaded or stored, at \p Offsets. \p Declared: the alignment
/// of their array.
llvm::SmallVector<JoinedBytes, 4>
joinSingleBytes(llvm::ArrayRef<int32_t> Offsets, int32_t Begin, unsigned Window,
                uint64_t Declared, bool AreStored);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_HALFWORDS_H
