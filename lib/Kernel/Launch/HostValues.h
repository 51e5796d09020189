//===- HostValues.h - What host code encodes a tensor map with --*- C++ -*-===//
//
// Values of host expressions that no constant evaluator gives, because they go
// through locals that are no constants to the language, or small functions. Answers hold whenever the expression is evaluated; what can't be
// told is absent.
//
// Alternatives. Where one place decides between a few values (an element of a
// constant array, a branch of ?:, an assignment in an if), each of them can
// occur, and the answers are given for one after the other:
//
//   int sizes[] = {128, 256};
//   for (int i = 0; i < 2; ++i)
//     kernel<<<grid, sizes[i]>>>(p);       // (128,1,1), then (256,1,1)
//
// With several such places not every combination need occur, so that none of
// them is followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H

#include "HostFlow.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace warplint {

/// A call: inside the callee, parameters stand for the arguments, which are
/// expressions of the caller. Null: nothing is known of who calls.
struct HostCall {
  const clang::FunctionDecl *Callee = nullptr;
  llvm::ArrayRef<const clang::Expr *> Arguments;
  const HostCall *Caller = nullptr;
};

class HostValues {
public:
  explicit HostValues(clang::ASTContext &Context) : Context(Context) {}

  /// Asks from now on about expressions that are evaluated at \p Use in the
  /// function \p In, which was entered through \p Frame. All may be null.
  void enter(const clang::Expr *Use, const clang::FunctionDecl *In,
             const HostCall *Frame);

  /// Goes on to the next alternative; the same questions then have its answers.
  /// False when there is none. When the alternatives turn out to be of several
  /// places, starts over without any and sets \p Restarted: what was answered
  /// until then does not hold.
  bool nextAlternative(bool &Restarted);

  /// The function whose callers would have to be known for a better answer to
  /// the questions since enter() or the last call; null when callers don't
  /// matter.
  const clang::FunctionDecl *takeMissingCaller() {
    return std::exchange(Missing, nullptr);
  }

  /// The arguments of \p Call that its callee's parameters stand for.
  static llvm::ArrayRef<const clang::Expr *>
  arguments(const clang::CallExpr &Call);

  /// The value of an integer expression.
  std::optional<llvm::APSInt> integer(const clang::Expr *E);

private:
  using Fields = llvm::ArrayRef<const clang::FieldDecl *>;
  using Value = std::optional<llvm::APSInt>;

  Value scalar(const clang::Expr *E, Fields Path);
  Value ofCast(const clang::CastExpr &Cast, Fields Path);
  Value ofUnary(const clang::UnaryOperator &Unary);
  Value ofBinary(const clang::BinaryOperator &Binary, Fields Path);
  Value agreed(llvm::function_ref<Value()> Ask);
  Value ofSelect(const clang::ConditionalOperator &Select, Fields Path);
  Value ofConstruction(const clang::CXXConstructExpr &Construction,
                       Fields Path);
  Value ofInitList(const clang::InitListExpr &List, Fields Path);
  Value ofMember(const clang::MemberExpr &Member, Fields Path);
  Value ofCall(const clang::CallExpr &Call, Fields Path);
  Value ofVariable(const clang::VarDecl &Variable, Fields Path,
                   const clang::Expr *Use);
  Value ofArgument(const clang::ParmVarDecl &Parameter, Fields Path);
  Value inFrame(const clang::FunctionDecl *Callee,
                llvm::ArrayRef<const clang::Expr *> Arguments,
                const clang::Expr *Body, Fields Path);
  Value ofElement(const clang::ArraySubscriptExpr &Element, Fields Path);
  Value ofWrites(const HostFlow::Writes &Writes, Fields Path,
                 const clang::ParmVarDecl *Parameter);
  std::optional<unsigned> alternative(const void *Place, unsigned Count);
  Value zero(const clang::Expr *E, Fields Path) const;

  const HostCall *frameOf(const clang::ParmVarDecl &Parameter);
  HostFlow *flowOf(const clang::FunctionDecl *Function);
  HostFlow *flowOf(const clang::VarDecl &Variable);
  static Value converted(const clang::ASTContext &Context, const Value &V,
                         clang::QualType Type);
  static bool isNamed(const clang::FunctionDecl &Function,
                      llvm::StringRef Name);
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<HostFlow>> Flows;
  const HostCall *Current = nullptr;
  const clang::FunctionDecl *Missing = nullptr;
  std::vector<std::pair<HostObject, llvm::APSInt>> Facts;
  /// Writes being evaluated: i = i + 1 in a loop has no single value.
  llvm::SmallVector<const HostWrite *, 8> Active;
  /// The place with alternatives, how many, and which is being followed.
  struct {
    const void *Place = nullptr;
    unsigned Count = 0;
    unsigned Picked = 0;
    bool Several = false;
    bool Allowed = true; ///< Alternatives are followed at all.
    bool Closed = false; ///< Those that are open are, no others.
  } Choice;
  unsigned Depth = 0, Steps = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H
