//===- Fusion.h - Accesses that nvcc issues together ------------*- C++ -*-===//
//
// The machine code of a kernel has fewer requests than its source has accesses.
// nvcc's assembler joins loads at constant distances from one register into
// requests of 64 and 128 bits, and so it does with stores. The rules were read
// off the machine code of nvcc 13.0 for sm_80 and sm_90 (docs/fusion.md), for
// all 255 choices of eight consecutive words:
//
//   loads    of the four words of an aligned 16-byte window: three or four are
//            one 128-bit load; two that fill an aligned half of it are one
//            64-bit load; two aligned 8-byte elements are one 128-bit load;
//   stores   the same, but no store writes a word that is not asked for, so
//            three words are a pair and a single one;
//   between  them nothing may write shared memory or wait, nor branch, but for
//            loads that always run together (ControlClasses.h);
//   the      lowest address must be seen to be aligned, whatever the lane.
//
// Of arrays whose declaration has the alignment of the widest request LLVM joins
// accesses before, and knows what may be the same word (Vectorization.h).
//
// A load of an address that was loaded already, with nothing in between that
// could change it, is no request at all.
//
// What the compiler does with loops and control flow cannot be known for sure,
// so the rules are applied to two orders (IssueOrder.h), the least and the most
// that it may do. Where both agree the outcome is certain; otherwise the second
// is what may happen.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_FUSION_H
#define WARPLINT_LIB_KERNEL_ISSUE_FUSION_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "SharedLayout.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// Fills in KernelAccess::Issue. \p Origins: the instruction of each access.
void findIssuedRequests(llvm::Function &F, KernelAnalyses Analyses,
                        ExprBuilder &Exprs, const SharedLayout &Laid,
                        KernelModel &Kernel,
                        llvm::ArrayRef<const llvm::Instruction *> Origins);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_FUSION_H
