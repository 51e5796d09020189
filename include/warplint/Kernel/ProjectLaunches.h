//===- ProjectLaunches.h - Launches in other files of a build ---*- C++ -*-===//
//
// A kernel that its own file does not launch is looked up in the other files of
// the build: in the text first, then, in files that mention it, by a parse
// without code generation. Launches are matched by the mangled name, which
// holds namespaces, template arguments and parameter types; and a file that
// defines a kernel of that name somewhere else launches its own, not this one.
//
// Arguments of kernel templates are found in the same way, and where the build's
// files have none, in those of the repository that include the file. A template
// is identified by the place of its definition.
//
// What was parsed is kept for the whole run, in which many kernels ask, and for
// later ones where ProjectFiles::Keep does. Not for several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_PROJECTLAUNCHES_H
#define WARPLINT_KERNEL_PROJECTLAUNCHES_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/Launch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplint {

/// How the other files are found and compiled.
struct ProjectFiles {
  /// Files of the build of a file (absolute path), the nearest first.
  std::function<std::vector<std::string>(llvm::StringRef File)> FilesFor;
  /// All sources of the build of a file, also those that are no CUDA; nothing
  /// where no build is known.
  std::function<std::optional<std::vector<std::string>>(llvm::StringRef File)>
      SourcesFor;
  /// How one of them is compiled, which may be more than once; the first is as it
  /// is analyzed. None when it can't be.
  std::function<std::vector<DeviceCommand>(llvm::StringRef File)> CommandsFor;

  /// Reads a file through the given files and compiled headers.
  using Reader = llvm::function_ref<std::string(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>, PreambleStore *)>;
  /// What an earlier run kept for \p Command, where all that it was read from is
  /// the same and \p Holds takes it; else what \p Read returns, which is kept.
  std::function<std::string(
      const DeviceCommand &Command, Reader Read,
      llvm::function_ref<bool(llvm::StringRef Bytes)> Holds)>
      Keep;
};

class ProjectLaunches {
public:
  ProjectLaunches(ProjectFiles Files, ParseOptions Options,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);
  ~ProjectLaunches();

  /// Whether no code outside of the file that \p F is parsed from calls it, as
  /// far as its build tells. \p F has external linkage.
  bool isClosed(const clang::FunctionDecl &F);

  /// The launches of \p Kernel in other files than that which defines it. Empty
  /// where \p Kernel is known in its own file alone (static, or in an unnamed
  /// namespace) and defined in no header. Where \p MayCompile says no, a file that
  /// may launch it does so with any block.
  std::vector<LaunchRecord> of(const clang::FunctionDecl &Kernel,
                               const std::function<bool()> &MayCompile = {});

  /// The arguments that other files give the kernel template that \p Pattern is
  /// the body of, each list once.
  TemplateRequests instancesOf(const clang::FunctionDecl &Pattern);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace warplint

#endif // WARPLINT_KERNEL_PROJECTLAUNCHES_H
