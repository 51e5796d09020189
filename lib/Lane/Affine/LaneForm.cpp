//===- LaneForm.cpp - A value of 32 lanes as affine forms -----------------===//

#include "LaneForm.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace warplint {

void LaneForm::setFault(LaneMask Mask, uint16_t Why) {
  for (unsigned L : LanesOf(Mask)) {
    // An undefined lane stays undefined: what else it lacks does not matter.
    if ((Faulty >> L & 1) && Fault[L] <= Why)
      continue;
    Fault[L] = Why;
    Constant[L] = 0;
    for (Term &T : Terms)
      T.Factor[L] = 0;
  }
  Faulty |= Mask;
}

LaneMask LaneForm::takeFaults(const LaneForm &Other, LaneMask Mask) {
  for (unsigned L : LanesOf(Mask & Other.Faulty))
    setFault(LaneMask(1) << L, Other.Fault[L]);
  return Mask & ~Other.Faulty;
}

Term &LaneForm::termOf(AtomId Atom) {
  auto It = std::ranges::lower_bound(Terms, Atom, {}, &Term::Atom);
  if (It == Terms.end() || It->Atom != Atom)
    It = Terms.insert(It, {.Atom = Atom});
  return *It;
}

/// Everything there is, into nothing: by far the most frequent case.
bool LaneForm::isReplacedBy(const LaneForm &Other, LaneMask Mask) const {
  return ((Lanes | Other.Lanes) & ~Mask) == 0;
}

void LaneForm::merge(LaneForm &&Other, LaneMask Mask) {
  if (!isReplacedBy(Other, Mask))
    return merge(std::as_const(Other), Mask);
  const LaneMask Before = Lanes;
  *this = std::move(Other);
  Lanes = Before | Mask;
}

void LaneForm::merge(const LaneForm &Other, LaneMask Mask) {
  if (isReplacedBy(Other, Mask)) {
    const LaneMask Before = Lanes;
    *this = Other;
    Lanes = Before | Mask;
    return;
  }
  for (unsigned L : LanesOf(Mask)) {
    Constant[L] = Other.Constant[L];
    Fault[L] = Other.Fault[L];
    for (Term &T : Terms)
      T.Factor[L] = 0;
  }
  for (const Term &From : Other.Terms) {
    if (!From.isIn(Mask))
      continue;
    Term &To = termOf(From.Atom);
    for (unsigned L : LanesOf(Mask))
      To.Factor[L] = From.Factor[L];
  }
  Lanes |= Mask;
  Faulty = (Faulty & ~Mask) | (Other.Faulty & Mask);
}

LaneMask LaneForm::symbolicLanes(LaneMask Mask) const {
  LaneMask Result = 0;
  for (const Term &T : Terms)
    for (unsigned L : LanesOf(Mask & ~Result))
      if (T.Factor[L] != 0)
        Result |= LaneMask(1) << L;
  return Result;
}

LaneMask LaneForm::nonZeroLanes(LaneMask Mask) const {
  LaneMask Result = 0;
  for (unsigned L : LanesOf(Mask))
    if (Constant[L] != 0)
      Result |= LaneMask(1) << L;
  return Result;
}

bool LaneForm::areMultiples(unsigned Lane, int64_t Divisor) const {
  return std::all_of(Terms.begin(), Terms.end(), [=](const Term &T) {
    return T.Factor[Lane] % Divisor == 0;
  });
}

bool isUniformIn(const LaneNumbers &Numbers, LaneMask Mask) {
  if (!Mask)
    return true;
  if (Mask == AllLanes)
    return std::equal(Numbers.begin() + 1, Numbers.end(), Numbers.begin());
  int64_t First = Numbers[firstLane(Mask)];
  for (unsigned L : LanesOf(Mask))
    if (Numbers[L] != First)
      return false;
  return true;
}

bool LaneForm::isUniform(LaneMask Mask) const {
  if (!isUniformIn(Constant, Mask))
    return false;
  return std::all_of(Terms.begin(), Terms.end(), [Mask](const Term &T) {
    return isUniformIn(T.Factor, Mask);
  });
}

int64_t storedConstant(uint64_t Bits, unsigned Width) {
  return Width == 1 ? static_cast<int64_t>(Bits & 1) : signedValue(Bits, Width);
}

