//===- Pipeline.h - Simplify addresses, never accesses -----------*- C++
//-*-===//
//
// Brings Clang's unoptimised IR into the form that the address reader wants:
// one function a kernel, values in SSA form, loops in simplified and
// loop-closed form. No pass may delete, merge, widen or hoist an access of the
// user, so the order matters:
//
//   1. every access gets a tag (metadata) that names its SourceAccess; inlining
//      and loop transformations copy it along;
//   2. everything that a kernel reaches is inlined, everything else is dropped;
//   3. SROA, which only removes accesses to local variables, in turns with the
//      expansion of copied records (RecordCopies.h), which needs SROA to see
//      where a pointer leads, and must see a record before SROA splits it;
//   4. what is left is marked volatile: from here on it can not be touched;
//   5. simplification of the control flow and of the addresses.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PIPELINE_H
#define WARPLINT_LIB_KERNEL_PIPELINE_H

#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class DISubprogram;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace warplint {

/// Tags and the SourceAccess behind each.
class AccessTags {
public:
  AccessTags(DeviceUnit &Unit, DeviceModel &Model) : Unit(Unit), Model(Model) {}
  /// Tags all memory instructions of the module that have a debug location.
  void tagModule();
  /// Gives \p I a tag of its own with verb \p Verb, at the place of \p Like.
  void tagLike(llvm::Instruction &I, const llvm::Instruction &Like,
               AccessVerb Verb);
  static void copyTag(llvm::Instruction &To, const llvm::Instruction &From);
  /// The source access of \p I, or null for an instruction without a tag.
  const SourceAccess *sourceOf(const llvm::Instruction &I) const;
  /// The calls that \p I was inlined through, innermost first.
  std::vector<CallFrame> callChainOf(const llvm::Instruction &I) const;
  /// The source access of the tagged \p I may be refined while reading it.
  void setVerb(const llvm::Instruction &I, AccessVerb Verb);

private:
  DeviceUnit &Unit;
  DeviceModel &Model;
  llvm::DenseMap<const llvm::DISubprogram *, const clang::FunctionDecl *>
      Functions;
};

/// Size in bytes that the AST gives the alignment of the record copied at a
/// place: (function, line, column, size of the copy) -> alignment, 0 when no
/// record.
using RecordAlignment = llvm::function_ref<unsigned(
    const clang::FunctionDecl *, unsigned, unsigned, uint64_t)>;

/// Runs the steps above over the unit's module. Afterwards the module's kernels
/// hold everything that they reach.
void runPipeline(DeviceUnit &Unit, DeviceModel &Model, AccessTags &Tags,
                 RecordAlignment AlignmentOf);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_PIPELINE_H
