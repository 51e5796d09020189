//===- RecordCopies.h - Keep what the user copies whole ---------*- C++ -*-===//
//
// `float4 v = tile[t]` is one 128-bit load, but in IR a memcpy of 16 bytes that
// SROA would split by its uses. A copy of a record whose alignment is at least
// its size becomes one wide load and one wide store; a larger record becomes
// pieces of its alignment, as nvcc issues them (a float3 is three 32-bit
// loads). The alignment is the type's, from the AST: the IR's own is that of
// the array underneath a reinterpret_cast.
//
// Copies between two local variables are left to SROA. While it is not known
// yet where a side of a copy lies (the pointer is a parameter, or sits in a
// closure that SROA has still to take apart) the copy is *held*: it calls a
// function that SROA knows nothing of, and is looked at again afterwards. SROA
// would take it apart by the uses of its fields.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDCOPIES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDCOPIES_H

#include "Kernel/Source/AccessTags.h"

namespace llvm {
class Function;
class Instruction;
class User;
} // namespace llvm

namespace warplint {

/// Metadata of accesses that are pieces of a record: CopiedRecord::IsMixed.
inline constexpr const char *PartOfMixedRecord = "warplint.mixed";

/// Metadata of accesses of a memcpy that is a loop over bytes.
inline constexpr const char *PartOfLoop = "warplint.byte";

/// Rewrites the memcpy, memmove and memset calls of \p F that touch external
/// memory and copy whole records or a small constant number of bytes, and holds
/// the others. The accesses to external memory become volatile. Returns true if
/// copies of unknown origin are left; with \p Last there are none: they are
/// expanded too.
bool expandRecordCopies(llvm::Function &F, AccessTags &Tags, bool Last);

/// Whether \p Access moves a piece of a record whose fields have several sizes, and not
/// from memory to memory. nvcc 13.0 takes such a piece apart: 2 LDS.64 for a variable
/// `__align__(16) { int i; float f; double d; }` whose fields are used.
bool isMovedByFields(const llvm::Instruction &Access);

/// Turns the copies that are held into intrinsics again.
void releaseRecordCopies(llvm::Function &F);

/// Whether \p U is a copy that is held; its operands are those of memcpy.
bool isHeldCopy(const llvm::User &U);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDCOPIES_H
