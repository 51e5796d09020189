//===- AccessRecord.h - What warplint found, as plain data ------*- C++ -*-===//
//
// The only types that the shells (text, JSON, and later SARIF, clang-tidy, LSP)
// see. Nothing here refers to an AST, IR or a live SourceManager: a report can
// be kept, sorted, cached and printed after the compiler is gone.
//
// Lines and columns count from 1; columns count bytes, as clang's do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_ACCESSRECORD_H
#define WARPLINT_FINDING_ACCESSRECORD_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Finding/Explanation.h"
#include "warplint/Finding/LayoutRecord.h"
#include "warplint/Frontend/Templates.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Lane/WarpProof.h"
#include "warplint/Warp/WarpModel.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Remarks tell of clean and unproven accesses and are printed on request only.
enum class Severity : uint8_t { Remark, Warning, Error };

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
const char *suppressionName(Suppression Why);

/// What a finding that is about the cost of an access is about.
struct FindingSubject {
  /// Without template arguments; empty where the access is written in a
  /// function that kernels call.
  std::string Kernel;
  std::string Array; ///< Empty when unknown.
  /// Of the costliest request.
  unsigned Predicted = 0, Ideal = 0;
  /// Where the access is spelled in macros that it is expanded from.
  std::vector<SourcePlace> InMacros;
};

/// One diagnostic: one per source access and check.
struct Finding {
  std::string Check; ///< "warplint-bank-conflict".
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
  /// Excess that one block pays for the access, of the worst kernel that has
  /// it; a loop whose trip count is not known counts as UnknownTripCount
  /// rounds. Findings are offered heaviest first.
  uint64_t Weight = 0;
  /// The array of FileReport::Layouts that it is about, when it is known.
  std::optional<size_t> Array = {};
  std::optional<FindingSubject> Subject = {};
  /// The line of Where, runs of blanks as one: it tells findings apart when
  /// lines have moved.
  std::string SourceLine = {};
  Suppression HeldBack = Suppression::None;

  bool isShown() const { return HeldBack == Suppression::None; }
  bool isSourceError() const {
    return Level == Severity::Error && !IsAboutCost;
  }
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

/// What the compiler makes of an access where that is not one request each time
/// it is executed (docs/fusion.md). Counts are over the copies that unrolling
/// the loops around the access leads to, of all its instances.
struct IssueRecord {
  /// The compiler certainly does this: AccessRecord::Verdict is about what is
  /// issued. Else it may, and Verdict is about the access as written.
  bool IsCertain = true;
  uint64_t Copies = 0;
  uint64_t Repeated = 0; ///< Copies whose value an earlier load left behind.
  uint64_t Joined = 0;   ///< Copies that are part of a wider request.
  uint64_t Requests = 0; ///< Wider requests that are counted at this access.
  /// Bytes a lane of the wider request, and the accesses as written that one
  /// such stands for; of the costliest when there are several. 0: none.
  unsigned BytesPerLane = 0;
  unsigned Parts = 0;
  AccessVerdict Verdict;         ///< Of that request.
  AccessVerdict AsWritten;       ///< Of the access on its own.
  LaunchRecord Launch;           ///< The worst one for that request.
  std::vector<SourcePlace> With; ///< The other source accesses in it.
  /// Moved out of a loop that repeats it: the iterations, 0 where not known.
  std::optional<uint64_t> HoistedOutOf;
  bool IsDropped = false; ///< Nothing needs what is loaded.

  /// No request is counted at this access: it is part of those that another
  /// access leads, or needs none.
  bool isSilent() const {
    return IsCertain && Requests == 0 && Joined + Repeated == Copies;
  }
};

/// An instantiation that the file does not make itself: who named its
/// arguments.
struct TrialRecord {
  std::string Template; ///< Qualified name.
  ArgumentSource From = ArgumentSource::Trial;
  SourcePlace Where; ///< Of the arguments, if they stand anywhere.
  /// Parameters by name and their values: {"BM", "128"}.
  std::vector<std::pair<std::string, std::string>> Values;
};

/// One source access in one kernel instantiation: what --format=json lists.
struct AccessRecord {
  SourcePlace Where;             ///< Of the access as the user wrote it.
  std::string SourceLine;        ///< As of a finding.
  std::string Kernel;            ///< Qualified name without arguments.
  std::string TemplateArguments; ///< "<float, 32>", or empty.
  /// Nothing: the file has this kernel, as a compiler sees it.
  std::optional<TrialRecord> Trial;
  /// The template arguments are a guess: nobody is known to use them.
  bool isAssumed() const { return Trial && warplint::isAssumed(Trial->From); }
  /// Helpers that the access was inlined through, innermost first.
  std::vector<FindingNote> CallChain;

  std::string Array; ///< Name of the shared array, empty when unknown.
  std::string ArrayType;
  SourcePlace ArrayDeclaration;

