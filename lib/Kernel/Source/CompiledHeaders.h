//===- CompiledHeaders.h - Files that were parsed before --------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
#define WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace warplint {

/// The headers that \p Context has from an earlier parse: those of the system and
/// the toolkit, or all others. Absolute.
std::vector<std::string> compiledHeaders(const clang::ASTContext &Context,
                                         bool OfSystem = false);

/// Whether \p Holds of the text of a file, read now or compiled before, whose path
/// \p IsMeant: one of the system and the toolkit, or any other. It may hold of
/// one of the user's that cannot be read again.
bool anyText(const clang::ASTContext &Context, bool OfSystem,
             llvm::function_ref<bool(llvm::StringRef)> IsMeant,
             llvm::function_ref<bool(llvm::StringRef)> Holds);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
