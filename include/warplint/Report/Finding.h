//===- Finding.h - What warplint found, as plain data ------------*- C++ -*-===//
//
// The only types that the shells (text, JSON, and later SARIF, clang-tidy, LSP)
// see. Nothing here refers to an AST, IR or a live SourceManager: a report can be
// kept, sorted, cached and printed after the compiler is gone.
//
// Lines and columns count from 1; columns count bytes, as clang's do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_FINDING_H
#define WARPLINT_REPORT_FINDING_H

#include "warplint/Frontend/SourcePlace.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/LaunchRecord.h"
#include "warplint/Lane/WarpProof.h"
#include "warplint/Report/Explanation.h"
#include "warplint/Warp/WarpModel.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Remarks tell of clean and unproven accesses and are printed on request only.
enum class Severity : uint8_t { Remark, Warning, Error };

/// One diagnostic: one per source access and check.
struct Finding {
  std::string Check; ///< "warplint-bank-conflict".
  Severity Level = Severity::Warning;
  SourcePlace Where;
  std::string Message; ///< Without the "[check]" suffix.
  std::vector<FindingNote> Notes;
  /// Excess that one block pays for the access, of the worst kernel that has
  /// it; a loop whose trip count is not known counts as UnknownTripCount rounds.
  /// Findings are offered heaviest first.
  uint64_t Weight = 0;
};

/// What a loop of unknown length counts as when findings are sorted. A guess
/// for the order alone: no figure is printed that rests on it.
inline constexpr uint64_t UnknownTripCount = 16;

/// A loop around an access.
struct EnclosingLoop {
  std::string Counter; ///< The user's name of the counter, or empty.
  /// Where it is known and the same for all lanes; an upper bound of it when
  /// IsUpperBound.
  std::optional<uint64_t> TripCount;
  bool IsUpperBound = false;
  /// What holds while it runs, as far as it could be read; or empty.
  std::string Condition;

  bool hasKnownTripCount() const { return TripCount && !IsUpperBound; }
};

/// What an access costs under a launch that is not the worst one.
struct LaunchOutcome {
  LaunchRecord Launch;
  VerdictKind Kind = VerdictKind::Unproven;
  unsigned Predicted = 0;
  unsigned Ideal = 0;
};

/// One source access in one kernel instantiation: what --format=json lists.
struct AccessRecord {
  SourcePlace Where; ///< Of the access as the user wrote it.
  std::string Kernel;            ///< Qualified name without arguments.
  std::string TemplateArguments; ///< "<float, 32>", or empty.
  /// Helpers that the access was inlined through, innermost first.
  std::vector<FindingNote> CallChain;

  std::string Array; ///< Name of the shared array, empty when unknown.
  std::string ArrayType;
  SourcePlace ArrayDeclaration;

  AccessVerb Verb = AccessVerb::Load;
  /// Which one of several accesses with this verb at this place (a macro with two
  /// loads), counting from 0.
  unsigned Ordinal = 0;
  /// "expanded from macro 'FLOAT4'", outermost first.
  std::vector<FindingNote> MacroNotes;
  std::string Instruction; ///< "ld.shared", "ldmatrix.x4", "cp.async", ...
  RequestKind Request = RequestKind::SharedLoad;
  unsigned BytesPerLane = 0;

  LaunchRecord Launch; ///< The worst one: Verdict is about it.
  AccessVerdict Verdict;
  /// The other launches that were judged, in the order of the file.
  std::vector<LaunchOutcome> OtherLaunches;
  /// Instructions that this one source access became (unrolled copies, the pieces
  /// of a struct); Verdict is that of the worst.
  unsigned Instances = 1;
  /// How often a warp executes it, when every enclosing loop's trip count is
  /// known; else nothing. LoopDepth counts the enclosing loops of the worst
  /// instance, Loops has them, outermost first.
  std::optional<uint64_t> ExecutionsPerWarp;
  unsigned LoopDepth = 0;
  std::vector<EnclosingLoop> Loops;
  /// The same lanes execute it every time; else its executions are a bound.
  bool HasFixedGuard = true;
  /// What all instances, executions and warps of one block cost together, and what
  /// they would cost at best; only where that is one number for all values of the
  /// unknowns. Of one warp where the block is not fully known.
  struct BlockTotal {
    uint64_t Predicted = 0;
    uint64_t Ideal = 0;

    uint64_t excess() const { return Predicted > Ideal ? Predicted - Ideal : 0; }
  };
  std::optional<BlockTotal> PerBlock;
  std::string AddressText; ///< The lane expression, shortened by its printer.
  std::vector<std::string> Assumptions; ///< Beyond those of the verdict.
  /// The worst instance in detail; on request (AnalysisOptions::Explain).
  std::optional<Explanation> Explained;
};

/// All of one source file (one main file of one compile command).
struct FileReport {
  std::string File;
  std::string Architecture; ///< "sm_90".
  std::vector<AccessRecord> Accesses; ///< Clean and unproven ones too.
  std::vector<Finding> Findings;
  std::vector<LeftOut> Omitted;
  std::vector<std::string> Kernels; ///< Analysed, with template arguments.
  std::vector<std::string> MissingHeaders;
  /// Clang's own diagnostics of the parse, already rendered.
  std::string ParseErrors;
  bool HadErrors = false;
};

} // namespace warplint

#endif // WARPLINT_REPORT_FINDING_H