  AccessVerb Verb = AccessVerb::Load;
  /// Which one of several accesses with this verb at this place (a macro with
  /// two loads), counting from 0.
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
  /// Instructions that this one source access became (unrolled copies, the
  /// pieces of a struct); Verdict is that of the worst.
  unsigned Instances = 1;
  /// How often a warp executes it, when every enclosing loop's trip count is
  /// known; else nothing. LoopDepth counts the enclosing loops of the worst
  /// instance, Loops has them, outermost first.
  std::optional<uint64_t> ExecutionsPerWarp;
  unsigned LoopDepth = 0;
  std::vector<EnclosingLoop> Loops;
  /// The same lanes execute it every time; else its executions are a bound.
  bool HasFixedGuard = true;
  /// What all instances, executions and warps of one block cost together, and
  /// what they would cost at best; only where that is one number for all values
  /// of the unknowns. Of one warp where the block is not fully known.
  struct BlockTotal {
    uint64_t Predicted = 0;
    uint64_t Ideal = 0;

    uint64_t excess() const {
      return Predicted > Ideal ? Predicted - Ideal : 0;
    }
  };
  std::optional<BlockTotal> PerBlock;
  std::string AddressText; ///< The lane expression, shortened by its printer.
  std::vector<std::string> Assumptions; ///< Beyond those of the verdict.
  /// What the user said and the verdict rests on: "assumes that pitch == 128
  /// (from --assume)", with the place of the comment that says so.
  std::vector<FindingNote> Promises;
  /// Nothing: issued as written, as far as is known.
  std::optional<IssueRecord> Issue;
  /// The worst instance in detail; on request (AnalysisOptions::Explain).
  std::optional<Explanation> Explained;
};

/// What one kernel instantiation does with a shared array beside accessing it
/// lane by lane: who changes the array's layout has to look there.
struct UseRecord {
  SourcePlace Where; ///< As the user wrote it.
  std::string Kernel;
  std::string TemplateArguments;
  std::vector<FindingNote> CallChain; ///< As of an access.
  std::string Array;                  ///< Empty when it has no declaration.
  SourcePlace ArrayDeclaration;
  SharedUseKind Kind = SharedUseKind::Assembly;
  std::string What; ///< "cp.async.bulk.tensor.2d", the name of the function.
};

/// A kernel template that the file does not instantiate, or of which the user
/// asked for more instances.
struct TemplateRecord {
  SourcePlace Where;
  std::string Name; ///< Qualified.
  /// The instances that were made for the analysis, as FileReport::Kernels has
  /// them.
  std::vector<std::string> Instances;
  bool IsAssumed = false; ///< With arguments that are a guess.
  unsigned Attempts = 0;  ///< Argument lists that were tried.
  std::string Why;        ///< Why there are none; empty when there are.
};

/// A function of the source that was analysed: a kernel, or a device function
/// that declares shared memory and that an analysed kernel reaches. A template
/// is one, however many instances it has.
struct AnalysedFunction {
  SourcePlace Where; ///< From its name to the end of its body.
  std::string Name;  ///< Qualified.
  bool IsKernel = false;
  unsigned Instances = 0;
  bool IsAssumed = false; ///< With assumed template arguments alone.
};

/// All of one source file (one main file of one compile command).
struct FileReport {
  std::string File;
  /// A fragment, a file that does not stand alone, is parsed through one that
  /// includes it: that one, absolute; else empty.
  std::string ParsedThrough;
  std::string Architecture;           ///< "sm_90".
  std::vector<AccessRecord> Accesses; ///< Clean and unproven ones too.
  std::vector<UseRecord> Uses;
  /// Of arrays whose accesses conflict, in the order of the file.
  std::vector<ArrayRemedy> Layouts;
  std::vector<Finding> Findings;
  /// The main file as it was parsed, when fixes were asked for.
  std::string SourcePath, SourceText;
  std::vector<LeftOut> Omitted;
  std::vector<std::string> Kernels; ///< Analysed, with template arguments.
  std::vector<AnalysedFunction> Analysed;
  /// Those of Kernels whose template arguments are a guess.
  std::vector<std::string> AssumedKernels;
  std::vector<TemplateRecord> Templates;
  /// All kernel templates of the file, for messages.
  std::vector<std::string> TemplateNames;
  /// What --assume can be about, for each of Kernels.
  std::vector<std::vector<std::string>> Assumable;
  /// As written in the #include directives that found no file.
  std::vector<std::string> MissingHeaders;
  SourcePlace MissingAt; ///< The first such directive.
  /// What was found in place of missing headers.
  std::vector<FoundHeader> FoundHeaders;
  /// Those of the accesses' files that are headers of the toolkit or system.
  std::vector<std::string> SystemHeaders;
  /// What was done so that more of the file is whole, one line each.
  std::vector<std::string> Remedies;
  /// Among them, other words than the files have: nothing may be edited.
  bool IsReworded = false;
  /// Clang's own diagnostics of the parse, already rendered.
  std::string ParseErrors;
  bool HadErrors = false;
};

} // namespace warplint

#endif // WARPLINT_FINDING_ACCESSRECORD_H
