//===- TrialParameters.h - What a template's parameters are for -*- C++ -*-===//
//
// Read off the pattern of a kernel template: what each parameter is for, told by
// its name and its uses.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALPARAMETERS_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALPARAMETERS_H

#include "clang/AST/DeclTemplate.h"
#include <optional>
#include <vector>

namespace warplint {

/// What sizes make sense for a parameter, told by its name and its uses.
enum class ParameterRole : uint8_t {
  Flag,        ///< bool
  Enumeration, ///< The enumerators.
  Threads,     ///< Threads of a block.
  WarpSize,
  Pad,       ///< Elements added to a row.
  Stages,    ///< Buffers of a pipeline.
  Depth,     ///< The k of a matrix product's tile.
  PerThread, ///< Elements of one thread.
  Width,     ///< A dimension of the problem: of a head, a hidden layer.
  Logarithm,
  Extent,  ///< Of a shared array,
  Row,     ///< of its rows: one element more may change everything.
  Size,    ///< Any other number.
  Element, ///< A type.
  Class,   ///< A type with members.
  Index,   ///< A type that subscripts and counts.
  Other,   ///< A template, a pointer: nothing can be tried.
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

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALPARAMETERS_H
