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

#include "clang/AST/DeclTemplate.h"
#include <optional>
#include <variant>
#include <vector>

namespace warplint {

/// The role of a parameter, derived from its name and its uses. Roles that
/// change a layout of shared memory come first: they are varied first.
enum class ParameterRole : uint8_t {
  Row,     ///< Of the rows of a shared array: one more may change everything.
  Class,   ///< A type with members.
  Element, ///< A type.
  Extent,  ///< Of a shared array.
  Threads, ///< Of a block.
  WarpSize,
  Size,        ///< Any other number, or bool.
  Enumeration, ///< The enumerators.
  Index,       ///< A type that subscripts, is shifted or masked.
  Other,       ///< A template, a pointer: nothing can be tried.
};

struct TrialParameter {
  const clang::NamedDecl *Declaration = nullptr;
  ParameterRole Role = ParameterRole::Size;
  bool IsPack = false;
  bool HasDefault = false;
  std::vector<clang::QualType> Classes; ///< Those to try, of a Class.
  /// Numbers that conditions compare it with.
  std::vector<int64_t> Mentioned;
};

/// \p Parameters: those of all templates around \p Pattern, outermost first.
std::vector<TrialParameter>
readParameters(const clang::ASTContext &Context,
               const clang::FunctionDecl &Pattern,
               llvm::ArrayRef<const clang::NamedDecl *> Parameters);

/// The value of \p E, where it depends on no parameter.
std::optional<int64_t> constantOf(const clang::ASTContext &Context,
                                  const clang::Expr &E);

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
