//===- OpenOrder.h - Operands that C++ evaluates in any order ---*- C++ -*-===//
//
// Of `dim3(half(), half())` nvcc's host compiler may evaluate either argument
// first, and gcc takes the last where Clang takes the first. Where one operand
// changes what another reads or changes, what they give is unknown, and so is what
// they write.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_OPENORDER_H
#define WARPLINT_LIB_KERNEL_HOST_OPENORDER_H

#include "warplint/Frontend/Parse.h"

namespace warplint {

/// Changes the module of \p Unit, which is unoptimized: results of such operands
/// become those of functions that are not known.
void forgetOpenOrder(HostUnit &Unit);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_OPENORDER_H
