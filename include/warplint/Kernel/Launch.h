//===- Launch.h - Where kernels are launched --------------------*- C++ -*-===//
//
// collectLaunches reads the launches out of one translation unit:
//
//   kernel<<<grid, block>>>(...)             in templates and lambdas, too
//   cudaLaunchKernel(f, grid, block, ...)    cudaLaunchCooperativeKernel, too
//   cudaLaunchKernelEx(&config, f, ...)      cudaLaunchKernelExC, too
//
// From the AST comes what the code spells out (HostConstants.h): each component
// of a block is known or absent by itself. In dim3(n, 8), X is absent, Y is 8 and
// Z is 1.
//
//   void run(float *p, int n) {
//     dim3 block(32, 8);
//     transpose<float><<<n, block>>>(p);     // transpose<float>: (32, 8, 1)
//     transpose<float><<<n, dim3(n, 8)>>>(p);// transpose<float>: (?, 8, 1)
//   }
//
// What that leaves open is read off the host side as LLVM simplifies it
// (UnitLaunches.h).
//
// A launch whose kernel depends on template parameters of an uninstantiated
// template is kept under the kernel's template.
//
// After errors the text is read, too: a launch that clang dropped with its
// statement is *lost*, and known by the kernel's name alone, with the block
// where it is written out in numbers. What a dropped statement mentions is not
// known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_LAUNCH_H
#define WARPLINT_KERNEL_LAUNCH_H

#include "warplint/Basic/LaunchRecord.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace warplint {

class HostUnit;
class ParsedUnit;

/// A kernel and its launches.
struct LaunchedKernel {
  const clang::FunctionDecl *Kernel = nullptr;
  llvm::ArrayRef<LaunchRecord> Launches;
};

/// The launches of each kernel, in source order. Launches of one kernel that
/// are equal in all that is known of them are one record, at the first of their
/// places.
class LaunchMap {
public:
  /// Launches of exactly this function; of a template, of this specialization.
  llvm::ArrayRef<LaunchRecord> of(const clang::FunctionDecl *Kernel) const;

  /// Launches in uninstantiated templates of some specialization of the
  /// template that \p Kernel (a specialization or the templated function) comes
  /// from.
  llvm::ArrayRef<LaunchRecord>
  byTemplate(const clang::FunctionDecl *Kernel) const;

  /// Every kernel with launches of exactly it, in no particular order.
  std::vector<LaunchedKernel> all() const;

  /// Launches whose kernel could not be told: through a pointer that is a
  /// parameter, for instance.
  llvm::ArrayRef<LaunchRecord> unresolved() const { return Unresolved; }

  /// The text asks what it is compiled for, promises instances, or has a launch
  /// that does not run: the host may have other launches.
  bool isOfDevice() const { return IsOfDevice; }
  /// The text asks what the host's compiler can do: values may be others.
  bool isOfCompiler() const { return IsOfCompiler; }
  /// \p Kernel is named where it is not launched: others may have its address.
  bool escapes(const clang::FunctionDecl &Kernel) const;

  /// The place of the launch in the text that begins at \p Where; \p Where itself
  /// if no launch begins there.
  SourcePlace placeOf(const SourcePlace &Where) const;

  llvm::ArrayRef<LostLaunch> lost() const { return Lost; }
  /// The lost launches of kernels called \p Name.
  std::vector<LaunchRecord> lostOf(llvm::StringRef Name) const;

private:
  friend class LaunchCollector;

  /// Keyed by canonical declaration: of a function, or of a function template.
  llvm::DenseMap<const clang::Decl *, std::vector<LaunchRecord>> Exact;
  llvm::DenseMap<const clang::Decl *, std::vector<LaunchRecord>> Dependent;
  std::vector<LaunchRecord> Unresolved;
  std::vector<LostLaunch> Lost;
  llvm::DenseSet<const clang::Decl *> Escaped;
  std::vector<SourcePlace> Places; ///< Of all launches.
  bool IsOfDevice = false, IsOfCompiler = false;
};

/// The block that the kernel itself fixes with nvcc's __block_size__((x, y,
/// z)): every launch has it. Its Source is Attribute, "reqntid" as the PTX
/// directive that it becomes. For Clang to know the attribute, the program only
/// has to link this function.
std::optional<LaunchRecord> requiredBlock(const clang::FunctionDecl &Kernel);

/// Never fails: what can't be followed is absent. Declarations in system
/// headers are not searched.
LaunchMap collectLaunches(ParsedUnit &Unit);

/// Of host code without errors, or of code of the device alone in it.
LaunchMap collectLaunches(HostUnit &Unit, bool OnDevice);

/// The number of threads that __launch_bounds__ promises a block won't exceed.
/// An upper limit, never a shape: __launch_bounds__(1024) is launched as
/// dim3(32, 8).
std::optional<unsigned> maximumThreads(const clang::FunctionDecl &Kernel);

} // namespace warplint

#endif // WARPLINT_KERNEL_LAUNCH_H
