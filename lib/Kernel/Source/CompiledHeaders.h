//===- CompiledHeaders.h - Files that were parsed before --------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
#define WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace warplint {

/// The headers that \p Context has from an earlier parse, but for those of the
/// system and the toolkit. Absolute.
std::vector<std::string> compiledHeaders(const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_COMPILEDHEADERS_H
