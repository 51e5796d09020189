//===- TemplateConstants.h - Constants of parameters ------------*- C++ -*-===//
//
// Evaluates integer constant expressions that depend on the parameters of a
// template, which Clang leaves open, for given values of these:
//
//   template <int D> void launch(torch::Tensor q) {
//     constexpr int Rows = D / 4;
//     attention<D, Rows><<<grid, block>>>(q.data_ptr()); // D = 64, Rows = 16
//
// What can't be told is absent.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATECONSTANTS_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATECONSTANTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include <map>
#include <optional>

namespace clang {
class BinaryOperator;
class NamedDecl;
} // namespace clang

namespace warplint {

/// Depth and index of a template parameter.
using ParameterNumber = std::pair<unsigned, unsigned>;

/// What stands for the parameters of one template.
class ParameterValues {
public:
  static ParameterNumber numberOf(const clang::NamedDecl &Parameter);

  void set(ParameterNumber P, int64_t Value) { Numbers[P] = Value; }
  void set(ParameterNumber P, clang::QualType Type) { Types[P] = Type; }
  std::optional<int64_t> number(ParameterNumber P) const;
  /// Null when there is none.
  clang::QualType type(ParameterNumber P) const;

private:
  std::map<ParameterNumber, int64_t> Numbers;
  std::map<ParameterNumber, clang::QualType> Types;
};

class TemplateConstants {
public:
  TemplateConstants(clang::ASTContext &Context, const ParameterValues &Values)
      : Context(Context), Values(Values) {}

  std::optional<int64_t> evaluate(const clang::Expr *E);
  /// The same type with the parameters' types put in, where that is a parameter
  /// itself or does not depend on any; null else.
  clang::QualType resolve(clang::QualType T) const;

private:
  std::optional<int64_t> evaluateDependent(const clang::Expr *E);
  std::optional<int64_t> fit(std::optional<int64_t> Value,
                             clang::QualType T) const;
  std::optional<int64_t> reference(const clang::ValueDecl *D);
  std::optional<int64_t> binary(const clang::BinaryOperator &B);

  clang::ASTContext &Context;
  const ParameterValues &Values;
  unsigned Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATECONSTANTS_H
