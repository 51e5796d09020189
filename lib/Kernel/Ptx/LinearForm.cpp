//===- LinearForm.cpp - Arithmetic of linear forms ------------------------===//

#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool sameLeaf(const PtxTerm &L, const PtxTerm &R) {
  return L.Leaf == R.Leaf && L.Argument == R.Argument &&
         L.Special == R.Special && L.Axis == R.Axis && L.Name == R.Name &&
         L.LowBits == R.LowBits && L.SignExtend == R.SignExtend;
}

/// Unsigned arithmetic wraps around where signed would be undefined.
static int64_t wrappingAdd(int64_t L, int64_t R) {
  return int64_t(uint64_t(L) + uint64_t(R));
}
static int64_t wrappingMul(int64_t L, int64_t R) {
  return int64_t(uint64_t(L) * uint64_t(R));
}

/// Brings the numbers into the signed range of Bits: r + 0xfffffff0 becomes r -
/// 16, which stays right when the sum is widened.
static void normalize(PtxLinear &Form) {
  erase_if(Form.Terms, [](const PtxTerm &T) { return T.Coefficient == 0; });
  if (Form.Bits <= 1 || Form.Bits >= 64 || Form.Terms.empty())
    return;
  Form.Constant = SignExtend64(uint64_t(Form.Constant), Form.Bits);
  for (PtxTerm &T : Form.Terms)
    T.Coefficient = SignExtend64(uint64_t(T.Coefficient), Form.Bits);
}

PtxLinear warplint::ptx::constantForm(int64_t Value, unsigned Bits) {
  PtxLinear Form;
  Form.Constant = Value;
  Form.Bits = Bits;
  return Form;
}

PtxLinear warplint::ptx::leafForm(PtxTerm Term, unsigned Bits) {
  PtxLinear Form;
  Form.Bits = Bits;
  Form.Terms.push_back(std::move(Term));
  return Form;
}

PtxLinear warplint::ptx::addForms(const PtxLinear &L, const PtxLinear &R) {
  PtxLinear Sum = L;
  Sum.Constant = wrappingAdd(L.Constant, R.Constant);
  Sum.Bits = std::max(L.Bits, R.Bits);
  Sum.AssumesNoWrap |= R.AssumesNoWrap;
  for (const PtxTerm &T : R.Terms) {
    auto *Same =
        find_if(Sum.Terms, [&](const PtxTerm &S) { return sameLeaf(S, T); });
    if (Same == Sum.Terms.end())
      Sum.Terms.push_back(T);
    else
      Same->Coefficient = wrappingAdd(Same->Coefficient, T.Coefficient);
  }
  normalize(Sum);
  return Sum;
}

PtxLinear warplint::ptx::scaleForm(const PtxLinear &Form, int64_t Factor) {
  PtxLinear Product = Form;
  Product.Constant = wrappingMul(Form.Constant, Factor);
  for (PtxTerm &T : Product.Terms)
    T.Coefficient = wrappingMul(T.Coefficient, Factor);
  normalize(Product);
  return Product;
}

std::optional<PtxLinear> warplint::ptx::multiplyForms(const PtxLinear &L,
                                                      const PtxLinear &R) {
  if (!L.isConstant() && !R.isConstant())
    return std::nullopt;
  PtxLinear Product =
      L.isConstant() ? scaleForm(R, L.Constant) : scaleForm(L, R.Constant);
  Product.Bits = std::max(L.Bits, R.Bits);
  return Product;
}

static void extendConstant(PtxLinear &Form, bool Signed) {
  const uint64_t Value = uint64_t(Form.Constant);
  Form.Constant = Signed
                      ? SignExtend64(Value, Form.Bits)
                      : int64_t(Value & maskTrailingOnes<uint64_t>(Form.Bits));
}

static void extendTerms(PtxLinear &Form, bool Signed) {
  const bool IsLeaf = Form.Terms.size() == 1 && Form.Constant == 0 &&
                      Form.Terms.front().Coefficient == 1;
  Form.AssumesNoWrap |= !IsLeaf;
  for (PtxTerm &T : Form.Terms) {
    if (T.LowBits == 0) {
      T.LowBits = Form.Bits;
      T.SignExtend = Signed;
      continue;
    }
    // Extended from fewer bits before. Zero-extending what was sign-extended is
    // right as long as it is not negative.
    Form.AssumesNoWrap |= T.SignExtend && !Signed;
  }
}

/// Only the low \p Bits count from here on: how a leaf was extended beyond them
/// no longer matters, and terms may become equal.
static PtxLinear truncateTerms(const PtxLinear &Form, unsigned Bits) {
  PtxLinear Result = constantForm(Form.Constant, Bits);
  Result.AssumesNoWrap = Form.AssumesNoWrap;
  for (PtxTerm T : Form.Terms) {
    if (T.LowBits >= Bits) {
      T.LowBits = 0;
      T.SignExtend = false;
    }
    Result = addForms(Result, leafForm(std::move(T), Bits));
  }
  return Result;
}

