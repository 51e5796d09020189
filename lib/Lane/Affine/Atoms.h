//===- Atoms.h - The unknown uniform integers of a proof --------*- C++ -*-===//
//
// An atom is one integer that all lanes of a warp share and that the proof does
// not know: a symbol, a loop's iteration number, the number of the warp, or the
// value of a sub-expression that no affine form can express (u / v, u & w).
//
// In a case of the proof an atom's value may be known modulo something. The
// affine forms of that case are written in the *quotient* of the atom:
//
//     value = Modulus * quotient + Remainder,   quotient in [Lo, Hi]
//
// so that a form's coefficients show at a glance what a term is a multiple of.
//
// A derived atom stands for a quantity that its key defines, for example "the
// value of this node in lane 5": equal keys are equal numbers in every case.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_AFFINE_ATOMS_H
#define WARPLINT_LIB_LANE_AFFINE_ATOMS_H

#include "warplint/Lane/LaneExpr.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace warplint {

/// Wide enough for sums of products of 64-bit numbers.
using Wide = __int128;

Wide floorDivide(Wide Dividend, Wide Divisor);
Wide ceilDivide(Wide Dividend, Wide Divisor);

/// All integers from Lo to Hi.
struct Interval {
  Wide Lo = 0, Hi = 0;
  bool isPoint() const { return Lo == Hi; }
  bool isEmpty() const { return Lo > Hi; }
  bool contains(Wide Value) const { return Lo <= Value && Value <= Hi; }
};

/// The numbers Modulus * q + Remainder for q in [Lo, Hi].
struct Congruence {
  int64_t Modulus = 1;
  int64_t Remainder = 0;
  int64_t Lo = INT64_MIN;
  int64_t Hi = INT64_MAX;

  bool isEmpty() const { return Lo > Hi; }
  bool isPoint() const { return Lo == Hi; }
  Wide count() const { return Wide(Hi) - Lo + 1; }
  Wide valueAt(int64_t Quotient) const {
    return Wide(Modulus) * Quotient + Remainder;
  }
  /// The quotient that is closest to \p Quotient.
  int64_t within(Wide Quotient) const {
    return static_cast<int64_t>(std::clamp<Wide>(Quotient, Lo, Hi));
  }
  /// Those whose quotient is Step * q' + Offset, written in q'.
  Congruence refined(int64_t Step, int64_t Offset) const;
  friend bool operator==(const Congruence &, const Congruence &) = default;
};

/// The multiples of \p MultipleOf from \p Lo to \p Hi.
Congruence multiplesWithin(Wide Lo, Wide Hi, int64_t MultipleOf = 1);

using AtomId = unsigned;

enum class AtomKind : uint8_t {
  Symbol,    ///< Number = symbol.
  Iteration, ///< Number = loop.
  BlockDim,  ///< Number = axis.
  ThreadIdx, ///< Number = axis, of which all lanes of the warp have one index.
  WarpInRow, ///< A part of threadIdx.x that lanes share; Number = way to lie.
  Derived,   ///< A quantity defined by a node.
  Product,   ///< Of other atoms' quotients.
};

/// What a derived atom is, given the value v of its node in its lane.
enum class DerivedRole : uint8_t {
  Value,        ///< v, unsigned below 64 bits, signed at 64.
  Quotient,     ///< floor(v / Parameter), v unsigned.
  SignedFloor,  ///< floor(v / Parameter), v signed.
  SignedTrunc,  ///< v / Parameter rounded towards zero, v signed.
  MaskedBits,   ///< v & Parameter, shifted right by Parameter's low zeros.
  HighBits,     ///< v >> Parameter, v unsigned.
  WrapUnsigned, ///< How often 2^width is added to a form of v to give v
                ///< unsigned.
  WrapSigned,   ///< The same for v signed.
  SelectDelta,  ///< (v - the value if false) / Parameter.
  Whole,        ///< (v - its form's constant) / Parameter, v uniform: taken as
                ///< one number, whatever it is made of.
};

struct Atom {
  AtomKind Kind = AtomKind::Symbol;
  unsigned Number = 0;
  /// What is known of a base atom in every case.
  Congruence Initial = {};
  // Of derived atoms:
  const LaneExpr *Node = nullptr;
  unsigned Step = 0; ///< Which step of which loop, 0 outside of stepping.
  unsigned Lane = 0;
  DerivedRole Role = DerivedRole::Value;
  int64_t Parameter = 0;
  /// Of products: two or more other atoms, ascending.
  std::vector<AtomId> Factors = {};

  bool isBase() const {
    return Kind != AtomKind::Derived && Kind != AtomKind::Product;
  }
  bool countsWraps() const {
    return Kind == AtomKind::Derived && (Role == DerivedRole::WrapUnsigned ||
                                         Role == DerivedRole::WrapSigned);
  }
  /// By how much the value of a derived atom's node grows when the atom grows
  /// by one; 0 where only a form can tell.
  Wide weight() const;
};

/// Hands out one id for one atom; shared by all cases of a proof.
class AtomTable {
public:
  AtomId base(AtomKind Kind, unsigned Number, const Congruence &Initial);
  AtomId derived(const LaneExpr *Node, unsigned Step, unsigned Lane,
                 DerivedRole Role, int64_t Parameter);
  AtomId product(std::vector<AtomId> Factors);
  /// A number for "step \p Iteration of \p Loop within \p Outer".
  unsigned step(unsigned Outer, unsigned Loop, uint64_t Iteration);

  const Atom &operator[](AtomId Id) const { return Atoms[Id]; }
  /// Those of a product; any other atom is its only factor.
  std::vector<AtomId> factorsOf(AtomId Id) const;
  size_t size() const { return Atoms.size(); }

private:
  /// The atom of \p Key; \p A, where there is none yet.
  template <typename Table>
  AtomId idIn(Table &Known, const Table::key_type &Key, Atom A);

  std::vector<Atom> Atoms;
  std::map<std::pair<AtomKind, unsigned>, AtomId> Bases;
  std::map<
      std::tuple<const LaneExpr *, unsigned, unsigned, DerivedRole, int64_t>,
      AtomId>
      Derivations;
  std::map<std::vector<AtomId>, AtomId> Products;
  std::map<std::tuple<unsigned, unsigned, uint64_t>, unsigned> Steps;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_ATOMS_H
