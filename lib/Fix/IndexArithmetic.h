//===- IndexArithmetic.h - What an index costs to compute -------*- C++ -*-===//
//
// A warp's wavefront takes a cycle of its multiprocessor, an integer instruction
// half of one: 64 lanes a cycle (CUDA C++ Programming Guide, Arithmetic
// Instructions, compute capability 9.0). An index map pays where it saves more
// wavefronts than its instructions take.
//
// Counted are the different index texts in loops, for each value that they have:
// what several accesses share, or a loop does not change, is computed once. Two operators are an instruction (LOP3 and LEA take two); a number
// that is added is one more, since it no longer is an offset of the access.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_INDEXARITHMETIC_H
#define WARPLINT_LIB_FIX_INDEXARITHMETIC_H

#include "ArraySurvey.h"

namespace warplint {

/// What a map of \p Operators costs in the loops of \p Survey's kernels, in
/// wavefronts of a block of each.
uint64_t arithmeticInLoops(const ArraySurvey &Survey, const ArrayUses &Uses,
                           unsigned Operators);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_INDEXARITHMETIC_H
