//===- BankMap.h - A request as a picture of the banks ----------*- C++ -*-===//
//
// Shared memory drawn as the hardware has it: a line is 32 words, the column of a
// word is its bank. The lanes of the costliest request of an access stand on the
// words that they touch, as the array is declared and as it lies with the advised
// layout. Lanes below one another in a column take turns; lanes in one cell are
// served together. Below the columns stands how many turns each bank takes, for
// each group of lanes that is served together.
//
// Example, a column of a tile of 32 x 32 floats, before and with a padded row:
//
//   word  bank 0  1  2  3          word  bank 0  1  2  3
//      0       0  ·  ·  ·             0       0  ·  ·  ·
//     32       1  ·  ·  ·            32       ·  1  ·  ·
//
// Figures are those of the finding: the map of an access that has none says why.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_BANKMAP_H
#define WARPLINT_REPORT_BANKMAP_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Report/ExplainReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// One word of shared memory.
struct BankCell {
  LaneMask Lanes = 0; ///< That touch it.
  /// Padding, or behind the end of the array.
  bool IsUnused = false;
};

/// The words of one line, by bank.
struct BankLine {
  int64_t FirstWord = 0;
  bool FollowsGap =
      false; ///< Lines before it that no lane touches are left out.
  std::array<BankCell, NumBanks> Cells;
  std::string Elements; ///< "[3][0]", "[0][0], ..., [0][31]"; may be empty.
};

/// Lanes that are served together, and how often each bank is asked then.
struct BankGroup {
  std::string Name; ///< "half-warp 0"; empty where all lanes are one group.
  LaneMask Lanes = 0;
  std::array<unsigned, NumBanks> Turns = {};
};

/// A request as it lies in one layout.
struct BankPicture {
  static constexpr size_t MostLines = 40;

  WarpCost Cost;
  std::vector<BankLine> Lines; ///< At most MostLines.
  size_t LeftOut = 0;          ///< Lines with lanes beyond these.
  /// Empty where the rule adds up something else than the banks' turns.
  std::vector<BankGroup> Groups;
  std::array<std::string, WarpSize> Elements; ///< "[3][0]", or empty.
};

struct BankMap {
  SourcePlace Where;
  std::string Title;   ///< "32-bit load of 'tile' in 'transpose'".
  std::string Verdict; ///< "32 wavefronts, ideal 1"; of all that it is about.
  std::string Request; ///< Which request is drawn, and what words count from.
  std::string Rule;    ///< What makes wavefronts of turns.
  std::optional<BankPicture> Before; ///< Nothing where nothing is proven.
  std::optional<BankPicture> After;
  std::string
      Remedy; ///< Of After: "XOR swizzle <5,0,5>, 'tile[row][col ^ row]'".
  /// What else is to be known of After, or why there is none; may be empty.
  std::string RemedyNote;
};

/// \p Access is one of \p Report.
BankMap bankMapOf(const AccessRecord &Access, const FileReport &Report);

/// Of the accesses of \p Reports, by place; of several instances of one access
/// those that look alike are one. \p All: not only those that conflict.
std::vector<BankMap> bankMapsOf(llvm::ArrayRef<FileReport> Reports, bool All);

struct BankMapStyle {
  bool HasColor = false; ///< A colour for each bank.
  bool IsNarrow = false; ///< For less than 110 columns.
};

/// Without a heading.
void printBankMap(llvm::raw_ostream &Out, const BankMap &Map,
                  const BankMapStyle &Style);

/// Each with the access's place and line above.
void printBankMaps(llvm::raw_ostream &Out,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                   const std::vector<BankMap> &Maps, const BankMapStyle &Style);

/// A document of its own: one below the other.
void printBankMapSvg(llvm::raw_ostream &Out, llvm::ArrayRef<BankMap> Maps);

/// The same as an element of a page that has bankMapCss(), and somewhere in an
/// <svg> bankMapDefinitions(). \p Id is unique in the page.
void printBankMapElement(llvm::raw_ostream &Out, const BankMap &Map,
                         llvm::StringRef Id);
std::string bankMapCss();
std::string bankMapDefinitions();

} // namespace warplint

#endif // WARPLINT_REPORT_BANKMAP_H
