//===- TemplateConstants.h - Constants of parameters ------------*- C++ -*-===//
//
// Evaluates integer constant expressions of a template's pattern, which Clang
// leaves open, for given values of its parameters:
//
//   template <typename T, int BM, int TM> __global__ void k() {
//     constexpr int Rows = BM / TM;
//     __shared__ T tile[Rows][32];        // BM = 64, TM = 8, T = float: 8,
//     1024
//
// A quick look ahead and no more: what can't be told is absent, and Clang has
// the last word when it instantiates the template.
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
class CallExpr;
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
  void forget(ParameterNumber P) {
    Numbers.erase(P);
    Types.erase(P);
  }
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
  /// Bytes of an object of type \p T.
  std::optional<int64_t> sizeOf(clang::QualType T);
  /// The same type with the parameters' types put in, where that is a parameter
  /// itself or does not depend on any; null else.
  clang::QualType resolve(clang::QualType T) const;

private:
  std::optional<int64_t> evaluateAny(const clang::Expr *E);
  std::optional<int64_t> fit(std::optional<int64_t> Value,
                             clang::QualType T) const;
  std::optional<int64_t> reference(const clang::ValueDecl *D);
  std::optional<int64_t> binary(const clang::BinaryOperator &B);
  std::optional<int64_t> call(const clang::CallExpr &Call);

  clang::ASTContext &Context;
  const ParameterValues &Values;
  /// Of the constexpr functions that are being evaluated.
  std::map<const clang::ValueDecl *, int64_t> Arguments;
  unsigned Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATECONSTANTS_H
