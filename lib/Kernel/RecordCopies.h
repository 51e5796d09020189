//===- RecordCopies.h - Keep what the user copies whole ----------*- C++
//-*-===//
//
// `float4 v = tile[t]` is one 128-bit load, but in IR a memcpy of 16 bytes that
// SROA would split by its uses. A copy of a record whose alignment is at least
// its size becomes one vector load and one vector store; a larger record
// becomes pieces of its alignment, as nvcc issues them (a float3 is three
// 32-bit loads). The alignment is the type's, from the AST: the IR's own is
// that of the array underneath a reinterpret_cast.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_RECORDCOPIES_H
#define WARPLINT_LIB_KERNEL_RECORDCOPIES_H

#include "Pipeline.h"

namespace warplint {

/// Rewrites the memcpy, memmove and memset calls of \p F that copy whole
/// records or a small constant number of bytes. Others stay and count as
/// obstacles.
void expandRecordCopies(llvm::Function &F, AccessTags &Tags,
                        RecordAlignment AlignmentOf);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_RECORDCOPIES_H
