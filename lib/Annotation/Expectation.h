//===- Expectation.h - What a comment expects of an access ------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANNOTATION_EXPECTATION_H
#define WARPLINT_LIB_ANNOTATION_EXPECTATION_H

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

/// An expectation and the bytes of the file that it is about.
struct ExpectationComment {
  Expectation What;
  size_t Offset = 0, Length = 0; ///< Of the words.
  size_t Begin = 0, End = 0;     ///< What it is about; empty at a file's end.
  std::optional<AnnotationError> Error; ///< Offsets are in the file.
};

/// All expectations of a file's \p Text, in its order.
std::vector<ExpectationComment> expectationsIn(llvm::StringRef Text);

/// \p Line, which may begin with "warplint:", is an expectation.
bool isExpectation(llvm::StringRef Line);

} // namespace warplint

#endif // WARPLINT_LIB_ANNOTATION_EXPECTATION_H
