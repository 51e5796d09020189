//===- SiteCheck.cpp - Rewritten indices, computed for every element ------===//

#include "warplint/Rewrite/SiteCheck.h"
#include "Kernel/Source/IntegerReader.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace warplint {
namespace {

/// Elements that are looked at, at most: no shared array has more.
constexpr uint64_t MostElements = uint64_t(1) << 18;

/// The value of an expression in which some texts stand for numbers.
class IndexEvaluator : IntegerReader {
public:
  IndexEvaluator(const ASTContext &Context, std::vector<std::string> Texts)
      : IntegerReader(Context), Texts(std::move(Texts)) {}

  /// \p Values: what each of the texts stands for.
  std::optional<uint64_t> valueOf(const Expr &E,
                                  llvm::ArrayRef<uint64_t> Values);

private:
  using Parameters = llvm::DenseMap<const ParmVarDecl *, llvm::APSInt>;

  Value known(const Expr &E) override;
  std::optional<size_t> textOf(const Expr &E);
  Value call(const CallExpr &Call);

  const std::vector<std::string> Texts;
  llvm::ArrayRef<uint64_t> Values;
  llvm::DenseMap<const Expr *, std::optional<size_t>> Seen;
  /// Of the function at work.
  Parameters Arguments;
};

/// \p Text without blanks and the parentheses around all of it.
std::string bareText(llvm::StringRef Text) {
  std::string Bare;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Bare += C;
  auto IsWrapped = [&] {
    if (Bare.size() < 2 || Bare.front() != '(' || Bare.back() != ')')
      return false;
    int Depth = 0;
    for (size_t I = 0; I + 1 < Bare.size(); ++I)
      if ((Depth += (Bare[I] == '(') - (Bare[I] == ')')) == 0)
        return false;
    return true;
  };
  while (IsWrapped())
    Bare = Bare.substr(1, Bare.size() - 2);
  return Bare;
}

/// Which of the texts \p E is.
std::optional<size_t> IndexEvaluator::textOf(const Expr &E) {
  auto [At, IsNew] = Seen.try_emplace(&E);
  if (!IsNew)
    return At->second;
  const auto Found = llvm::find(
      Texts, bareText(Lexer::getSourceText(
                 CharSourceRange::getTokenRange(E.getSourceRange()),
                 Context.getSourceManager(), Context.getLangOpts())));
  // In a function of the edit the same text means something else.
  if (Found != Texts.end() && Arguments.empty())
    At->second = Found - Texts.begin();
  return At->second;
}

/// A function that returns one expression of its parameters.
IndexEvaluator::Value IndexEvaluator::call(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  const auto *Body = F ? dyn_cast_or_null<CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || Body->size() != 1)
    return std::nullopt;
  const auto *Return = dyn_cast<ReturnStmt>(*Body->body_begin());
  // A lambda is the first argument of its call.
  const unsigned First = isa<CXXOperatorCallExpr>(Call);
  if (!Return || !Return->getRetValue() ||
      Call.getNumArgs() != F->getNumParams() + First)
    return std::nullopt;
  Parameters Own;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    Value Argument = value(Call.getArg(First + I));
    if (!Argument)
      return std::nullopt;
    Own[F->getParamDecl(I)] = *Argument;
  }
  std::swap(Arguments, Own);
  Value Result = value(Return->getRetValue());
  std::swap(Arguments, Own);
  return Result;
}

IndexEvaluator::Value IndexEvaluator::known(const Expr &E) {
  if (auto Text = textOf(E))
    return number(Values[*Text], E);
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return call(*C);
  const auto *Name = dyn_cast<DeclRefExpr>(&E);
  auto Argument =
      Arguments.find(Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr);
  return Argument == Arguments.end() ? std::nullopt : Value(Argument->second);
}

std::optional<uint64_t>
IndexEvaluator::valueOf(const Expr &E, llvm::ArrayRef<uint64_t> Values) {
  this->Values = Values;
  Value Found = value(&E);
  return Found ? std::optional<uint64_t>(Found->getExtValue()) : std::nullopt;
}

/// Whether \p After names, for every element that \p Before can name, the place
/// that \p L gives it.
bool isPlaced(const ASTContext &Context, const IndexSite &Before,
              const IndexSite &After, const Layout &L,
              const ArrayShape &Array) {
  if (After.IsFolded || After.Outer || Before.Outer ||
      After.Run != Before.Run || After.Hidden != Before.Hidden)
    return false;
  const uint64_t Run = Before.Run;
  if (Array.elements() > MostElements || Array.elements() % Run)
    return false;
  const bool IsFlat = Before.Indices.size() == 1;
  if (!IsFlat && Before.Indices.size() != Array.Extents.size())
    return false;
  const std::vector<uint64_t> New = declaredExtents(L, Array);
  // Subscripts that read alike are equal, and numbers are what they are.
  std::vector<std::string> Texts;
  std::vector<size_t> TextOf;
  for (const WrittenIndex &I : Before.Indices) {
    std::string Text = bareText(I.Text);
    TextOf.push_back(llvm::find(Texts, Text) - Texts.begin());
    if (TextOf.back() == Texts.size())
      Texts.push_back(std::move(Text));
  }
  IndexEvaluator Evaluator(Context, Texts);
  for (uint64_t Element = 0; Element < Array.elements(); Element += Run) {
    std::vector<std::optional<uint64_t>> Chosen(Texts.size());
    for (size_t T = 0; T < Texts.size(); ++T)
      if (uint64_t N = 0; !llvm::StringRef(Texts[T]).getAsInteger(0, N))
        Chosen[T] = N;
    bool IsNamed = true;
    uint64_t Rest = IsFlat ? Element / Run : Element;
    for (size_t D = TextOf.size(); D-- > 0;) {
      const uint64_t Value = IsFlat ? Rest : Rest % Array.Extents[D];
      if (!IsFlat)
        Rest /= Array.Extents[D];
      auto &Known = Chosen[TextOf[D]];
      IsNamed &= !Known || *Known == Value;
      Known = Value;
    }
    if (!IsNamed)
      continue;
    std::vector<uint64_t> Values;
    for (const std::optional<uint64_t> &V : Chosen)
      Values.push_back(*V);
    uint64_t Place = 0;
    for (auto [D, Index] : llvm::enumerate(After.Indices)) {
      auto Value = D < After.Hidden ? Chosen[TextOf[D]]
                   : Index.Written  ? Evaluator.valueOf(*Index.Written, Values)
                                    : std::nullopt;
      if (!Value)
        return false;
      Place = D == 0 ? *Value : Place * New[D] + *Value;
    }
    if (Place * Run != L.place(Element))
      return false;
  }
  return true;
}

