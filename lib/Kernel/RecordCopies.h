//===- RecordCopies.h - Keep what the user copies whole ----------*- C++
//-*-===//
//
// `float4 v = tile[t]` is one 128-bit load, but in IR a memcpy of 16 bytes that
// SROA would split by its uses. A copy of a record whose alignment is at least
// its size becomes one wide load and one wide store; a larger record becomes
// pieces of its alignment, as nvcc issues them (a float3 is three 32-bit
// loads). The alignment is the type's, from the AST: the IR's own is that of
// the array underneath a reinterpret_cast.
//
// Copies between two local variables are left to SROA. While it is not known
// yet where a side of a copy lies (the pointer sits in a closure or a struct of
// references that SROA has still to take apart) the copy is made volatile,
// which keeps SROA away from it, and looked at again afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_RECORDCOPIES_H
#define WARPLINT_LIB_KERNEL_RECORDCOPIES_H

#include "Pipeline.h"
#include "PointerOrigin.h"

namespace warplint {

/// Rewrites the memcpy, memmove and memset calls of \p F that touch external
/// memory and copy whole records or a small constant number of bytes. The
/// accesses to external memory become volatile. Returns true if copies of
/// unknown origin are left, which now are volatile themselves; with \p Last
/// there are none: they are expanded too.
bool expandRecordCopies(llvm::Function &F, AccessTags &Tags,
                        RecordAlignment AlignmentOf, bool Last);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_RECORDCOPIES_H
