//===- TemplateUses.h - Uses that could not be resolved ---------*- C++ -*-===//
//
// A launch whose arguments have types of a missing header instantiates nothing,
// yet it names the template's arguments, directly or through the templates that
// it stands in:
//
//   template <int D> void launch(torch::Tensor q) {       // torch is not there
//     constexpr int Rows = D / 4;
//     attention<D, Rows><<<grid, block>>>(q.data_ptr());  // D = 64, Rows = 16
//   }
//   void run(torch::Tensor q) { launch<64>(q); }
//
// Of constants that depend on parameters around them, which Clang leaves open,
// unknown values are absent.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEUSES_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEUSES_H

#include "TrialSearch.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace warplint {

/// What stands for the parameters of one template, by depth and index.
using ParameterValues = std::map<std::pair<unsigned, unsigned>, TrialArgument>;

struct FoundArguments {
  /// One for each parameter; what the use leaves out has none.
  TrialArguments Arguments;
  clang::SourceLocation Where;
};

class TemplateUses {
public:
  /// Reads the uses in all of the translation unit but the system's headers.
  explicit TemplateUses(clang::ASTContext &Context);

  /// The arguments that uses of \p Template give it, each list once, at most \p
  /// Limit of them.
  std::vector<FoundArguments> of(const clang::FunctionTemplateDecl &Template,
                                 unsigned Limit);

private:
  class Collector;
  struct Use {
    const clang::FunctionDecl *In = nullptr;
    llvm::ArrayRef<clang::TemplateArgumentLoc> Written;
    clang::SourceLocation Where;
  };

  void follow(const clang::FunctionTemplateDecl &Template, unsigned Depth,
              unsigned Limit, std::vector<FoundArguments> &Found);
  void read(const clang::FunctionTemplateDecl &Template, const Use &U,
            const ParameterValues &Around, std::vector<FoundArguments> &Found);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionTemplateDecl *, std::vector<Use>> Uses;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEUSES_H