/// Whether \p After names them as the same row and column, of rows that \p P
/// makes longer.
bool isPaddedRow(const IndexSite &Before, const IndexSite &After,
                 const Padding &P) {
  if (Before.Indices.size() != 1 || After.Indices.size() != 1 ||
      Before.Run != After.Run || Before.Outer || After.Outer)
    return false;
  const uint64_t Every = P.Every / Before.Run, By = P.By / Before.Run;
  auto AreLonger = [&](llvm::ArrayRef<uint64_t> Old,
                       llvm::ArrayRef<uint64_t> New) {
    return llvm::equal(Old, New, [&](uint64_t A, uint64_t B) {
      return B == A / Every * (Every + By);
    });
  };
  auto IsOf = [&](const IndexSplit &Old, const IndexSplit &New) {
    return bareText(Old.Column.Text) == bareText(New.Column.Text) &&
           llvm::equal(Old.Rows, New.Rows,
                       [](const RowTerm &A, const RowTerm &B) {
                         return bareText(A.Row.Text) == bareText(B.Row.Text);
                       }) &&
           llvm::equal(Old.Strides, New.Strides, AreLonger);
  };
  return P.Every % Before.Run == 0 && P.By % Before.Run == 0 &&
         llvm::any_of(Before.Indices[0].Splits, [&](const IndexSplit &Old) {
           return Old.staysInRows(Every) &&
                  llvm::any_of(
                      After.Indices[0].Splits,
                      [&](const IndexSplit &New) { return IsOf(Old, New); });
         });
}

/// Whether \p After names them as column and row of \p Stripes where \p Before
/// names them as row and column.
bool isStriped(const IndexSite &Before, const IndexSite &After,
               const RowInterleave &Stripes) {
  if (!Stripes.isStriped() || Before.Indices.size() != 1 ||
      After.Indices.size() != 1 || Before.Run != 1 || After.Run != 1 ||
      Before.Outer || After.Outer)
    return false;
  auto IsTransposed = [&](const IndexSplit &Old, const IndexSplit &New) {
    auto IsOnly = [](const IndexSplit &Split, uint64_t Stride) {
      return Split.Rows.size() == 1 &&
             llvm::all_of(Split.Strides, [&](llvm::ArrayRef<uint64_t> Of) {
               return Of.front() == Stride;
             });
    };
    const uint64_t Length = Stripes.rowsApart();
    return Old.staysInRows(Length) && IsOnly(Old, Length) &&
           IsOnly(New, Stripes.Ways) &&
           bareText(New.Rows.front().Row.Text) == bareText(Old.Column.Text) &&
           bareText(New.Column.Text) == bareText(Old.Rows.front().Row.Text);
  };
  return llvm::any_of(Before.Indices[0].Splits, [&](const IndexSplit &Old) {
    return llvm::any_of(After.Indices[0].Splits, [&](const IndexSplit &New) {
      return IsTransposed(Old, New);
    });
  });
}

/// Whether \p After names them by row and column as \p L moves these.
bool isOfRows(const IndexSite &Before, const IndexSite &After,
              const Layout &L) {
  if (const auto *P = L.as<Padding>())
    return isPaddedRow(Before, After, *P);
  const auto *I = L.as<RowInterleave>();
  return I && isStriped(Before, After, *I);
}

} // namespace

std::string checkSites(const ASTContext &Context,
                       llvm::ArrayRef<IndexSite> Before,
                       llvm::ArrayRef<IndexSite> After, const Layout &L,
                       const ArrayShape &Array) {
  if (Before.size() != After.size())
    return messages::OtherPlaces();
  auto InOrder = [](llvm::ArrayRef<IndexSite> Sites) {
    std::vector<const IndexSite *> Sorted;
    for (const IndexSite &S : Sites)
      Sorted.push_back(&S);
    llvm::sort(Sorted, [](const auto *A, const auto *B) {
      return A->Begin < B->Begin;
    });
    return Sorted;
  };
  for (auto [B, A] : llvm::zip(InOrder(Before), InOrder(After)))
    if (B->MayLeaveRow && !isOfRows(*B, *A, L) &&
        !isPlaced(Context, *B, *A, L, Array))
      return messages::OtherElements(B->Where.Line);
  return "";
}

} // namespace warplint
