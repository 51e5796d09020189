//===- TrialSearch.h - Arguments worth trying -------------------*- C++ -*-===//
//
// Chooses a few argument lists for a template that nobody instantiates, with sizes
// from the front of each parameter's list (docs/templates.md has the lists); each
// list but the first differs from it in one parameter, or in the type of the
// elements. So a figure that changes can be put down to one of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H

#include "TrialParameters.h"
#include <variant>

namespace warplint {

/// A number or a type; none: left to the parameter's default
/// argument, or, of a pack, empty.
using TrialArgument = std::variant<std::monostate, int64_t, clang::QualType>;
using TrialArguments = std::vector<TrialArgument>;

/// Lists of one entry for each parameter, in groups of up to \p Count. The first group
/// begins with the first number of every parameter, the second with the second. Each
/// is for where the first list of those before it does not fit; the last has the
/// other lists of the first group. None when a parameter is no number and no type.
/// \p Elements: the types of elements that are tried, the usual one first. What \p
/// Fixed gives is kept (it may be empty, or shorter than the parameters).
std::vector<std::vector<TrialArguments>>
searchTrials(const clang::ASTContext &Context,
             llvm::ArrayRef<TrialParameter> Parameters,
             llvm::ArrayRef<clang::QualType> Elements,
             const TrialArguments &Fixed, unsigned Count);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H
