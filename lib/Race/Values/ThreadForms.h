//===- ThreadForms.h - Sums of what a thread knows and a block shares -*- C++ -*-===//
//
// A value of one thread is kept as a number of its own plus unknowns that all
// threads of the block share:
//
//   4 * (n * blockIdx.x + threadIdx.x)   of thread 5:   20 + 4 * {n * blockIdx.x}
//
// Two threads' values are equal, or differ by a known number, where their sums
// of unknowns are the same one: whatever the unknowns are. What is computed from
// unknowns in another way than by sums is an unknown again: one for one operation
// on equal operands.
//
// Assumption, as of all index arithmetic (Prover.h): sums with unknowns do not
// wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_VALUES_THREADFORMS_H
#define WARPLINT_LIB_RACE_VALUES_THREADFORMS_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace warplint {

/// A number, plus a sum of unknowns by its number in FormTable.
struct ThreadForm {
  static constexpr uint32_t Unknown = ~uint32_t(0);

  int64_t Number = 0;
  uint32_t Sum = 0; ///< 0: no unknowns. Unknown: nothing is known.

  static ThreadForm unknown() { return {0, Unknown}; }
  bool isKnown() const { return Sum != Unknown; }
  bool isNumber() const { return Sum == 0; }
  friend auto operator<=>(const ThreadForm &, const ThreadForm &) = default;
};

/// An operation on sums. Of one operand: R is its width.
struct UnknownSource {
  LaneOp Op = LaneOp::Const;
  unsigned Width = 0;
  ThreadForm L, R;
  ThreadForm If = {}; ///< Of Select: truth value for L.
};

/// Where an unknown comes from.
struct SharedUnknown {
  std::optional<UnknownSource> From; ///< Nothing: from no others.
  std::optional<uint32_t> Alike;     ///< It may be the same as that one.
  bool IsLaunch = false;             ///< Of parameters, block and grid alone.
  bool IsOfBlockIdx = false;         ///< The number of the block is in it.
  bool IsOfGridDim = false;          ///< The number of blocks is.
  bool IsBound = false;              ///< Truth value: an index is in bounds.
  int64_t Lo = INT64_MIN / 4, Hi = INT64_MAX / 4;
  /// It is a multiple of how many threads the block has along x, where that is
  /// not known.
  bool IsOfExtent = false;
  /// It is the place of an array: of which name, empty for the shared memory
  /// that the launch sizes, with a star for what a parameter points to.
  std::optional<std::string> Array;
  /// How large that is, or may be; 0 where that is not known.
  int64_t ArrayBytes = 0;
  int64_t MultipleOf = 1;
  /// As the user knows a number of the launch; else empty.
  std::string Name;
};

/// How the values of two sums lie to each other.
struct SumDistance {
  /// They are places in different arrays.
  bool AreApart = false;
  /// What one is more than the other is a multiple of that, and at least and at
  /// most so much.
  int64_t Step = 1, Least = 0, Most = 0;
  /// It is a multiple of Step times the threads along x.
  bool IsOfExtent = false;
  /// It is Factor times the unknown of that sum alone.
  std::optional<uint32_t> One;
  int64_t Factor = 0;
};

class FormTable {
public:
  FormTable();

  ThreadForm number(uint64_t Bits, unsigned Width) const;
  /// The unknown that a symbol is at the iterations \p At.
  ThreadForm symbol(unsigned Number, const UniformSymbol &Symbol,
                    const std::vector<uint32_t> &At);
  ThreadForm binary(LaneOp Op, unsigned Width, ThreadForm L, ThreadForm R);
  ThreadForm unary(LaneOp Op, ThreadForm Of, unsigned From, unsigned To);
  /// \p Yes where \p If holds, else \p No: of more than one bit.
  ThreadForm select(ThreadForm If, ThreadForm Yes, ThreadForm No);
  /// How many threads the block has along \p Axis: 1 up to \p Most.
  ThreadForm extent(unsigned Axis, int64_t Most);
  /// What loop-carried value \p Number of the block is in the iterations \p At.
  /// With \p First it never grows from that on, nor does it become negative.
  ThreadForm carried(unsigned Number, const std::vector<uint32_t> &At,
                     std::optional<ThreadForm> First);
  /// A known value is at least that.
  int64_t leastOf(ThreadForm F) const {
    return F.isKnown() ? rangeOf(F).first : INT64_MIN;
  }
  /// Number, plus an unknown multiple of Period, at least 0: one for each Entry.
  ThreadForm iteration(uint32_t Number, uint32_t Period, uint32_t Entry);
  /// Each comparison of unknowns has an outcome of its own, as for proofs.
  void keepBoundsApart() { HasBounds = false; }
  bool isForProof() const { return !HasBounds; }
  SumDistance distance(uint32_t L, uint32_t R);
  /// \p F is one truth value that is unknown: that; else null.
  const SharedUnknown *truth(ThreadForm F) const;

  using Term = std::pair<uint32_t, int64_t>; ///< Unknown, factor.
  using Terms = std::vector<Term>;
  const Terms &terms(uint32_t Sum) const { return Sums[Sum]; }
  const SharedUnknown &unknown(uint32_t Number) const {
    return Unknowns[Number];
  }

private:
  uint32_t intern(Terms Of);
  uint32_t added(uint32_t L, uint32_t R);
  uint32_t scaled(uint32_t Of, int64_t Factor);
  ThreadForm sum(ThreadForm L, ThreadForm R, unsigned Width);
  ThreadForm product(ThreadForm Of, int64_t Factor, unsigned Width);
  ThreadForm operation(LaneOp Op, unsigned Width, ThreadForm L, ThreadForm R);
  ThreadForm compare(LaneOp Op, unsigned Width, ThreadForm L, ThreadForm R);
  bool inTwoArrays(ThreadForm L, ThreadForm R);
  ThreadForm bound(ThreadForm L, ThreadForm R);
  ThreadForm logical(LaneOp Op, ThreadForm L, ThreadForm R);
  ThreadForm byDivisor(LaneOp Op, unsigned Width, ThreadForm L, uint64_t Power);
  bool areMultiples(uint32_t Sum, int64_t Of) const;
  bool isOfExtent(uint32_t Sum) const;
  std::pair<int64_t, int64_t> rangeOf(ThreadForm F) const;
  uint32_t addUnknown(SharedUnknown U);

  std::vector<Terms> Sums; ///< Sorted by unknown.
  std::map<Terms, uint32_t> SumNumbers;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Added;
  std::map<std::pair<uint32_t, int64_t>, uint32_t> Scaled;
  std::vector<SharedUnknown> Unknowns;
  std::map<std::pair<unsigned, std::vector<uint32_t>>, uint32_t> Symbols,
      Carried;
  /// By name, width and iterations: unknowns that memory gave.
  std::map<std::tuple<std::string, unsigned, std::vector<uint32_t>>, uint32_t>
      Loads;
  std::map<unsigned, uint32_t> Extents; ///< By axis.
  std::map<std::tuple<LaneOp, unsigned, ThreadForm, ThreadForm>, uint32_t>
      Operations;
  /// By condition, the sum of the one value, and how much the other is more.
  std::map<std::tuple<uint32_t, uint32_t, ThreadForm>, uint32_t> Selected;
  std::map<uint32_t, uint32_t> Bounds;    ///< By difference.
  std::map<uint32_t, uint32_t> Multiples; ///< By the entry of a loop.
  std::optional<uint32_t> LaunchSized;    ///< The place of extern __shared__.
  bool HasBounds = true;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_THREADFORMS_H
