//===- Finding.h - What a check has to say ----------------------*- C++ -*-===//
//
// What every check emits and every output shows: a message at a place, figures
// with their ideals, and edits. Nothing here is about one check or one kind of
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_FINDING_H
#define WARPLINT_FINDING_FINDING_H

#include "warplint/Basic/Severity.h"
#include "warplint/Basic/SourceEdit.h"
#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Why a finding is kept back although its check is wanted. It stays in the
/// outputs that are for programs.
enum class Suppression : uint8_t {
  None,
  Comment,     ///< NOLINT and its kin.
  Expectation, ///< A comment `warplint: expect(...)` holds.
  Baseline,    ///< It was there when the baseline was written.
  Repeated,    ///< Another file of the run, which uses the header, has it.
};

/// "comment", "expectation", "baseline", "repeated"; empty for none.
llvm::StringRef suppressionName(Suppression Why);

/// A figure, and what it would be at best.
struct Metric {
  std::string Name; ///< "wavefronts": what limits and baselines call it.
  uint64_t Value = 0;
  uint64_t Ideal = 0;
  std::string Unit; ///< "wavefronts/request".

  uint64_t excess() const { return Value > Ideal ? Value - Ideal : 0; }
};

/// Edits that belong together: all of them are made or none.
struct Fix {
  std::string Title;   ///< "'tile': XOR swizzle <3,0,3>, 64 -> 32 wavefronts".
  std::string Subject; ///< What it repairs, as a noun: "array".
  std::vector<FileEdits> Files;
  /// What it rests on and is not proven; empty: all of it is.
  std::string Condition;
  /// Where it edits a header, all that include it have to agree.
  bool NeedsIncluders = false;

  bool isProven() const { return Condition.empty(); }
};

/// The code that a finding about an access is about.
struct FindingSubject {
  /// Without template arguments; empty where the access is written in a
  /// function that kernels call.
  std::string Kernel;
  std::string Array; ///< Empty when unknown.
  /// The kernel with its template arguments that the figures are of.
  std::string Instance;
  /// Where the access is spelled in macros that it is expanded from.
  std::vector<SourcePlace> InMacros;
};

/// One diagnostic: one per source access and check.
struct Finding {
  std::string Check; ///< The id of its row in Checks.def.
  Severity Level = Severity::Warning;
  /// An error about what the code costs: a warning that the user takes for an
  /// error, or an expectation that does not hold. Other errors say that
  /// something was not understood, and are never left out.
  bool IsAboutCost = false;
  /// It holds for template arguments that are a guess.
  bool IsAssumed = false;
  SourcePlace Where;
  std::string Message; ///< Without the "[check]" suffix.
  std::vector<FindingNote> Notes;
  /// Cycles of the memory pipe that one block wastes on it, of the worst kernel
  /// that has it; a loop whose trip count is not known counts as
  /// UnknownTripCount rounds. Findings of all checks are offered heaviest
  /// first.
  uint64_t EstimatedExcess = 0;
  /// How many times faster a block can be at most without the excess, as
  /// estimated from a kernel's table (KernelCost.h); nothing where none was
  /// asked for.
  std::optional<double> EstimatedGain = {};
  /// Whether memory or L2 has the data, fixing it gains nothing that one would
  /// see.
  bool GainsNothing = false;
  /// The one that it is about comes first.
  std::vector<Metric> Metrics = {};
  /// Those of FileReport::Fixes that fix it, best first.
  std::vector<size_t> Fixes = {};
  /// The array of FileReport::Layouts that it is about, when it is known.
  std::optional<size_t> Array = {};
  std::optional<FindingSubject> Subject = {};
  /// The one of FileReport::Accesses whose figure it tells.
  std::optional<size_t> Access = {};
  /// The line of Where, runs of blanks as one: it tells findings apart when
  /// lines have moved.
  std::string SourceLine = {};
  Suppression SuppressedBy = Suppression::None;

  /// Whether \p Note, one of this, leads to another place.
  bool hasOwnPlace(const FindingNote &Note) const {
    return Note.Where.isValid() && Note.Where != Where;
  }
  /// Makes it a remark, and says why: "only a remark because ...".
  void demote(const std::string &Why) {
    Level = Severity::Remark;
    Notes.push_back({Where, "only a remark because " + Why, NoteKind::Figure});
  }
  bool isShown() const { return SuppressedBy == Suppression::None; }
  bool isSourceError() const {
    return Level == Severity::Error && !IsAboutCost;
  }
};

} // namespace warplint

#endif // WARPLINT_FINDING_FINDING_H
