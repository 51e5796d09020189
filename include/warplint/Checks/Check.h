//===- Check.h - What a check is --------------------------------*- C++ -*-===//
//
// A check is one file of lib/Checks, its rows in Checks.def, and its page in
// docs/checks. It gets what is known of a parsed file, asks the prover more
// where it needs to, and puts findings into a sink. Everything else (which
// checks run, limits, NOLINT, baselines, all outputs) is made from its rows.
//
//   class Misaligned : public Check {
//   public:
//     using Check::Check;
//     void run(FileFacts &Facts, FindingSink &Sink) override;
//   };
//   std::unique_ptr<Check> makeMisaligned(const CheckSettings &Settings) {
//     return std::make_unique<Misaligned>(Settings);
//   }
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_CHECK_H
#define WARPLINT_CHECKS_CHECK_H

#include "warplint/Analysis/FileFacts.h"
#include "warplint/Basic/Needs.h"
#include "warplint/Config/CheckRecord.h"
#include "warplint/Finding/FileReport.h"
#include <memory>

namespace warplint {

/// What the user says to a check.
struct CheckSettings {
  CheckRecord Check;
  OptionValues Values;
  bool ReportClean = false;    ///< A remark on each that is proven clean.
  bool ReportUnproven = false; ///< A remark on each that is not decided.
  /// Of findings that hold for assumed template arguments alone.
  Severity AssumedLevel = Severity::Remark;

  /// The value of an option, which the check has to have.
  llvm::StringRef text(llvm::StringRef Option) const;
  /// The value of an option that is a number.
  unsigned number(llvm::StringRef Option) const;
  /// Whether a limit leaves out a finding of this cost.
  bool leavesOut(const WarpCost &Cost) const;
};

/// Takes the findings of one check.
class FindingSink {
public:
  FindingSink(llvm::StringRef Check, FileFacts &Facts, FileReport &Report)
      : Check(Check), Facts(Facts), Report(Report) {}

  /// "sm_90": what the code is for.
  llvm::StringRef architecture() const { return Report.Architecture; }

  /// The check's name is put in.
  void add(Finding F);

  /// For Finding::Fixes. Nothing where a file that \p F edits is not one that
  /// was parsed.
  std::optional<size_t> addFix(Fix F);

  /// What was found out about accesses to other memory than shared memory, with
  /// or without a finding. \p Settings say how large an excess has one.
  void addAccesses(std::vector<AccessRecord> Accesses,
                   const CheckSettings &Settings);

  void addRace(RaceRecord R) { Report.Races.push_back(std::move(R)); }
  void addOccupancy(OccupancyRecord R) {
    Report.Occupancy.push_back(std::move(R));
  }

private:
  llvm::StringRef Check;
  FileFacts &Facts;
  FileReport &Report;
};

class Check {
public:
  explicit Check(CheckSettings Settings) : Settings(std::move(Settings)) {}
  virtual ~Check();

  llvm::StringRef id() const { return Settings.Check.Id; }

  /// What run() wants to know of kernels, beside their accesses to shared
  /// memory. What no check wants is not looked at and takes no time.
  virtual Needs needs() const { return {}; }

  virtual void run(FileFacts &Facts, FindingSink &Sink) = 0;

protected:
  CheckSettings Settings;
};

} // namespace warplint

#endif // WARPLINT_CHECKS_CHECK_H
