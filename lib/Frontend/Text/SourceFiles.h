//===- SourceFiles.h - The files that a parse read --------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_SOURCEFILES_H
#define WARPLINT_LIB_FRONTEND_TEXT_SOURCEFILES_H

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace warplint {

/// Absolute and without dots, but for the main file, which has the name that it
/// was given. Empty for what is no file.
std::string sourceFileName(const clang::SourceManager &SM, clang::FileID File);

/// The main file, and headers but for those of the system and the toolkit: each
/// of their inclusions.
std::vector<clang::FileID> userFiles(const clang::SourceManager &SM);

/// The headers of the system and the toolkit, likewise.
std::vector<clang::FileID> systemFiles(const clang::SourceManager &SM);

/// Has \p Visitor walk over the declarations that are in no header of the system.
void traverseUserDecls(clang::DynamicRecursiveASTVisitor &Visitor,
                       clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_SOURCEFILES_H
