//===- Drive.h - Clang's driver on a translated command ---------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_FRONTEND_DRIVE_H
#define WARPLINT_UNITTESTS_FRONTEND_DRIVE_H

#include "warplint/Frontend/CompileCommand.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace warplint::test {

/// What the driver makes of a command; no invocation when it refuses.
struct Driven {
  std::shared_ptr<clang::CompilerInvocation> Invocation;
  std::string Diagnostics;

  bool searches(llvm::StringRef Path) const {
    return llvm::any_of(Invocation->getHeaderSearchOpts().UserEntries,
                        [&](const auto &Entry) { return Entry.Path == Path; });
  }
};

inline Driven drive(const DeviceCommand &Command,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  Driven Result;
  clang::DiagnosticOptions Options;
  llvm::raw_string_ostream OS(Result.Diagnostics);
  clang::TextDiagnosticPrinter Printer(OS, Options);
  auto Diags = clang::CompilerInstance::createDiagnostics(
      *FS, Options, &Printer, /*ShouldOwnClient=*/false);
  std::vector<const char *> Args = {"clang++"};
  for (const std::string &A : Command.Arguments)
    Args.push_back(A.c_str());
  Args.insert(Args.end(), {"-fsyntax-only", Command.File.c_str()});
  clang::CreateInvocationOptions InvocationOptions;
  InvocationOptions.Diags = Diags;
  InvocationOptions.VFS = std::move(FS);
  Result.Invocation = clang::createInvocation(Args, InvocationOptions);
  return Result;
}

} // namespace warplint::test

#endif // WARPLINT_UNITTESTS_FRONTEND_DRIVE_H
