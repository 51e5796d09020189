//===- KernelPattern.h - A kernel that is a template ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H

#include "clang/AST/DeclTemplate.h"
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace warplint {

/// A kernel template, or a kernel that is a member of a class template.
struct KernelPattern {
  clang::FunctionDecl *Pattern = nullptr;
  clang::FunctionTemplateDecl *Function = nullptr; ///< Either this,
  clang::ClassTemplateDecl *Class = nullptr;       ///< or this.
  bool IsInstantiated = false;

  const clang::TemplateParameterList &parameters() const {
    return Function ? *Function->getTemplateParameters()
                    : *Class->getTemplateParameters();
  }
};

/// Those of the translation unit that have a body, in its order; none of the
/// system's headers or of CUTLASS, CUB and the like, and none of class
/// templates inside one another.
std::vector<KernelPattern> findKernelPatterns(clang::ASTContext &Context);

/// Whether the translation unit asks for an instance, be it one with errors.
bool isInstantiated(const clang::FunctionTemplateDecl &Template);

/// Whether \p D is the namespace of a template library that is used from a copy
/// beside the user's own code.
bool isLibrary(const clang::Decl &D);

/// Whether the body of \p F declares a __shared__ variable.
bool declaresShared(const clang::FunctionDecl &F);

/// The function of \p Class, an instance, that \p Pattern became; or null.
clang::FunctionDecl *memberInstance(const clang::CXXRecordDecl &Class,
                                    const clang::FunctionDecl &Pattern);

/// The arguments of an instance, or of the class that it is a member of; null
/// when it is none.
const clang::TemplateArgumentList *
argumentsOf(const clang::FunctionDecl &Kernel);

/// Argument lists that the sources give one template and that are looked at.
inline constexpr unsigned MaximumFoundLists = 8;
/// Of those that a build has and that do not fit here: most fail alike.
inline constexpr unsigned MaximumUnfitLists = 16;

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELPATTERN_H
