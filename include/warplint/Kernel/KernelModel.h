//===- KernelModel.h - The memory accesses of a kernel -----------*- C++ -*-===//
//
// A kernel as the later stages see it: every access to shared memory, with its
// address and its active-lane condition as expressions of the lane, the loops
// around it, and the place where the user wrote it.
//
// One *source access* (an expression that the user wrote, once loading and once
// storing) becomes one or many *accesses*: copies made by inlining a helper at two
// places, the pieces of a struct copied whole. All of them carry the SourceAccess
// that they came from.
//
// Assumptions: lanes of a warp run loops in step; index arithmetic does not
// overflow; a shared array begins on a 128-byte line where it is that large.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_KERNELMODEL_H
#define WARPLINT_KERNEL_KERNELMODEL_H

#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/SourcePlace.h"
#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/WarpModel.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace warplint {

/// How an access is spelled in messages.
enum class AccessVerb : uint8_t {
  Load,
  Store,
  Atomic,
  LdMatrix,
  StMatrix,
  CpAsync,
  Wmma,
};

/// An access as the user wrote it: function, place in the file (of the use of a
/// macro, not of its body), what it does, and which one of several at that place.
struct SourceAccess {
  const clang::FunctionDecl *Function = nullptr;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  AccessVerb Verb = AccessVerb::Load;
  unsigned Ordinal = 0;
  /// Of a copied record, which loads and stores: the ordinal of its store.
  unsigned StoreOrdinal = 0;
};

/// A call that an access was inlined through.
struct CallFrame {
  std::string File; ///< Of the call.
  unsigned Line = 0;
  unsigned Column = 0;
  /// The function that holds the call, null when it is not known.
  const clang::FunctionDecl *Caller = nullptr;
  std::string CallerName;
};

/// One instruction that touches shared memory.
struct KernelAccess {
  const SourceAccess *Source = nullptr;
  std::vector<CallFrame> CallChain; ///< Innermost first.

  RequestKind Kind = RequestKind::SharedLoad;
  std::string Instruction; ///< "ld.shared", "ldmatrix.x4", "cp.async".
  unsigned BytesPerLane = 0;
  const LaneExpr *Address = nullptr; ///< Null: see Obstacle.
  const LaneExpr *Guard = nullptr;   ///< Null: always executed.
  /// The same lanes execute it every time: Guard depends on nothing but the lane
  /// and the launch shape.
  bool HasFixedGuard = true;
  std::vector<unsigned> Loops;       ///< Numbers in the context, outermost first.
  /// How often a warp executes it, if every loop's trip count is known.
  std::optional<uint64_t> ExecutionsPerWarp;
  /// The arrays that the address can lie in; empty when not known.
  std::vector<const clang::VarDecl *> Arrays;
  /// Why the access can not be judged at all ("wmma fragments are not modelled").
  std::string Obstacle;
};

struct KernelModel {
  const clang::FunctionDecl *Declaration = nullptr;
  std::string MangledName;
  std::unique_ptr<LaneContext> Context;
  std::vector<KernelAccess> Accesses;
};

struct DeviceModel {
  std::vector<KernelModel> Kernels;
  std::vector<std::unique_ptr<SourceAccess>> Sources;
  /// Device functions whose accesses no kernel of the file reaches, recursion,
  /// calls through pointers.
  std::vector<LeftOut> Omitted;
};

class SourceIndex;

/// Simplifies the addresses of \p Unit's IR (never its accesses) and reads the
/// shared-memory accesses of all kernels.
DeviceModel buildDeviceModel(DeviceUnit &Unit, SourceIndex &Index);

} // namespace warplint

#endif // WARPLINT_KERNEL_KERNELMODEL_H
