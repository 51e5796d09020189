//===- CudaSnippet.h - Parsing CUDA text in unit tests ----------*- C++ -*-===//
//
// A snippet is parsed for the device with the stub header of the lit tests, as
// the file snippet.cu, whose first line is the snippet's first.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_KERNEL_CUDASNIPPET_H
#define WARPLINT_UNITTESTS_KERNEL_CUDASNIPPET_H

#include "warplint/Frontend/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

namespace warplint {

inline std::vector<std::string> deviceArguments() {
  return {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
          "-std=c++17", "-nocudainc", "-nocudalib",
          // Without a toolkit Clang would want cudaConfigureCall.
          "-Xclang", "-target-sdk-version=12.9", "-Wno-everything", "-include",
          WARPLINT_CUDA_STUB};
}

class Snippet : public ParsedUnit {
public:
  explicit Snippet(std::string Code, bool MayHaveErrors = false,
                   std::vector<std::string> Arguments = deviceArguments())
      : Code(std::move(Code)) {
    clang::IgnoringDiagConsumer Silent;
    Unit = clang::tooling::buildASTFromCodeWithArgs(
        this->Code, Arguments, "snippet.cu", "warplint",
        std::make_shared<clang::PCHContainerOperations>(),
        clang::tooling::getClangStripDependencyFileAdjuster(), {},
        MayHaveErrors ? &Silent : nullptr);
    EXPECT_TRUE(Unit);
    if (Unit && !MayHaveErrors)
      EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << this->Code;
  }

  clang::ASTContext &ast() override { return Unit->getASTContext(); }
  const std::string &code() const { return Code; }

  /// The functions of that name which are not templates, instantiations
  /// included, in the order of the source.
  std::vector<const clang::FunctionDecl *> functions(llvm::StringRef Name) {
    struct Finder : clang::DynamicRecursiveASTVisitor {
      llvm::StringRef Name;
      std::vector<const clang::FunctionDecl *> Found;
      bool VisitFunctionDecl(clang::FunctionDecl *F) override {
        if (F->getNameAsString() == Name && !F->isDependentContext())
          Found.push_back(F);
        return true;
      }
    } Find;
    Find.ShouldVisitTemplateInstantiations = true;
    Find.ShouldVisitImplicitCode = true;
    Find.Name = Name;
    Find.TraverseDecl(ast().getTranslationUnitDecl());
    return Find.Found;
  }

  const clang::FunctionDecl *function(llvm::StringRef Name) {
    auto Found = functions(Name);
    EXPECT_FALSE(Found.empty()) << Name.str();
    return Found.empty() ? nullptr : Found.front();
  }

  /// Line and column, from 1, of \p Token within the first \p Around of the
  /// code.
  std::pair<unsigned, unsigned> locate(llvm::StringRef Around,
                                       llvm::StringRef Token) const {
    size_t Start = llvm::StringRef(Code).find(Around);
    EXPECT_NE(Start, llvm::StringRef::npos) << Around.str();
    size_t Within = Around.find(Token);
    EXPECT_NE(Within, llvm::StringRef::npos) << Token.str();
    llvm::StringRef Before = llvm::StringRef(Code).take_front(Start + Within);
    unsigned Line = Before.count('\n') + 1;
    unsigned Column = Before.size() - (Before.rfind('\n') + 1) + 1;
    return {Line, Column};
  }

private:
  std::string Code;
  std::unique_ptr<clang::ASTUnit> Unit;
};

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_CUDASNIPPET_H
