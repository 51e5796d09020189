//===- SymbolBinding.h - An access with some symbols known ------*- C++ -*-===//
//
// A launch passes constants, and the user may promise more. What is known of a
// kernel's uniform symbols is put into the expressions of its accesses:
//
//   4 * (threadIdx.x * pitch + k)   is, with
//     pitch = 33                    4 * (threadIdx.x * 33 + k)
//     pitch a multiple of 8         4 * (threadIdx.x * (8 * q) + k), q is new
//
// Loops whose continuation depends on such a symbol, and the values that they
// carry, are copied, so that expressions of several launches live in one
// LaneContext side by side. What a loop leaves behind is a number where it follows
// from what is known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_SYMBOLBINDING_H
#define WARPLINT_LANE_SYMBOLBINDING_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warplint {

/// The values that a symbol may have, as its reader knows them: those in
/// [Least, Most] that are Residue modulo Modulus.
struct SymbolValues {
  std::optional<int64_t> Least, Most;
  uint64_t Modulus = 1;
  uint64_t Residue = 0; ///< Less than Modulus. Positive: the value is, too.

  static SymbolValues exactly(int64_t Value) { return {Value, Value}; }
  /// Those that both allow; nothing when no value does, or when the moduli have
  /// no common multiple below 2^31.
  std::optional<SymbolValues> with(const SymbolValues &Other) const;
};

class SymbolBinding {
public:
  explicit SymbolBinding(LaneContext &Context) : C(Context) {}

  /// From now on the symbol has \p Values alone. False, and nothing changes,
  /// when none of them is one that the symbol can have. To be called before the
  /// first expression is asked for.
  bool restrict(unsigned Symbol, const SymbolValues &Values);

  bool empty() const { return Symbols.empty(); }

  /// \p E with what is known put in; \p E itself where that changes nothing.
  /// Null stays null.
  const LaneExpr *operator()(const LaneExpr *E);

  /// The number by which specialized expressions know the loop \p Number.
  unsigned loop(unsigned Number);

  /// The restricted symbols on which the value of \p E (not specialized)
  /// depends, be it through the number of iterations of a loop; in ascending
  /// order.
  llvm::SmallVector<unsigned, 4> symbolsIn(const LaneExpr *E);

private:
  void settle(const LaneExpr *E);
  bool isAffected(const LaneExpr *E) const { return Affected.contains(E); }
  const LaneExpr *rebuild(const LaneExpr *E);
  const LaneExpr *rebuildSymbol(const LaneExpr *E);

  LaneContext &C;
  llvm::DenseMap<unsigned, const LaneExpr *> Symbols;
  llvm::DenseSet<const LaneExpr *> Settled, Affected;
  llvm::DenseMap<const LaneExpr *, const LaneExpr *> Rebuilt;
  llvm::DenseMap<unsigned, unsigned> Loops;
};

} // namespace warplint

#endif // WARPLINT_LANE_SYMBOLBINDING_H
