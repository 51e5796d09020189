//===- Pipeline.h - Simplify addresses, never accesses ----------*- C++ -*-===//
//
// Brings Clang's unoptimised IR into the form that the address reader wants:
// one function a kernel, values in SSA form, loops in simplified and
// loop-closed form. No pass may delete, merge, widen or hoist an access of the
// user:
//
//   1. every access gets a tag (metadata) that names its SourceAccess; inlining
//      and loop transformations copy it along;
//   2. what no kernel of the user reaches is dropped;
//   3. callees are simplified before their callers and inlined into them
//      (BottomUpInliner.h). Simplifying takes turns: accesses that may not be
//      touched are protected (PointerOrigin.h), copies of records become the
//      accesses that nvcc issues (RecordCopies.h), SROA and the folding of
//      record values (RecordValues.h) show where more pointers lead, constants
//      and dead branches are folded;
//   4. in kernels, loops over local arrays that addresses depend on are
//      unrolled (UnrollLocals.h), and 3 is repeated.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_PIPELINE_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_PIPELINE_H

#include "warplint/Kernel/ToolkitKernels.h"
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
  /// The number of \p I's tag, an index into the model's Sources.
  static std::optional<unsigned> numberOf(const llvm::Instruction &I);
  /// The source access of \p I, or null for an instruction without a tag.
  const SourceAccess *sourceOf(const llvm::Instruction &I) const;
  /// A source access for an instruction without a tag, which has a location.
  std::unique_ptr<SourceAccess> placeOf(const llvm::Instruction &I) const;
  /// The calls that \p I was inlined through, innermost first.
  std::vector<CallFrame> callChainOf(const llvm::Instruction &I) const;
  /// The source access of the tagged \p I may be refined while reading it.
  void setVerb(const llvm::Instruction &I, AccessVerb Verb);
  /// The source access of access number \p Part of the tagged \p I, an inline
  /// PTX statement of several instructions.
  const SourceAccess *partOf(const llvm::Instruction &I, unsigned Part,
                             AccessVerb Verb);

private:
  DeviceUnit &Unit;
  DeviceModel &Model;
  llvm::DenseMap<const llvm::DISubprogram *, const clang::FunctionDecl *>
      Functions;
  llvm::DenseMap<std::pair<unsigned, unsigned>, const SourceAccess *> Parts;
};

/// Size in bytes that the AST gives the alignment of the record copied at a
/// place: (function, line, column, size of the copy) -> alignment, 0 when no
/// record.
using RecordAlignment = llvm::function_ref<unsigned(
    const clang::FunctionDecl *, unsigned, unsigned, uint64_t)>;

/// Metadata of an access that the user's source makes volatile; those that the
/// pipeline protects do not have it.
inline constexpr const char *VolatileInSource = "warplint.volatile";
/// Metadata of the copies that unrolling made of an access where nvcc may keep
/// the loop.
inline constexpr const char *UnrolledForAnalysis = "warplint.unrolled";

/// Runs the steps above over the unit's module. Afterwards the module's kernels
/// hold everything that they reach.
void runPipeline(DeviceUnit &Unit, DeviceModel &Model, AccessTags &Tags,
                 RecordAlignment AlignmentOf, ToolkitKernels OfToolkit);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_PIPELINE_H
