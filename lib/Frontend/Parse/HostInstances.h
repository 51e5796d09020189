//===- HostInstances.h - Functions of libraries on the host -----*- C++ -*-===//
//
// The bindings of a PyTorch extension instantiate thousands of functions of
// libraries that only the host runs, and that lead to no kernel. Clang leaves
// functions whose bodies nothing needs until the end of a file: those of them
// are left out then. They are
//
//   of a header of the system, or of a plain one, where no header of the system
//   has a kernel,
//
// their arguments name nothing of the user's, and the user specialises no
// template of such a header in part: neither a kernel nor the user's code is
// reached through them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_HOSTINSTANCES_H
#define WARPLINT_LIB_FRONTEND_PARSE_HOSTINSTANCES_H

#include "PreambleHeaders.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace clang {
class ExternalSemaSource;
}

namespace warplint {

/// What keeps them from being instantiated. \p Seen of the parse has to outlive
/// it.
llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource>
withoutHostInstances(const PreambleHeadersSeen &Seen);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_HOSTINSTANCES_H
