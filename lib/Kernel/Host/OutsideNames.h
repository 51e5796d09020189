//===- OutsideNames.h - Functions under another name ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_HOST_OUTSIDENAMES_H
#define WARPLINT_LIB_KERNEL_HOST_OUTSIDENAMES_H

#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
}

namespace warplint {

/// What aliases and assembly outside of functions name: other files may call it
/// by names of which nothing else is known.
llvm::StringSet<> outsideNames(clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_OUTSIDENAMES_H
