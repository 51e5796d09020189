//===- SessionOptions.h - What a shell says of a run ------------*- C++ -*-===//

#ifndef WARPLINT_SESSION_SESSIONOPTIONS_H
#define WARPLINT_SESSION_SESSIONOPTIONS_H

#include "warplint/Config/Config.h"
#include "warplint/Finding/LayoutRecord.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Select/LineFilter.h"
#include "warplint/Session/FileOutcome.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Who says which accesses are issued together.
enum class IssueSource : uint8_t {
  Model, ///< The rules of docs/fusion.md.
  Nvcc,  ///< The machine code that nvcc makes, where it tells.
};

struct SessionOptions {
  /// What was said beside .warplint, and is nearer than that.
  Config Given;
  /// Read in place of the .warplint that is nearest to each source; empty: that
  /// one.
  std::string ConfigFile;
  /// Which checks, headers and levels are shown is somebody else's matter:
  /// .warplint has no say.
  bool IsSelectedElsewhere = false;
  /// Files and lines whose findings are shown; empty: all.
  LineFilter Lines;
  /// Root of the CUDA toolkit; empty: it is looked for.
  std::string CudaPath;
  /// Folder in which headers are looked up that a command does not find; empty:
  /// that of the file's repository.
  std::string Root;
  /// The sources that were named, under the names by which they are told.
  std::vector<std::string> Files;
  /// How a file is compiled, where not as the build says.
  std::function<RawCommand(const Input &, const CommandSource &)> CommandFor;
  /// Take each file as a compiler would: no header is looked up, nothing is
  /// done about what clang refuses.
  bool Strict = false;
  /// As ParseOptions::DeclareMissing.
  bool DeclareMissing = true;
  /// Explain accesses, and search no layouts for them.
  bool Explain = false;
  /// Estimate what kernels ask of the pipes, and what findings can gain.
  bool Cost = false;
  /// How fixes are made; nothing: there are none.
  std::optional<FixStyle> Fix;
  bool ProvesFix = true; ///< As AnalysisOptions has it.
  IssueSource Issued = IssueSource::Model;
  /// What was not analysed is a finding, too.
  bool ReportOmitted = false;
  /// Clang's errors are rendered in colour.
  bool Color = false;
  /// Outcomes tell all of clang's errors.
  bool ShowParseErrors = false;
  /// Outcomes tell commands, toolkits, and what was done for a file.
  bool Verbose = false;
  /// Proofs and compiled headers are kept for further runs.
  bool UseCache = true;
  /// Outcomes are, too.
  bool KeepOutcomes = true;
  /// All else that an outcome rests on: runs with another key share none.
  std::string Key;
  /// The program has threads, or will have some.
  bool HasThreads = false;
};

} // namespace warplint

#endif // WARPLINT_SESSION_SESSIONOPTIONS_H
