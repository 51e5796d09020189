//===- TrialConstraints.h - A template's demands ----------------*- C++ -*-===//
//
// Read off the pattern of a kernel template: what its arguments must fulfil,
// what they had better fulfil, and what each parameter is for.
//
//   must     static_assert, requires-clause (as far as it is arithmetic);
//            extents of arrays above 0; no division by zero; __launch_bounds__
//            and __shared__ arrays within what a block may have
//   better   divisions of parameters leave no remainder; threads come in warps
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCONSTRAINTS_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCONSTRAINTS_H

#include "TemplateConstants.h"
#include "clang/AST/DeclTemplate.h"
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
  ParameterNumber Number;
  ParameterRole Role = ParameterRole::Size;
  bool IsPack = false;
  bool HasDefault = false;
  std::vector<clang::QualType> Classes; ///< Those to try, of a Class.
  /// Numbers that conditions compare it with.
  std::vector<int64_t> Mentioned;
};

struct TrialConstraint {
  enum class Kind : uint8_t {
    True,     ///< Left is not 0.
    Positive, ///< Left is at least 1.
    Divides,  ///< Left is a multiple of Right, and not 0.
    Warps,    ///< Left is a multiple of 32, 1024 at most.
    Block,    ///< Left is 1 to 1024.
  };
  Kind What = Kind::True;
  const clang::Expr *Left = nullptr;
  const clang::Expr *Right = nullptr;
  bool IsSoft = false;
  /// The parameters that it depends on, as a set of their places in
  /// TrialConstraints::Parameters.
  uint64_t DependsOn = 0;
};

struct TrialConstraints {
  std::vector<TrialParameter> Parameters;
  std::vector<TrialConstraint> Conditions;
  std::vector<clang::QualType> SharedArrays;
  uint64_t SharedDependsOn = 0;
};

/// \p Parameters: those of all templates around \p Pattern, outermost first.
TrialConstraints
readConstraints(clang::ASTContext &Context, const clang::FunctionDecl &Pattern,
                llvm::ArrayRef<const clang::NamedDecl *> Parameters,
                const clang::Expr *RequiresClause);

/// Whether \p C holds; nothing when it can't be told.
std::optional<bool> holds(const TrialConstraint &C, TemplateConstants &Values);

/// Whether the shared arrays whose size can be told fit a block.
bool sharedArraysFit(const TrialConstraints &All, TemplateConstants &Values);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCONSTRAINTS_H
