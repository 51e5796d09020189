//===- SelectedLoads.h - A choice between memories is a branch --*- C++ -*-===//
//
// `lane < n ? tile[lane] : zero` reads one of two places, and where one of them
// is a variable of the function's own, which lives in registers, nvcc branches:
//
//   p = phi [&tile[lane], A], [&zero, B]     A: v1 = load &tile[lane]
//   v = load p                               B: v2 = load &zero
//                                            v = phi [v1, A], [v2, B]
//
// So the access to shared memory stands under its condition.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_SELECTEDLOADS_H
#define WARPLINT_LIB_KERNEL_MEMORY_SELECTEDLOADS_H

namespace llvm {
class Function;
}

namespace warplint {

/// Takes apart loads of \p F through a phi or select of pointers of which some
/// lead to local variables and some do not. Returns true if there were any.
bool splitChosenLoads(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_SELECTEDLOADS_H
