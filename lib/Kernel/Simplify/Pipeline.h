//===- Pipeline.h - Simplify addresses, never accesses ----------*- C++ -*-===//
//
// Brings Clang's unoptimised IR into the form that the address reader wants:
// one function a kernel, values in SSA form, loops in simplified and
// loop-closed form. No pass may delete, merge, widen or hoist an access of the
// user:
//
//   1. every access gets a tag (metadata) that names its SourceAccess; inlining
//      and loop transformations copy it along;
//   2. what no kernel of the user reaches is dropped, and inline PTX is taken
//      apart (InlinePtx.h);
//   3. callees are simplified before their callers and inlined into them.
//      Simplifying takes turns: accesses that may not be
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

#include "RecordCopies.h"

namespace warplint {

/// Metadata of an unsigned remainder that the source computes of signed numbers:
/// what it is divided by nvcc's assembler sees less of.
inline constexpr const char *SignedInSource = "warplint.signed";

/// Runs the steps above over the view's module. Afterwards the module's kernels
/// hold everything that they reach.
void runPipeline(SourceView &View, DeviceModel &Model, AccessTags &Tags,
                 ToolkitKernels OfToolkit);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_PIPELINE_H
