//===- UnparsedLaunches.h - Launches that are not in the AST ----*- C++ -*-===//
//
// Clang drops a statement with an error, and with it the launch that it holds.
// The launches that it left then say nothing of all blocks that a kernel has.
// So the text is read, too: every kernel<<<...>>> and cudaLaunchKernel(...)
// that the AST does not have is a launch whose block is known only where it is
// written out in numbers.
//
// A statement with an error that hands a kernel on, to a macro or a function that
// nobody declares, may launch it with any block.
//
// Code that the preprocessor skips is read like the rest, since a macro may be
// lost, too, but for what stands behind "#if 0".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_UNPARSEDLAUNCHES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_UNPARSEDLAUNCHES_H

#include "BrokenStatements.h"
#include "warplint/Basic/LaunchRecord.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace clang {
class ASTContext;
}

namespace warplint {

/// The launches in the text of \p Context's own files that are not among those
/// of the AST. Of these \p Seen holds the spelled places: of '<<<', or of the
/// runtime function's name. \p Errors are the places of all errors, \p Dropped
/// the statements that have them.
std::vector<LostLaunch>
findLostLaunches(const clang::ASTContext &Context,
                 const llvm::DenseSet<clang::SourceLocation> &Seen,
                 llvm::ArrayRef<clang::SourceLocation> Errors,
                 const BrokenStatements &Dropped);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_UNPARSEDLAUNCHES_H
