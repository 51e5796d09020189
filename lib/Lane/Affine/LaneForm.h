//===- LaneForm.h - A value of 32 lanes as affine forms ---------*- C++ -*-===//
//
//     value(lane) = Constant[lane] + sum over terms of Factor[lane] * atom
//
// where "atom" is the quotient of an atom in the case at hand (Atoms.h). A form
// of a bit vector of width w denotes the value modulo 2^w; constants and
// factors are kept in the signed range of the width. Truth values (width 1) are
// the integers 0 and 1.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_AFFINE_LANEFORM_H
#define WARPLINT_LIB_LANE_AFFINE_LANEFORM_H

#include "Atoms.h"
#include "warplint/Warp/WarpModel.h"
#include <array>
#include <bit>
#include <optional>

namespace warplint {

using LaneNumbers = std::array<int64_t, WarpSize>;

/// The lanes of a mask, for range-based for.
class LanesOf {
public:
  explicit LanesOf(LaneMask Mask) : Mask(Mask) {}
  struct Iterator {
    LaneMask Rest;
    unsigned operator*() const { return std::countr_zero(Rest); }
    Iterator &operator++() {
      Rest &= Rest - 1;
      return *this;
    }
    bool operator!=(const Iterator &Other) const { return Rest != Other.Rest; }
  };
  Iterator begin() const { return {Mask}; }
  Iterator end() const { return {0}; }

private:
  LaneMask Mask;
};

inline LaneNumbers filled(int64_t Value) {
  LaneNumbers Numbers;
  Numbers.fill(Value);
  return Numbers;
}

/// The same number in all lanes of \p Mask.
bool isUniformIn(const LaneNumbers &Numbers, LaneMask Mask);

/// Modulo 2^64.
inline int64_t wrappedAdd(int64_t A, int64_t B) {
  return static_cast<int64_t>(uint64_t(A) + uint64_t(B));
}
inline int64_t wrappedMul(int64_t A, int64_t B) {
  return static_cast<int64_t>(uint64_t(A) * uint64_t(B));
}

inline unsigned firstLane(LaneMask Mask) { return std::countr_zero(Mask); }

/// Why a lane has no form. Opaque value number n is code FirstOpaque + n.
enum LaneFault : uint16_t {
  NoFault = 0,
  Undefined = 1, ///< A division by zero, a shift by the width or more.
  Undecided = 2, ///< Would need a decision that the relaxed mode does not take.
  NoSource = 3,  ///< Shuffled from a lane that the warp does not have.
  FirstOpaque = 4
};

/// No proof can know the value: it is that of an Opaque leaf or of a lane that
/// is not there.
constexpr bool isUnknowable(uint16_t Fault) { return Fault >= NoSource; }

struct Term {
  AtomId Atom = 0;
  LaneNumbers Factor = {};

  /// Some lane of \p Mask has a factor.
  bool isIn(LaneMask Mask) const {
    for (unsigned L : LanesOf(Mask))
      if (Factor[L] != 0)
        return true;
    return false;
  }
};

struct LaneForm {
  LaneMask Lanes = 0;  ///< Lanes that were evaluated.
  LaneMask Faulty = 0; ///< Lanes without a form; Fault says why.
  LaneNumbers Constant = {};
  std::array<uint16_t, WarpSize> Fault = {};
  std::vector<Term> Terms =
      {}; ///< Ascending by atom; none is zero in all lanes.

  void setFault(LaneMask Mask, uint16_t Why);
  /// Gives the faulty lanes of \p Other their fault here, too; returns the
  /// lanes of \p Mask that are left.
  LaneMask takeFaults(const LaneForm &Other, LaneMask Mask);
  /// Takes over the lanes \p Mask of \p Other.
  void merge(const LaneForm &Other, LaneMask Mask);
  void merge(LaneForm &&Other, LaneMask Mask);
  /// Lanes of \p Mask in which some term has a factor.
  LaneMask symbolicLanes(LaneMask Mask) const;
  /// Lanes of \p Mask in which the constant is not zero.
  LaneMask nonZeroLanes(LaneMask Mask) const;
  /// Every factor is a multiple of \p Divisor.
  bool areMultiples(unsigned Lane, int64_t Divisor) const;
  /// The same constant and factors in all lanes of \p Mask.
  bool isUniform(LaneMask Mask) const;
  Term &termOf(AtomId Atom);

private:
  bool isReplacedBy(const LaneForm &Other, LaneMask Mask) const;
};

/// Brings constants and factors into the range of \p Width, drops zero terms.
void normalize(LaneForm &Form, unsigned Width);
/// Bits as a form keeps them and back.
int64_t storedConstant(uint64_t Bits, unsigned Width);

/// The same form in lane \p L of both.
bool sameInLane(const LaneForm &A, const LaneForm &B, unsigned L);

/// Form = A + Scale * B in the lanes of \p Mask, not normalized.
LaneForm addScaled(const LaneForm &A, const LaneForm &B, int64_t Scale,
                   LaneMask Mask);
LaneForm scaled(const LaneForm &A, const LaneNumbers &Scale, LaneMask Mask);
LaneForm constantForm(int64_t Value, LaneMask Mask);

inline uint64_t magnitude(int64_t Value) {
  return Value < 0 ? uint64_t(0) - static_cast<uint64_t>(Value)
                   : static_cast<uint64_t>(Value);
}

/// One lane's linear part in lowest terms: Scale * (sum of Factor * atom), the
/// first factor positive where all can change their signs.
struct LinearPart {
  std::vector<std::pair<AtomId, int64_t>> Terms;
  int64_t Scale = 1;
};
LinearPart linearPart(const LaneForm &Form, unsigned Lane);

/// linearPart() lane by lane: neighbors with the same factors share it.
class LinearParts {
public:
  explicit LinearParts(const LaneForm &Form) : Form(Form) {}

  /// True where the part of \p Lane is another than that of the lane before.
  bool moveTo(unsigned Lane);
  const LinearPart &operator*() const { return Part; }
  const LinearPart *operator->() const { return &Part; }

private:
  const LaneForm &Form;
  LinearPart Part;
  std::optional<unsigned> Last;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_LANEFORM_H
