//===- Tiles.h - Tiles that the copy engine fills or empties ----*- C++ -*-===//
//
// Under one launch of a kernel: which tensor map each cp.async.bulk.tensor names,
// where in which array its tile lies, and so which mode what is read there, or
// written there, has to follow.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_TMASWIZZLE_TILES_H
#define WARPLINT_LIB_CHECKS_TMASWIZZLE_TILES_H

#include "PlaceSamples.h"
#include "warplint/Analysis/FileFacts.h"
#include <map>

namespace warplint {

struct MappedCopy {
  const TensorCopy *Copy = nullptr;
  std::optional<TensorMapRecord> Map;
  /// Nothing where the tile is in no array that is known.
  std::optional<unsigned> Array;
  std::set<uint64_t> Places; ///< Where it may begin; empty where not known.
  /// What divides the address of the tile, by declarations and by what the code
  /// does: up to 1024.
  uint64_t Alignment = 1;

  /// Bytes that it moves; 0: not known, as much as the array has.
  uint64_t bytes() const { return Map ? Map->boxBytes() : 0; }
};

/// Which tiles of a kernel some places lie in.
struct TileAt {
  SwizzleMode Mode = SwizzleMode::None;
  const MappedCopy *Copy = nullptr; ///< The first in the code.
};

class Tiles {
public:
  /// Types of parameters are looked into where \p Clang is not null.
  Tiles(const JudgedKernel &K, LaunchCase &Case, ClangView *Clang);

  llvm::ArrayRef<MappedCopy> copies() const { return Copies; }
  llvm::StringRef nameOf(unsigned Array) const {
    return K.Kernel->Context->symbolAt(Array).Name;
  }

  enum class Extent : uint8_t {
    All, ///< All places have to be in tiles of one mode.
    /// All tiles of the array have to have one mode, and the first place is in
    /// one: of what a counter without a known end reaches, the rest is not.
    Some,
  };
  /// The tile that \p Of are in, of those that the copy engine fills or, without
  /// \p Filled, of those that it empties. None if it is unknown.
  std::optional<TileAt> tileAt(const PlaceSamples &Of, bool Filled,
                               Extent How = Extent::All) const;
  /// \p A may be an access to a tile that is filled, or emptied.
  bool mayTouch(const KernelAccess &A, bool Filled) const;

  /// The address of \p A under the launch; taken once.
  const PlaceSamples &samplesOf(const KernelAccess &A) const;
  /// Places of an address at \p At, with arrays from \p ArrayPlace on.
  PlaceSamples samplesOf(const KernelPlace &At, const LaneExpr *Address,
                         uint64_t ArrayPlace = 0) const;

private:
  PlaceSamples sampled(const KernelPlace &At, SampledAddress Of,
                       uint64_t ArrayPlace) const;
  void addCopy(const TensorCopy &Copy);

  const JudgedKernel &K;
  LaunchCase &Case;
  ClangView *Clang;
  std::vector<MappedCopy> Copies;
  mutable std::map<const KernelAccess *, PlaceSamples> Taken;
};

/// What the type says of \p Map, which lies in a parameter of \p Kernel, where that
/// is a copy of CuTe or holds one: Copy_Atom<Copy_Traits<SM90_TMA_LOAD, C<bits>,
/// AuxTmaParams<..., Swizzle<3, 4, 3>>>, T>. Its rows are as long as the swizzle.
std::optional<TensorMapRecord> mapInType(const clang::FunctionDecl &Kernel,
                                         const TensorMapOperand &Map);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_TMASWIZZLE_TILES_H
