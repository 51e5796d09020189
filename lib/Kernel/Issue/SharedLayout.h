//===- SharedLayout.h - Where nvcc lays shared arrays ---------------------===//
//
// nvcc's assembler lays a kernel's static arrays out one after the other, from a
// multiple of 16 bytes on, in the order of their declarations, each at the
// alignment that it is declared with and no other. Read off the addresses in the
// machine code of nvcc 13.0 for sm_80 and sm_90:
//
//   __shared__ int flag; __shared__ float s[64];      s at byte 4
//   __shared__ float s[64]; __shared__ int flag;      s at byte 0
//
// The kernel's own variables come first, with those of functions that no other
// kernel uses, then all others; among each the functions in the order in which
// nvcc emits them, instances of templates last.
//
// What is declared `extern __shared__` it aligns to 16 bytes, whatever its
// element, and lays behind them.
//
// With -rdc=true the linker lays them out: then the assembler knows what is
// declared alone, and LLVM joins nothing of what is extern but up to the alignment
// that it is declared with, too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_SHAREDLAYOUT_H
#define WARPLINT_LIB_KERNEL_ISSUE_SHAREDLAYOUT_H

#include "warplint/Kernel/SourceView.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace warplint {

struct SharedLayout {
  struct Array {
    const llvm::GlobalVariable *Variable = nullptr;
    uint64_t Bytes = 0;
    uint64_t Align = 1; ///< As declared.
    /// From the multiple of 16 bytes where the first one begins. Variables of
    /// the kernel's own body have one, and those of one other function, if it
    /// is known where they stand.
    std::optional<uint64_t> Place;
    /// Of one that has none, and may begin at any multiple: where it is if they
    /// stand in the order of their declarations.
    std::optional<uint64_t> PossiblePlace;
    /// The kernel's own code only ever stores to it: nvcc drops the stores.
    bool IsNeverRead = false;
    /// All that reads it has just been written by the same thread.
    bool MayBeUnread = false;
  };
  /// The static ones that the kernel names, its own first, in the order of their
  /// declarations.
  llvm::SmallVector<Array, 8> Statics;
  /// The sizes of all are multiples of 16 bytes, and so are their places,
  /// whatever alignment they were declared with.
  bool SizesArePacked = true;
  bool IsRelocatable = false; ///< -rdc=true.

  std::optional<uint64_t> placeOf(const llvm::GlobalVariable &Variable) const;
  std::optional<uint64_t>
  possiblePlaceOf(const llvm::GlobalVariable &Variable) const;
  bool isNeverRead(const llvm::GlobalVariable &Variable) const;
  /// nvcc may drop the stores.
  bool mayBeUnread(const llvm::GlobalVariable &Variable) const;
  /// What LLVM takes its alignment for.
  uint64_t declaredAlignmentOf(const llvm::GlobalVariable &Variable) const;

private:
  const Array *find(const llvm::GlobalVariable &Variable) const;
};

/// \p Own: the declaration of \p F, or null.
SharedLayout layOutShared(const llvm::Function &F, SourceView &View,
                          const SourceFunction *Own);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_SHAREDLAYOUT_H
