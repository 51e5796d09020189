//===- TemplateArgumentText.h - Template arguments as text ------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace clang {
class DeclContext;
class Sema;
class TemplateArgumentListInfo;
} // namespace clang

namespace warplint {

/// Reads template arguments that a user wrote in an option or a comment, or that
/// another translation unit has, as Clang's parser reads them behind the name of
/// a template in \p From. False where they are none, with or without an error.
bool readTemplateArguments(clang::Sema &S, clang::DeclContext *From,
                           llvm::ArrayRef<std::string> Texts,
                           clang::TemplateArgumentListInfo &Into);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H
