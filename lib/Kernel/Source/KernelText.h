//===- KernelText.h - What a kernel's declaration says ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_KERNELTEXT_H
#define WARPLINT_LIB_KERNEL_SOURCE_KERNELTEXT_H

#include "warplint/Kernel/SourceView.h"

namespace warplint {

/// SourceView::partOf and SourceView::partNames.
std::optional<ParameterPart> partOf(const clang::FunctionDecl &Kernel,
                                    unsigned Index, llvm::StringRef Path);
std::vector<std::string> partNames(const clang::FunctionDecl &Kernel);

/// SourceView::loopsLeftAlone.
std::set<SourceView::DebugPlace> loopsLeftAlone(const clang::FunctionDecl &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_KERNELTEXT_H
