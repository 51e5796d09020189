//===- CheckRecord.h - A check as the shells know it ------------*- C++ -*-===//
//
// One row of the table of checks (Checks.def) with its options. The command
// line, .warplint, clang-tidy's options, SARIF's rules and the lists of checks
// are made from such records: none of them names a check.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CONFIG_CHECKRECORD_H
#define WARPLINT_CONFIG_CHECKRECORD_H

#include "warplint/Basic/Severity.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

class Check;
struct CheckSettings;

/// A setting of one check.
struct CheckOption {
  enum class Kind : uint8_t { Number, Flag, Text };

  llvm::StringRef Name; ///< "MinExcess".
  Kind Type = Kind::Number;
  llvm::StringRef Default = {}; ///< As it is written: "0", "false".
  /// Of a text, with a blank between; "" for any.
  llvm::StringRef Choices = {};
  llvm::StringRef Sentence = {}; ///< For the documentation and --help.

  /// Findings with smaller figures are left out. Such an option can be set for
  /// all checks that have it at once: it is a key of .warplint, and a flag.
  bool IsLimit = false;
  llvm::StringRef Metric = {}; ///< That it is about; "": the finding's first.
  /// It is about the excess, in percent of the ideal.
  bool IsExcessPercent = false;
};

/// Why \p Value is none of \p Option, "expected a number"; empty when it is.
std::string optionProblem(const CheckOption &Option, llvm::StringRef Value);

struct CheckRecord {
  /// Who makes its diagnostics.
  enum class Origin : uint8_t {
    Analysis, ///< A class Check.
    Driver,   ///< What reads files and comments.
    Filter,   ///< What chooses findings; clang-tidy has a filter of its own.
  };

  llvm::StringRef Id; ///< "warplint-bank-conflict".
  Severity Level = Severity::Warning;
  llvm::StringRef Tags;     ///< "performance,shared-memory".
  llvm::StringRef Sentence; ///< What it finds.
  Origin From = Origin::Driver;
  std::vector<CheckOption> Options;
  /// Null unless it is of the analysis.
  std::unique_ptr<Check> (*Make)(const CheckSettings &) = nullptr;
  /// It is off unless a list of checks names it: it takes time that most do not
  /// want to spend.
  bool IsOptIn = false;

  const CheckOption *option(llvm::StringRef Name) const;
};

/// All limits of \p Checks, those of one name once.
std::vector<CheckOption> limitsOf(llvm::ArrayRef<CheckRecord> Checks);

/// Values of check options as they were said: "CHECK.OPTION" and the value,
/// for a limit of all checks "*.OPTION".
using OptionValues = std::map<std::string, std::string>;

/// Whether a figure is below a limit.
bool isBelow(uint64_t Least, bool IsExcessPercent, uint64_t Value,
             uint64_t Ideal);

/// What \p Values say of an option: of the check itself, else of all checks.
std::optional<llvm::StringRef> saidValue(const OptionValues &Values,
                                         llvm::StringRef Check,
                                         llvm::StringRef Option);

} // namespace warplint

#endif // WARPLINT_CONFIG_CHECKRECORD_H
