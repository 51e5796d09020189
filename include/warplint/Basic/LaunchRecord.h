//===- LaunchRecord.h - A block shape and where it came from ----*- C++ -*-===//

#ifndef WARPLINT_BASIC_LAUNCHRECORD_H
#define WARPLINT_BASIC_LAUNCHRECORD_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Basic/TensorMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A constant that a launch passes to the kernel.
struct LaunchArgument {
  unsigned Parameter = 0; ///< Which one, from 0.
  std::string Path;       ///< ".ld" for a field of a struct, else empty.
  int64_t Value = 0;
  friend bool operator==(const LaunchArgument &,
                         const LaunchArgument &) = default;
};

/// Who says what the block of a launch is.
enum class LaunchSource : uint8_t {
  None,
  Launch,
  Option,     ///< --block.
  Annotation, ///< A comment.
  Attribute,  ///< Of the kernel.
  Address,    ///< Code that was not read, by the kernel's address.
  Elsewhere,  ///< Files that were not read.
  Unread,     ///< A launch with an error, of which nothing is known.
  Assumed,    ///< Nobody.
};

/// "launch", "option", "annotation", "reqntid", ...; empty for None.
llvm::StringRef nameOf(LaunchSource Source);

/// The launch that a verdict rests on.
struct LaunchRecord {
  LaunchShape Shape;
  LaunchSource Source = LaunchSource::None;
  /// Of the launch, comment or attribute, when there is one.
  SourcePlace Where;
  /// X and Y are one value, where they are not known.
  bool IsSquare = false;

  /// What __launch_bounds__ or .maxntid allows.
  std::optional<unsigned> MostThreads = {};

  /// Blocks of the grid, as far as known.
  LaunchShape Grid = {};
  /// The integer arguments that are constants, in the order of the parameters.
  std::vector<LaunchArgument> Arguments = {};
  /// Bytes of dynamic shared memory, where that is a constant.
  std::optional<uint64_t> DynamicSharedBytes = {};
  /// What these bytes are a multiple of, known or not.
  uint64_t DynamicSharedMultiple = 1;
  /// The tensor maps among the arguments whose encoding was found.
  std::vector<TensorMapRecord> TensorMaps = {};
  /// The constants of this launch that a verdict rests on beside the block:
  /// "n = 1024", "gridDim.x = 1".
  std::vector<std::string> UsedValues = {};
  /// Who launches the kernel is nowhere to be found: no block is assumed.
  bool IsOpen = false;

  unsigned unknownExtents() const { return !Shape.X + !Shape.Y + !Shape.Z; }
  /// Nobody says what the block is: whole warps along x are an assumption.
  bool hasAssumedBlock() const { return Source >= LaunchSource::Unread; }
};

/// A launch that clang dropped since there is an error in it.
struct LostLaunch {
  /// Without namespaces and template arguments; empty when it may be any.
  std::vector<std::string> Kernels;
  LaunchRecord Record;
};

} // namespace warplint

#endif // WARPLINT_BASIC_LAUNCHRECORD_H
