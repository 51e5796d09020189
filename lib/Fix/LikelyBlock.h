//===- LikelyBlock.h - A block for a kernel without a launch ----*- C++ -*-===//
//
// Verdicts on a kernel whose block nobody gives speak of all blocks of whole
// warps. A search for a layout wants one: the largest with which the accesses
// of the array stay inside of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_LIKELYBLOCK_H
#define WARPLINT_LIB_FIX_LIKELYBLOCK_H

#include "ArraySurvey.h"

namespace clang {
class VarDecl;
} // namespace clang

namespace warplint {

/// Nothing where \p Launch gives the shape, or no block of up to 1024 threads
/// will do.
std::optional<LaunchShape> assumedShape(const JudgedKernel &In,
                                        LaunchCase &Launch,
                                        const clang::VarDecl &Array,
                                        uint64_t Bytes, CaseBudget &Budget);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_LIKELYBLOCK_H
