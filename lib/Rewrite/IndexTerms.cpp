//===- IndexTerms.cpp - The rows that an index speaks of ------------------===//

#include "UseFinder.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

std::optional<uint64_t> numberOf(const Expr &E, const ASTContext &Context) {
  Expr::EvalResult Value;
  if (E.isValueDependent() || !E.EvaluateAsInt(Value, Context) ||
      Value.Val.getInt().isNegative())
    return std::nullopt;
  return Value.Val.getInt().tryZExtValue();
}

static std::optional<uint64_t>
mostOf(const BinaryOperator &B, const ASTContext &Context, MostOfName OfName) {
  auto L = mostOf(*B.getLHS(), Context, OfName),
       R = mostOf(*B.getRHS(), Context, OfName);
  auto Number = numberOf(*B.getRHS(), Context);
  switch (B.getOpcode()) {
  case BO_And: // With what is not below 0, whatever the other is.
    return L && R ? std::min(*L, *R) : L ? L : R;
  case BO_Rem:
    return L && Number && *Number ? std::optional(std::min(*L, *Number - 1))
                                  : std::nullopt;
  case BO_Shr:
    return L && Number && *Number < 64 ? std::optional(*L >> *Number)
                                       : std::nullopt;
  case BO_Add:
    return L && R ? std::optional(llvm::SaturatingAdd(*L, *R)) : std::nullopt;
  case BO_Mul:
    return L && R ? std::optional(llvm::SaturatingMultiply(*L, *R))
                  : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> mostOf(const Expr &E, const ASTContext &Context,
                               MostOfName OfName) {
  const QualType Type = E.getType();
  if (!Type->isIntegralOrUnscopedEnumerationType() || E.isValueDependent())
    return std::nullopt;
  if (auto Number = numberOf(E, Context))
    return Number;
  const unsigned Bits =
      Context.getIntWidth(Type) - Type->isSignedIntegerOrEnumerationType();
  const uint64_t MostOfType = llvm::maskTrailingOnes<uint64_t>(Bits);
  std::optional<uint64_t> Most;
  const Expr *Bare = E.IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Bare))
    Most = mostOf(*Cast->getSubExpr(), Context, OfName);
  else if (const auto *B = dyn_cast<BinaryOperator>(Bare))
    Most = mostOf(*B, Context, OfName);
  else if (const auto *Name = dyn_cast<DeclRefExpr>(Bare))
    Most = OfName(*Name);
  // What wraps around can be any value of the type.
  if (Most && *Most <= MostOfType)
    return Most;
  return Type->isUnsignedIntegerOrEnumerationType() ? std::optional(MostOfType)
                                                    : std::nullopt;
}

struct IndexTerm {
  const Expr *E;
  bool IsSubtracted = false;
  /// Of `r * 32`, `32 * r`, `r << 5`.
  const Expr *Row = nullptr, *Factor = nullptr;
  uint64_t Stride = 0;
  /// A number by itself.
  std::optional<uint64_t> Number = std::nullopt;
};

namespace {

/// The terms of a sum, in the order of its text.
class TermReader {
public:
  TermReader(const ASTContext &Context,
             llvm::function_ref<bool(const Expr &)> IsFixed)
      : Context(Context), IsFixed(IsFixed) {}

  std::vector<IndexTerm> Terms;

  void read(const Expr &E, bool IntoParentheses, bool IsSubtracted = false) {
    const Expr *Bare = E.IgnoreImpCasts();
    if (const auto *P = dyn_cast<ParenExpr>(Bare); P && IntoParentheses) {
      const auto *Sum = dyn_cast<BinaryOperator>(E.IgnoreParenImpCasts());
      if (Sum && Sum->isAdditiveOp())
        Bare = Sum;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(Bare);
        B && B->isAdditiveOp()) {
      read(*B->getLHS(), IntoParentheses, IsSubtracted);
      return read(*B->getRHS(), IntoParentheses,
                  IsSubtracted != (B->getOpcode() == BO_Sub));
    }
    IndexTerm T{Bare, IsSubtracted};
    if (IsFixed(*Bare))
      T.Number = numberOf(*Bare, Context);
    if (!IsSubtracted && !T.Number)
      readRow(T);
    Terms.push_back(T);
  }

private:
  const ASTContext &Context;
  /// What it computes is the same wherever its text is expanded.
  const llvm::function_ref<bool(const Expr &)> IsFixed;

