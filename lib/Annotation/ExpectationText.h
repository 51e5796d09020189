//===- ExpectationText.h - The words of an expectation ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANNOTATION_EXPECTATIONTEXT_H
#define WARPLINT_LIB_ANNOTATION_EXPECTATIONTEXT_H

#include "warplint/Annotation/Annotation.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace warplint {

/// What one access costs at worst.
struct ExpectedFigures {
  uint64_t Wavefronts = 0, Ideal = 0;
};

/// A condition on those figures.
class Expectation {
public:
  /// Reads "expect(wavefronts == 2 && ideal == 1)".
  static std::optional<AnnotationError> parse(llvm::StringRef Text,
                                              Expectation &Into);

  bool holdsFor(const ExpectedFigures &Figures) const;

  /// "wavefronts == 2 && ideal == 1".
  const std::string &text() const { return Text; }

private:
  friend class ExpectationParser;
  enum class Quantity : uint8_t { Number, Wavefronts, Ideal, Excess };
  struct Term {
    Quantity What = Quantity::Number;
    uint64_t Value = 0;
  };
  struct Condition {
    Term Left, Right;
    std::string Relation;
  };
  static uint64_t value(const Term &T, const ExpectedFigures &Figures);

  std::vector<Condition> Conditions;
  std::string Text;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANNOTATION_EXPECTATIONTEXT_H
