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

#include "TrialSearch.h"
#include <map>

namespace clang {
class BinaryOperator;
} // namespace clang

namespace warplint {

/// What stands for the parameters of one template, by depth and index.
using ParameterValues = std::map<std::pair<unsigned, unsigned>, TrialArgument>;

class TemplateConstants {
public:
  TemplateConstants(clang::ASTContext &Context, const ParameterValues &Values)
      : Context(Context), Values(Values) {}

  std::optional<int64_t> evaluate(const clang::Expr *E);
  /// The same type with the parameters' types put in, where that is a parameter
  /// itself or does not depend on any; null else.
  clang::QualType resolve(clang::QualType T) const;

private:
  template <class T>
  std::optional<T> find(unsigned Depth, unsigned Index) const;
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