  void readRow(IndexTerm &T) const {
    const auto *B = dyn_cast<BinaryOperator>(T.E->IgnoreParenImpCasts());
    if (!B || (B->getOpcode() != BO_Mul && B->getOpcode() != BO_Shl))
      return;
    const bool IsShift = B->getOpcode() == BO_Shl;
    const Expr *Row = B->getLHS(), *Factor = B->getRHS();
    auto Number = numberOf(*Factor, Context);
    if (!Number && !IsShift) {
      std::swap(Row, Factor);
      Number = numberOf(*Factor, Context);
    }
    if (!Number || (IsShift && *Number > 31) || *Number > UINT32_MAX)
      return;
    T.Stride = IsShift ? uint64_t(1) << *Number : *Number;
    T.Row = Row;
    T.Factor = IsShift ? nullptr : Factor;
  }
};

} // namespace

/// \p E, or what is in its parentheses where a macro has put them.
std::optional<WrittenIndex> UseFinder::termOf(const Expr &E) const {
  if (auto Found = indexOf(E))
    return Found;
  return indexOf(*E.IgnoreParenImpCasts());
}

/// Could stand in an expression: parentheses match, and no argument of a macro
/// ends in it.
static bool isWhole(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '(' || C == '[') - (C == ')' || C == ']');
    if (Depth < 0 || (C == ',' && Depth == 0))
      return false;
  }
  return Depth == 0;
}

static TextSpan spanIn(const WrittenIndex &Whole, const WrittenIndex &Part) {
  return {size_t(Part.Begin - Whole.Begin), size_t(Part.End - Part.Begin)};
}

static bool contains(const WrittenIndex &Whole, const WrittenIndex &Part) {
  return Whole.Begin <= Part.Begin && Part.End <= Whole.End;
}

/// The column that \p Terms are; its place in \p Split's text, if they stand
/// together there.
bool UseFinder::setColumn(llvm::ArrayRef<const IndexTerm *> Terms,
                          bool IsTogether, const WrittenIndex &Whole,
                          IndexSplit &Split) const {
  if (Terms.front()->IsSubtracted)
    return false;
  std::vector<WrittenIndex> Parts;
  Split.Column.IsUnsigned = true;
  Split.MostColumn = 0;
  for (const IndexTerm *T : Terms) {
    auto Part = termOf(*T->E);
    if (!Part || !contains(Whole, *Part))
      return false;
    Split.Column.IsUnsigned &= Part->IsUnsigned;
    Split.Column.HasSideEffects |= Part->HasSideEffects;
    Split.MostColumn =
        Split.MostColumn && Part->Most && !T->IsSubtracted
            ? std::optional(llvm::SaturatingAdd(*Split.MostColumn, *Part->Most))
            : std::nullopt;
    if (T != Terms.front())
      Split.Column.Text += T->IsSubtracted ? " - " : " + ";
    Split.Column.Text += Part->Text;
    Parts.push_back(std::move(*Part));
  }
  WrittenIndex All;
  All.Begin = Parts.front().Begin;
  All.End = std::max(All.Begin, Parts.back().End);
  Split.ColumnAt = spanIn(Whole, All);
  llvm::StringRef Text =
      llvm::StringRef(Whole.Text)
          .substr(Split.ColumnAt.Begin, Split.ColumnAt.Length);
  Split.IsVerbatim = IsTogether && isWhole(Text);
  if (!Split.IsVerbatim)
    return true;
  if (Terms.size() > 1)
    Split.Column.Text = Text.str();
  Split.IsColumnApart = Terms.size() == 1 && !indexOf(*Terms.front()->E);
  return true;
}

