//===- CompiledHeaders.h - Files that were parsed before --------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
#define WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H

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

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
