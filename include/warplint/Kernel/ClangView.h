//===- ClangView.h - A source that clang has parsed -------------*- C++ -*-===//
//
// For those that edit the source, or read more of it than a SourceView tells.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_CLANGVIEW_H
#define WARPLINT_KERNEL_CLANGVIEW_H

#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/SourceView.h"
#include <memory>

namespace clang {
class Stmt;
class VarDecl;
} // namespace clang

namespace warplint {

class ClangView : public SourceView {
public:
  /// \p Unit outlives the view.
  static std::unique_ptr<ClangView> of(DeviceUnit &Unit);

  DeviceUnit &unit() { return Unit; }
  clang::ASTContext &ast() { return Unit.ast(); }
  /// \p File as it was parsed; nothing where it was not.
  std::optional<llvm::StringRef> fileText(llvm::StringRef File);

  /// Null for null.
  virtual const SourceVariable *variableOf(const clang::VarDecl *V) = 0;
  /// What the view's own are made of. Of a function the declaration with the
  /// body, if there is one.
  static const clang::FunctionDecl &declOf(const SourceFunction &F);
  static const clang::VarDecl &declOf(const SourceVariable &V);
  static const clang::Stmt *stmtOf(const SourceNode *Node) {
    return reinterpret_cast<const clang::Stmt *>(Node);
  }

  ClangView *clang() final { return this; }

protected:
  explicit ClangView(DeviceUnit &Unit) : Unit(Unit) {}
  DeviceUnit &Unit;
};

} // namespace warplint

#endif // WARPLINT_KERNEL_CLANGVIEW_H
