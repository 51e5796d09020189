//===- WrittenOnce.h - Members that never change ----------------*- C++ -*-===//
//
// A record to which an iterator or a view keeps a pointer has to lie in memory,
// as far as SROA can tell, and what is read from it counts as unknown. Most of
// its members are written once, where it is made:
//
//   Runner runner{loader, shared, trees, warp};   // loader.begin() points here
//   while (more())
//     runner.step();                              // shared[warp]
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_WRITTENONCE_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_WRITTENONCE_H

namespace llvm {
class DominatorTree;
class Function;
} // namespace llvm

namespace warplint {

/// Replaces what \p F loads from local variables by what the only store to
/// those bytes puts there, or by the same bytes of the kernel's parameter that
/// is copied there. Returns true if anything changed.
bool readWrittenOnce(llvm::Function &F, const llvm::DominatorTree &Tree);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_WRITTENONCE_H
