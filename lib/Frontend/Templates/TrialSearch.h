//===- TrialSearch.h - Arguments worth trying -------------------*- C++ -*-===//
//
// Chooses a few argument lists for a template that nobody instantiates. The
// first fulfils what TrialConstraints says, with sizes from the front of each
// parameter's list (docs/templates.md has the lists); each of the others
// differs from it in one parameter, or in the type of the elements, and in as
// few more as the conditions ask for. So a figure that changes can be put down
// to one of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H

#include "TrialConstraints.h"
#include <variant>

namespace warplint {

/// A number or a type; none: left to the parameter's default
/// argument, or, of a pack, empty.
using TrialArgument = std::variant<std::monostate, int64_t, clang::QualType>;
using TrialArguments = std::vector<TrialArgument>;

struct TrialTypes {
  /// The types of elements that are tried, the usual one first.
  std::vector<clang::QualType> Elements;
};

/// Up to \p Count lists, one entry for each parameter. What \p Fixed gives is
/// kept (it may be empty, or shorter than the parameters). Empty when nothing
/// was found that fulfils the conditions, or when a parameter is no number and
/// no type.
std::vector<TrialArguments> searchTrials(clang::ASTContext &Context,
                                         const TrialConstraints &All,
                                         const TrialTypes &Types,
                                         const TrialArguments &Fixed,
                                         unsigned Count);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALSEARCH_H
