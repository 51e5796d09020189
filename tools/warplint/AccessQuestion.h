//===- AccessQuestion.h - What is asked in place of findings ------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_ACCESSQUESTION_H
#define WARPLINT_TOOLS_ACCESSQUESTION_H

#include "Outputs.h"
#include "warplint/Report/ExplainReport.h"

namespace warplint {

/// --explain and --bank-map: both are about accesses, and may name a place.
class AccessQuestion {
public:
  /// Fails where a place is none, or both are asked.
  static llvm::Expected<AccessQuestion> create(const CommandLine &Line);

  bool isAsked() const { return Asks; }
  /// Nothing: it is about all files.
  const std::optional<ExplainPlace> &place() const { return Place; }

  /// Answers from \p Reports, of which the accesses that it is about are left.
  /// False on an error, which has been said.
  bool answer(std::vector<FileReport> &Reports, const Outputs &Written) const;

private:
  explicit AccessQuestion(const CommandLine &Line) : Line(&Line) {}
  bool drawBankMaps(const std::vector<FileReport> &Reports) const;

  const CommandLine *Line;
  bool Asks = false;
  std::optional<ExplainPlace> Place;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_ACCESSQUESTION_H
