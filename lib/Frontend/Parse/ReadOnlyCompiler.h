//===- ReadOnlyCompiler.h - Clang, as it writes nothing ---------*- C++ -*-===//
//
// A command that comes with a tree says what clang writes in hundreds of ways:
// options of the driver and of cc1, in groups that differ between releases. No
// list of names is complete. So of what clang has understood only that is kept
// which a parse reads, and everything else is as in an empty command: a new
// option for a new output is without effect until somebody lists it here.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_READONLYCOMPILER_H
#define WARPLINT_LIB_FRONTEND_PARSE_READONLYCOMPILER_H

#include "clang/Frontend/CompilerInstance.h"

namespace warplint {

/// Leaves of \p Invocation what a parse of its inputs reads: the language, the
/// target, macros, headers to include and where they are searched. Outputs,
/// plugins, modules, precompiled headers, settings of code generation and of
/// messages are gone.
void keepWhatIsRead(clang::CompilerInvocation &Invocation);

/// What Clang's driver makes of \p Words, argv; null where it is nothing.
std::unique_ptr<clang::CompilerInvocation>
invocationOf(llvm::ArrayRef<std::string> Words,
             llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Diags,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

/// A compiler for such an invocation: sources can't make it build modules
/// (#pragma clang module build), and what it would write goes nowhere.
class ReadOnlyCompiler : public clang::CompilerInstance {
public:
  explicit ReadOnlyCompiler(
      std::shared_ptr<clang::CompilerInvocation> Invocation);

  clang::ModuleLoadResult loadModule(clang::SourceLocation, clang::ModuleIdPath,
                                     clang::Module::NameVisibilityKind,
                                     bool) override {
    return {};
  }
  void createModuleFromSource(clang::SourceLocation, llvm::StringRef,
                              llvm::StringRef) override {}
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_READONLYCOMPILER_H
