//===- ExpectationText.cpp - The words of an expectation ------------------===//

#include "AnnotationLexer.h"
#include "Expectation.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

using annotation::TokenKind;

class ExpectationParser : public annotation::Words {
public:
  using Words::Words;

  bool parse(Expectation &Into) {
    if (!expect("expect") || !expect("("))
      return false;
    size_t Begin = Next.Begin;
    do {
      if (!condition(Into))
        return false;
    } while (accept("&&"));
    Into.Text = Source.slice(Begin, LastEnd).str();
    if (Next.Text != ")")
      return fail("expected '&&' or ')'");
    take();
    if (Next.Kind != TokenKind::End)
      return fail("an expectation needs a comment of its own");
    return true;
  }

private:
  bool condition(Expectation &Into) {
    Expectation::Condition C;
    if (!term(C.Left))
      return false;
    if (!is_contained({"==", "<", "<=", ">", ">="}, Next.Text))
      return fail("expected a comparison, as in 'wavefronts == 1'");
    C.Relation = Next.Text.str();
    take();
    if (!term(C.Right))
      return false;
    Into.Conditions.push_back(std::move(C));
    return true;
  }

  bool term(Expectation::Term &Into) {
    using Quantity = Expectation::Quantity;
    constexpr std::pair<StringRef, Quantity> Names[] = {
        {"wavefronts", Quantity::Wavefronts},
        {"ideal", Quantity::Ideal},
        {"excess", Quantity::Excess}};
    SmallVector<StringRef, 3> Known;
    for (auto [Name, What] : Names) {
      Known.push_back(Name);
      if (accept(Name)) {
        Into.What = What;
        return true;
      }
    }
    if (Next.Kind == TokenKind::Name)
      return fail("unknown quantity '" + Next.Text + "'" +
                  didYouMean(Next.Text, Known));
    if (Next.Kind != TokenKind::Number)
      return fail("expected 'wavefronts', 'ideal', 'excess' or a number");
    if (Next.Text.getAsInteger(10, Into.Value))
      return fail("'" + Next.Text + "' is not a whole number");
    take();
    return true;
  }
};

std::optional<AnnotationError> Expectation::parse(StringRef Text,
                                                  Expectation &Into) {
  ExpectationParser P(Text);
  if (!P.parse(Into))
    return P.Error;
  return std::nullopt;
}

uint64_t Expectation::value(const Term &T, const ExpectedFigures &Figures) {
  switch (T.What) {
  case Quantity::Number:
    return T.Value;
  case Quantity::Wavefronts:
    return Figures.Wavefronts;
  case Quantity::Ideal:
    return Figures.Ideal;
  case Quantity::Excess:
    return Figures.Wavefronts - std::min(Figures.Wavefronts, Figures.Ideal);
  }
  return 0;
}

bool Expectation::holdsFor(const ExpectedFigures &Figures) const {
  return all_of(Conditions, [&](const Condition &C) {
    uint64_t L = value(C.Left, Figures), R = value(C.Right, Figures);
    return C.Relation == "=="   ? L == R
           : C.Relation == "<"  ? L < R
           : C.Relation == "<=" ? L <= R
           : C.Relation == ">"  ? L > R
                                : L >= R;
  });
}

} // namespace warplint