/// The text of \p Split where its column stands in several places: behind the
/// rows.
bool UseFinder::putTogether(llvm::ArrayRef<IndexTerm> Terms,
                            llvm::ArrayRef<const IndexTerm *> Column,
                            IndexSplit &Split) const {
  Split.Text.clear();
  size_t Row = 0;
  for (const IndexTerm &T : Terms) {
    if (llvm::is_contained(Column, &T))
      continue;
    auto Part = indexOf(*T.E);
    // Numbers that are taken away would have to stand behind another term.
    if (!Part || T.IsSubtracted)
      return false;
    const size_t Begin = Split.Text.size();
    Split.Text += Part->Text + " + ";
    if (!T.Row)
      continue;
    if (auto &Factor = Split.Rows[Row++].Factor) {
      const auto Own = termOf(*T.Factor);
      Factor->Begin = Begin + (Own->Begin - Part->Begin);
    }
  }
  Split.ColumnAt = {Split.Text.size(), Split.Column.Text.size()};
  Split.Text += Split.Column.Text;
  return true;
}

std::optional<IndexSplit> UseFinder::splitBy(uint64_t Stride,
                                             llvm::ArrayRef<IndexTerm> Terms,
                                             const WrittenIndex &Whole) const {
  IndexSplit Split;
  Split.Text = Whole.Text;
  Split.IsVerbatim = true;
  Split.ColumnAt = {Whole.Text.size(), 0};
  Split.Strides.emplace_back();
  std::vector<const IndexTerm *> Column;
  bool IsTogether = true;
  for (const IndexTerm &T : Terms) {
    if (T.Row && T.Stride % Stride == 0) {
      auto Row = termOf(*T.Row);
      if (!Row || !contains(Whole, *Row))
        return std::nullopt;
      RowTerm Found{static_cast<const Operand &>(*Row), std::nullopt};
      if (auto Factor = T.Factor ? termOf(*T.Factor) : std::nullopt;
          Factor && contains(Whole, *Factor))
        Found.Factor = spanIn(Whole, *Factor);
      Split.Rows.push_back(std::move(Found));
      Split.Strides.front().push_back(T.Stride);
      continue;
    }
    // Whole rows by themselves change no column.
    if (T.Number && *T.Number && *T.Number % Stride == 0)
      continue;
    IsTogether &= Column.empty() || Column.back() + 1 == &T;
    Column.push_back(&T);
  }
  if (Column.empty()) {
    Split.Column = {"0", true};
    Split.MostColumn = 0;
    // Behind a shift, a sum would be part of it.
    return Terms.size() == 1 && isa<BinaryOperator>(Terms.front().E) &&
                   cast<BinaryOperator>(Terms.front().E)->getOpcode() != BO_Mul
               ? std::nullopt
               : std::optional(std::move(Split));
  }
  if (!setColumn(Column, IsTogether, Whole, Split) ||
      (!Split.IsVerbatim && !putTogether(Terms, Column, Split)))
    return std::nullopt;
  return Split;
}

void UseFinder::addSplits(llvm::ArrayRef<const Expr *> Sum,
                          WrittenIndex &Index) const {
  constexpr size_t MostSplits = 4;
  if (Index.Text.size() != Index.End - Index.Begin)
    return;
  auto IsFixed = [&](const Expr &E) { return isFixedText(E); };
  std::vector<IndexTerm> Terms;
  for (bool IntoParentheses : {false, true}) {
    TermReader Read(W.Context, IsFixed);
    for (const Expr *E : Sum)
      Read.read(*E, IntoParentheses);
    Terms = std::move(Read.Terms);
    if (llvm::any_of(Terms, [](const IndexTerm &T) { return T.Row; }))
      break;
  }
  llvm::SmallSetVector<uint64_t, 4> Strides;
  for (const IndexTerm &T : Terms)
    if (T.Row && T.Stride > 1)
      Strides.insert(T.Stride);
  for (uint64_t Stride : Strides.getArrayRef().take_front(MostSplits))
    if (auto Split = splitBy(Stride, Terms, Index))
      Index.Splits.push_back(std::move(*Split));
}

/// Loops of the function that holds \p S around it.
unsigned UseFinder::loopsAround(const Stmt *S) const {
  unsigned Loops = 0;
  for (; S; S = W.parentOf(S))
    Loops += isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  return Loops;
}

} // namespace warplint
