//===- TmaFindings.h - What warplint-tma-swizzle looks for ------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_TMASWIZZLE_TMAFINDINGS_H
#define WARPLINT_LIB_CHECKS_TMASWIZZLE_TMAFINDINGS_H

#include "Checks/AccessFindings.h"
#include "Tiles.h"
#include <map>

namespace warplint {

/// The findings of a file: one of a kind at a place, where several kernels,
/// instances and launches have it.
class TmaFindings {
public:
  /// What is not assumed is kept before what is, then the one of a higher \p Rank.
  void add(llvm::StringRef Kind, Finding F, unsigned Rank = 0);
  /// In the order of the source.
  std::vector<Finding> take();

private:
  std::map<std::pair<SourcePlace, std::string>, std::pair<unsigned, Finding>>
      Found;
};

/// One kernel under one launch.
struct TiledKernel {
  const JudgedKernel &K;
  LaunchCase &Case;
  FileFacts &Facts;
  Tiles Of;

  TiledKernel(const JudgedKernel &K, LaunchCase &Case, FileFacts &Facts)
      : K(K), Case(Case), Facts(Facts), Of(K, Case, Facts.clang()) {}

  /// Where the user wrote \p At, and through which calls it is reached.
  AccessRecord recordAt(const KernelPlace &At) const;
  /// A finding there; nothing but a remark where the kernel is assumed.
  Finding findingAt(const AccessRecord &At, Severity Level,
                    std::string Message) const;
  /// "its tensor map is encoded here", where that is known.
  void addMap(const MappedCopy &Copy, Finding &F) const;
};

/// Loads and stores of lanes, against the swizzle of the tile's map; tiles that
/// another swizzle would serve better.
void findReaders(const TiledKernel &T, TmaFindings &To);

/// Tiles that do not begin where the pattern of their swizzle does.
void findUnalignedTiles(const TiledKernel &T, TmaFindings &To);

/// Descriptors of wgmma and tcgen05 against the tile's map; kernels whose tiles
/// nothing but the copy engine and the tensor cores touches.
void findDescriptors(const TiledKernel &T, TmaFindings &To);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_TMASWIZZLE_TMAFINDINGS_H
