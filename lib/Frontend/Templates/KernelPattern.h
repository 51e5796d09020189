//===- KernelPattern.h - A kernel that is a template ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H

#include "clang/AST/DeclTemplate.h"
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace warplint {

/// A kernel template, a kernel that is a member of a class template, or both.
struct KernelPattern {
  clang::FunctionDecl *Pattern = nullptr;
  clang::FunctionTemplateDecl *Function = nullptr; ///< This,
  clang::ClassTemplateDecl *Class = nullptr;       ///< or this, or both.
  bool IsInstantiated = false;

  /// Those of the class, then those of the function.
  std::vector<const clang::NamedDecl *> parameters() const;
  /// How many of them have no default.
  unsigned requiredArguments() const;
};

/// Those of the translation unit that have a body, in its order; none of the
/// system's headers or of CUTLASS, CUB and the like, and none of class
/// templates inside one another, or whose class has a parameter pack.
std::vector<KernelPattern> findKernelPatterns(clang::ASTContext &Context);

/// Whether the translation unit asks for an instance, be it one with errors.
bool isInstantiated(const clang::FunctionTemplateDecl &Template);

/// Whether \p D is the namespace of a template library that is used from a copy
/// beside the user's own code.
bool isLibrary(const clang::Decl &D);

/// Whether the body of \p F declares a __shared__ variable.
bool declaresShared(const clang::FunctionDecl &F);

/// What \p Pattern, a function or a template of one, became in \p Class, an
/// instance; or null.
template <class DeclT>
DeclT *memberInstance(const clang::CXXRecordDecl &Class, const DeclT &Pattern) {
  for (clang::Decl *D : Class.decls())
    if (auto *F = llvm::dyn_cast<DeclT>(D)) {
      const clang::Decl *Of = nullptr;
      if constexpr (std::is_same_v<DeclT, clang::FunctionDecl>)
        Of = F->getInstantiatedFromMemberFunction();
      else
        Of = F->getInstantiatedFromMemberTemplate();
      if (Of == &Pattern)
        return F;
    }
  return nullptr;
}

/// The instances of \p Pattern that the translation unit asks for.
std::vector<const clang::FunctionDecl *>
instancesOf(const KernelPattern &Pattern);

/// The arguments of the class that an instance is a member of, and its own.
std::vector<clang::TemplateArgument>
argumentsOf(const clang::FunctionDecl &Kernel);

/// Argument lists that the sources give one template and that are looked at.
inline constexpr unsigned MaximumFoundLists = 8;
/// Of those that a build has and that do not fit here: most fail alike.
inline constexpr unsigned MaximumUnfitLists = 16;

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H