PtxLinear warplint::ptx::resizeForm(PtxLinear Form, unsigned Bits,
                                    bool Signed) {
  if (Form.Bits != 0 && Form.Bits < 64 && Bits > Form.Bits) {
    if (Form.isConstant())
      extendConstant(Form, Signed);
    else
      extendTerms(Form, Signed);
  } else if (Bits < Form.Bits) {
    Form = truncateTerms(Form, Bits);
  }
  Form.Bits = Bits;
  if (Form.isConstant() && Bits > 0 && Bits < 64)
    Form.Constant = SignExtend64(uint64_t(Form.Constant), Bits);
  normalize(Form);
  return Form;
}

bool warplint::ptx::sameForm(const PtxLinear &L, const PtxLinear &R) {
  if (L.Constant != R.Constant || L.Bits != R.Bits ||
      L.Terms.size() != R.Terms.size())
    return false;
  return all_of(L.Terms, [&](const PtxTerm &T) {
    return any_of(R.Terms, [&](const PtxTerm &S) {
      return sameLeaf(S, T) && S.Coefficient == T.Coefficient;
    });
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::optional<int64_t> PtxLinear::asConstant() const {
  if (!Terms.empty())
    return std::nullopt;
  return Constant;
}

/// The only term of \p Form when the form is equal to its leaf.
static const PtxTerm *onlyLeaf(const PtxLinear &Form) {
  if (Form.Terms.size() != 1 || Form.Constant != 0)
    return nullptr;
  const PtxTerm &T = Form.Terms.front();
  return T.Coefficient == 1 && T.LowBits == 0 ? &T : nullptr;
}

std::optional<unsigned> PtxLinear::asArgument() const {
  const PtxTerm *T = onlyLeaf(*this);
  if (!T || T->Leaf != PtxTerm::LeafKind::Argument)
    return std::nullopt;
  return T->Argument;
}

std::optional<PtxSpecial> PtxLinear::asSpecial() const {
  const PtxTerm *T = onlyLeaf(*this);
  if (!T || T->Leaf != PtxTerm::LeafKind::Special)
    return std::nullopt;
  return T->Special;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string printLeaf(const PtxTerm &T) {
  std::string Leaf = T.Leaf == PtxTerm::LeafKind::Argument
                         ? "arg" + std::to_string(T.Argument)
                         : T.Name;
  if (T.LowBits == 0)
    return Leaf;
  return (T.SignExtend ? "sext" : "zext") + std::to_string(T.LowBits) + "(" +
         Leaf + ")";
}

/// Appends " + " or " - " and the amount; the magnitude is unsigned so that the
/// smallest number has one.
static void appendSummand(std::string &Out, int64_t Factor, StringRef Leaf) {
  const bool Negative = Factor < 0;
  const uint64_t Magnitude = Negative ? 0 - uint64_t(Factor) : uint64_t(Factor);
  if (Out.empty())
    Out += Negative ? "-" : "";
  else
    Out += Negative ? " - " : " + ";
  if (Leaf.empty())
    Out += std::to_string(Magnitude);
  else
    Out += (Magnitude == 1 ? "" : std::to_string(Magnitude) + "*") + Leaf.str();
}

std::string PtxLinear::print() const {
  std::string Out;
  for (const PtxTerm &T : Terms)
    appendSummand(Out, T.Coefficient, printLeaf(T));
  if (Constant != 0 || Terms.empty())
    appendSummand(Out, Constant, "");
  return Out;
}

static StringRef compareText(PtxCompare Op) {
  switch (Op) {
  case PtxCompare::Eq:
    return " == ";
  case PtxCompare::Ne:
    return " != ";
  case PtxCompare::Lt:
    return " < ";
  case PtxCompare::Le:
    return " <= ";
  case PtxCompare::Gt:
    return " > ";
  case PtxCompare::Ge:
    return " >= ";
  }
  return "";
}

static std::string printCondition(const PtxCondition &C) {
  if (C.What == PtxCondition::Kind::Compare)
    return C.Left.print() + compareText(C.Op).str() + C.Right.print();
  std::string Text =
      C.What == PtxCondition::Kind::OneLane ? "one lane" : "(" + C.Text + ")";
  return C.Negated ? "not " + Text : Text;
}

std::string warplint::printGuard(const PtxGuard &Guard) {
  std::string Out;
  for (const PtxCondition &C : Guard)
    Out += (Out.empty() ? "" : " and ") + printCondition(C);
  return Out;
}
