//===- AlignmentFinding.h - What is said of a misaligned access -*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_ALIGNMENTFINDING_H
#define WARPLINT_LIB_CHECKS_ALIGNMENTFINDING_H

#include "warplint/Checks/Check.h"
#include <map>
#include <optional>
#include <string>

namespace warplint {

/// Where a shared array begins, modulo the width of an access.
struct ArrayStart {
  /// The worse, the greater.
  enum class Kind : uint8_t {
    Promised,  ///< At a multiple, as declared.
    ByLuck,    ///< At one, since nothing before it has an odd size.
    Unknown,   ///< At one or not: what is before it is not known.
    Misplaced, ///< Not at one, as nvcc lays arrays out.
  } What = Kind::Promised;
  const SourceVariable *Array = nullptr; ///< Null where Promised.
  uint64_t Align = 1;                    ///< As declared.
  uint64_t Remainder = 0;                ///< Where Misplaced.
  /// A variable whose size moves it; null where none does or it has no
  /// declaration.
  const SourceVariable *Mover = nullptr;
};

/// What holds of one access.
struct Misalignment {
  /// The worse, the greater.
  enum class Kind : uint8_t {
    None,
    ByLuck,     ///< Aligned, which no declaration promises.
    Array,      ///< The offset is aligned, and the array need not be.
    SomeValues, ///< The offset is not aligned, in some cases.
    Certain,    ///< The offset is not aligned whenever it is executed.
  } What = Kind::None;
  unsigned Width = 0;
  uint64_t ArrayBytes = 0; ///< Witnesses are within it.
  ArrayStart Start;
  const AccessRecord *Record = nullptr;
  LaunchRecord Launch;
  /// Of SomeValues and Certain.
  std::string Witness;   ///< "in warp 0, lane 1 is at byte 132 of 's', ...".
  std::string Condition; ///< "misaligned unless n is a multiple of 4".
  bool AssumesNoWrap = false;
  bool AssumesGuards = false;

  /// Takes from \p Proven, about \p Offset in the array, what there is to say.
  void setOffsets(const LaneContext &Context, const LaneExpr &Offset,
                  const ProofResult &Proven);
};

/// Edits that give declarations the alignment that accesses want of them. One
/// declares several arrays, or is read with several widths: the widest counts.
class AlignasFixes {
public:
  AlignasFixes(FileFacts &Facts, FindingSink &Sink)
      : Facts(Facts), Sink(Sink) {}

  void want(const Misalignment &M);
  /// The number of the fix, once all are wanted; nothing where there is none.
  std::optional<size_t> fixOf(const Misalignment &M);

private:
  struct Edit {
    uint64_t Align = 0;
    std::string Array;
    std::optional<size_t> Number;
    bool IsMade = false;
  };
  using Place = std::pair<std::string, uint64_t>; ///< File and offset.
  std::optional<Place> placeOf(const Misalignment &M) const;

  FileFacts &Facts;
  FindingSink &Sink;
  std::map<Place, Edit> Edits;
};

/// The same holds of \p Others accesses of its array, which want no more.
Finding findingOn(const Misalignment &M, unsigned Others, Severity AssumedLevel,
                  AlignasFixes &Fixes);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_ALIGNMENTFINDING_H
