//===- HostText.h - Text that others read otherwise -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_HOSTTEXT_H
#define WARPLINT_LIB_KERNEL_LAUNCH_HOSTTEXT_H

namespace clang {
class ASTContext;
} // namespace clang

namespace warplint {

/// A file of the user's asks for what the device's compilation alone has, or has
/// otherwise than the host's.
bool asksForDevice(const clang::ASTContext &Context);

/// A file of the user's has a launch, compiled or not.
bool spellsLaunch(const clang::ASTContext &Context);

/// The main file asks for what gcc answers otherwise than Clang, or text with a
/// launch names what a header of the project, below the second folder above, has
/// only under such a condition.
bool asksCompiler(const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_HOSTTEXT_H
