//===- FileOutcome.cpp - What became of one file --------------------------===//

#include "FileOutcome.h"
#include "warplint/Report/ReportArchive.h"

using namespace llvm;

namespace warplint {

/// 0 for none, so that no level is.
static uint64_t numberOf(std::optional<Severity> Level) {
  return Level ? uint64_t(*Level) + 1 : 0;
}

void writeOutcome(std::string &Bytes, const FileOutcome &Outcome) {
  writeNumber(Bytes, numberOf(Outcome.FailOn));
  writeText(Bytes, Outcome.Said);
  writeNumber(Bytes, Outcome.Report.has_value());
  if (Outcome.Report)
    writeReport(Bytes, *Outcome.Report);
}

std::optional<FileOutcome> readOutcome(StringRef &Bytes) {
  FileOutcome Outcome;
  std::optional<uint64_t> Level = readNumber(Bytes);
  std::optional<StringRef> Said = Level ? readText(Bytes) : std::nullopt;
  std::optional<uint64_t> HasReport = Said ? readNumber(Bytes) : std::nullopt;
  if (!HasReport || *Level > numberOf(Severity::Error))
    return std::nullopt;
  Outcome.FailOn.reset();
  if (*Level)
    Outcome.FailOn = static_cast<Severity>(*Level - 1);
  Outcome.Said = Said->str();
  if (*HasReport) {
    Outcome.Report = readReport(Bytes);
    if (!Outcome.Report)
      return std::nullopt;
  }
  return Outcome;
}

} // namespace warplint
