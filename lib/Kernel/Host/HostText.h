//===- HostText.h - Text that others read otherwise -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTTEXT_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTTEXT_H

#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace warplint {

/// A file of the user's asks for what the device's compilation alone has, or has
/// otherwise than the host's.
bool asksForDevice(const clang::ASTContext &Context);

/// A header of another project has a launch and names one of \p Kernels, or
/// defines macros for the device that a condition of the user's asks for.
bool dependsOnOthers(const clang::ASTContext &Context,
                     const llvm::StringSet<> &Kernels);

/// A file of the user's has a launch, compiled or not.
bool spellsLaunch(const clang::ASTContext &Context);

/// The host's floating point may be other than operations in their order, each
/// rounded to nearest: by the command, or by what a file of the user's says.
bool hasOpenFloats(const clang::ASTContext &Context);

/// The main file asks for what gcc answers otherwise than Clang, or text with a
/// launch names what a header of the project, below the second folder above, has
/// only under such a condition.
bool asksCompiler(const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTTEXT_H
