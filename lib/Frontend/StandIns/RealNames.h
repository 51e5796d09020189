//===- RealNames.h - What a parse has itself --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_STANDINS_REALNAMES_H
#define WARPLINT_LIB_FRONTEND_STANDINS_REALNAMES_H

#include <map>
#include <string>

namespace clang {
class ASTContext;
}

namespace warplint {

/// The names that namespaces have by a declaration that is no stand-in, each
/// alone and behind its namespaces, and whether it is but a namespace itself.
/// Without those of the toolkit.
std::map<std::string, bool> realNames(const clang::ASTContext &AST);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_STANDINS_REALNAMES_H
