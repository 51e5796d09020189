//===- UnitLaunches.h - The launches of one file, as plain data -*- C++ -*-===//
//
// What the files of a build tell each other of their launches. It outlives the
// parse that it was read from.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_UNITLAUNCHES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_UNITLAUNCHES_H

#include "Kernel/Host/HostLaunches.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/Launch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>

namespace warplint {

/// A kernel as several translation units can agree on it.
struct KernelIdentity {
  std::string MangledName;
  std::string Name;        ///< As the text has it; empty for an operator.
  std::string DefinedIn;   ///< Real path; empty when it is only declared.
  bool IsVisible = true;   ///< Other translation units may mean the same.
  bool LeavesFile = false; ///< Of one that escapes: others may have it.
};

KernelIdentity identityOf(const clang::FunctionDecl &Kernel);

/// Whether a launch of \p Launched runs \p Kernel.
bool isSame(const KernelIdentity &Launched, const KernelIdentity &Kernel);

/// Arguments of a kernel template that is defined at a place.
struct TemplateInstance {
  std::string DefinedIn; ///< Real path.
  unsigned Line = 0;
  std::string Name;
  std::vector<std::string> Arguments;
  SourcePlace Where;
};

/// Where the template that \p Pattern is the body of is defined.
TemplateInstance templateAt(const clang::FunctionDecl &Pattern);

/// Of a file's name: where links lead.
std::string realPathOf(const clang::SourceManager &SM,
                       clang::SourceLocation Loc);

struct UnitLaunches {
  std::vector<std::pair<KernelIdentity, std::vector<LaunchRecord>>> Kernels;
  /// Launches through an address: of any kernel in Escaped.
  std::vector<LaunchRecord> ThroughAddress;
  /// Kernels whose address is taken for more than a launch.
  std::vector<KernelIdentity> Escaped;
  /// The grids of launches, by place.
  std::vector<std::pair<SourcePlace, GridCount>> Grids;
  /// Launches of which errors leave no more than the text.
  std::vector<LostLaunch> Lost;
  std::vector<TemplateInstance> Instances;
  /// What is here rests on it: there is a build; functions of the file, and
  /// whether other files of the build name them.
  bool HasBuild = false;
  std::vector<std::pair<std::string, bool>> NamedElsewhere;
  /// The host side was compiled: what is not here does not happen.
  bool IsCompiled = false;

  /// The launches that may run \p Kernel; that of an address that leaves the
  /// file is one of which nothing is known.
  std::vector<LaunchRecord> of(const KernelIdentity &Kernel) const;
  /// What all launches at \p Where make their grids of.
  GridCount gridAt(const SourcePlace &Where) const;
  /// Leaves the places alone.
  void forgetValues();
};

/// Uses up the module of \p Unit. \p IsClosed: see HostProbes.
UnitLaunches
launchesIn(HostUnit &Unit,
           llvm::function_ref<bool(const clang::FunctionDecl &)> IsClosed);
UnitLaunches launchesIn(clang::ASTContext &Context, const LaunchMap &Map);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_UNITLAUNCHES_H