void normalize(LaneForm &Form, unsigned Width) {
  // Truth values are exact integers already.
  if (Width > 1 && Width < 64) {
    auto Wrap = [&](LaneNumbers &Numbers) {
      for (unsigned L : LanesOf(Form.Lanes))
        Numbers[L] = signedValue(Numbers[L], Width);
    };
    Wrap(Form.Constant);
    for (Term &T : Form.Terms)
      Wrap(T.Factor);
  }
  std::erase_if(Form.Terms, [&](const Term &T) { return !T.isIn(Form.Lanes); });
}

bool sameInLane(const LaneForm &A, const LaneForm &B, unsigned L) {
  if (A.Constant[L] != B.Constant[L])
    return false;
  auto HasUnmatched = [L](const LaneForm &X, const LaneForm &Y) {
    for (const Term &T : X.Terms) {
      if (T.Factor[L] == 0)
        continue;
      auto It = std::ranges::find(Y.Terms, T.Atom, &Term::Atom);
      if (It == Y.Terms.end() || It->Factor[L] != T.Factor[L])
        return true;
    }
    return false;
  };
  return !HasUnmatched(A, B) && !HasUnmatched(B, A);
}

LaneForm addScaled(const LaneForm &A, const LaneForm &B, int64_t Scale,
                   LaneMask Mask) {
  LaneForm Sum;
  Sum.Terms.reserve(
      A.Terms.size() + llvm::count_if(B.Terms, [&](const Term &T) {
        return !std::ranges::binary_search(A.Terms, T.Atom, {}, &Term::Atom);
      }));
  Sum.merge(A, Mask);
  Sum.Faulty = 0;
  for (unsigned L : LanesOf(Mask))
    Sum.Constant[L] =
        wrappedAdd(Sum.Constant[L], wrappedMul(Scale, B.Constant[L]));
  for (const Term &T : B.Terms) {
    Term &To = Sum.termOf(T.Atom);
    for (unsigned L : LanesOf(Mask))
      To.Factor[L] = wrappedAdd(To.Factor[L], wrappedMul(Scale, T.Factor[L]));
  }
  return Sum;
}

LaneForm scaled(const LaneForm &A, const LaneNumbers &Scale, LaneMask Mask) {
  LaneForm Result;
  Result.merge(A, Mask);
  Result.Faulty = 0;
  for (unsigned L : LanesOf(Mask)) {
    Result.Constant[L] = wrappedMul(Result.Constant[L], Scale[L]);
    for (Term &T : Result.Terms)
      T.Factor[L] = wrappedMul(T.Factor[L], Scale[L]);
  }
  return Result;
}

LaneForm constantForm(int64_t Value, LaneMask Mask) {
  LaneForm Result{.Lanes = Mask};
  for (unsigned L : LanesOf(Mask))
    Result.Constant[L] = Value;
  return Result;
}

LinearPart linearPart(const LaneForm &Form, unsigned Lane) {
  LinearPart Part;
  uint64_t Divisor = 0;
  for (const Term &T : Form.Terms)
    Divisor = std::gcd(Divisor, magnitude(T.Factor[Lane]));
  if (Divisor == 0)
    return Part;
  int64_t Scale = static_cast<int64_t>(Divisor);
  // The least number has no positive counterpart.
  const bool HasSigns = llvm::none_of(
      Form.Terms, [&](const Term &T) { return T.Factor[Lane] == INT64_MIN; });
  for (const Term &T : Form.Terms) {
    if (T.Factor[Lane] == 0)
      continue;
    if (Part.Terms.empty() && T.Factor[Lane] < 0 && HasSigns)
      Scale = -Scale;
    Part.Terms.emplace_back(T.Atom, T.Factor[Lane] / Scale);
  }
  Part.Scale = Scale;
  return Part;
}

bool LinearParts::moveTo(unsigned Lane) {
  const bool IsNew = !Last || !llvm::all_of(Form.Terms, [&](const Term &T) {
    return T.Factor[*Last] == T.Factor[Lane];
  });
  if (IsNew)
    Part = linearPart(Form, Lane);
  Last = Lane;
  return IsNew;
}

} // namespace warplint
