//===- PointerOrigin.h - Whose memory a pointer leads to --------*- C++ -*-===//
//
// The pipeline may rearrange accesses to a function's own variables, and must
// not touch any other. Which is which shows as inlining and SROA proceed: an
// access through a parameter, or through a pointer kept in a record, is not
// known to be local before the caller's variable is seen. Until then it is
// *protected*: volatile, which every LLVM pass respects.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_POINTERORIGIN_H
#define WARPLINT_LIB_KERNEL_MEMORY_POINTERORIGIN_H

#include <cstdint>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace warplint {

/// Where a pointer leads, as far as its definition shows.
enum class PointerOrigin : uint8_t {
  Local,    ///< To a variable of the function.
  Constant, ///< To a kernel's by-value parameter or to a constant: memory that
            ///< nothing writes.
  External, ///< To memory that other threads see.
  Unknown,  ///< It was passed in, or loaded from a local variable.
};
PointerOrigin originOf(const llvm::Value *Pointer);

/// nvcc does not see that \p Pointer leads to global memory: it is what a call
/// returns (malloc, new), or comes from a variable place of a by-value parameter. (Tried
/// with 13 kinds of pointers, nvcc 13.0 for sm_90: the others are seen.)
bool isSeenAsGeneric(const llvm::Value *Pointer);

/// \p Object is a number, and may be the address of a variable of the function:
/// a module of PTX computes with such.
bool mayBeLocalNumber(const llvm::Value *Object);

/// The function's own or nobody's to write: no access to report.
inline bool isPrivate(PointerOrigin Origin) {
  return Origin == PointerOrigin::Local || Origin == PointerOrigin::Constant;
}

/// Makes every load and store of \p F volatile that is not known to be private,
/// and only those. Returns how many lost their protection since the last call.
unsigned protectAccesses(llvm::Function &F);

/// Whether \p F accesses memory that is not private.
bool touchesMemory(const llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_POINTERORIGIN_H
