//===- FileOutcome.cpp - What became of one file --------------------------===//

#include "warplint/Session/FileOutcome.h"
#include "warplint/Finding/ReportArchive.h"

using namespace llvm;

namespace warplint {

void writeOutcome(std::string &Bytes, const FileOutcome &Outcome) {
  writeText(Bytes, Outcome.Said);
  writeNumber(Bytes, Outcome.Report.has_value());
  if (Outcome.Report)
    writeReport(Bytes, *Outcome.Report);
}

std::optional<FileOutcome> readOutcome(StringRef &Bytes) {
  FileOutcome Outcome;
  std::optional<StringRef> Said = readText(Bytes);
  std::optional<uint64_t> HasReport = Said ? readNumber(Bytes) : std::nullopt;
  if (!HasReport)
    return std::nullopt;
  Outcome.Said = Said->str();
  if (*HasReport) {
    Outcome.Report = readReport(Bytes);
    if (!Outcome.Report)
      return std::nullopt;
  }
  return Outcome;
}

} // namespace warplint
