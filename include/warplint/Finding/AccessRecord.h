//===- AccessRecord.h - What an access costs, as plain data -----*- C++ -*-===//
//
// One source access in one kernel: what was proven of it, under which launch,
// and what it rests on. Nothing here refers to an AST, IR or a live
// SourceManager.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_ACCESSRECORD_H
#define WARPLINT_FINDING_ACCESSRECORD_H

#include "warplint/Basic/AccessKinds.h"
#include "warplint/Basic/CodeReading.h"
#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Basic/UndefinedMacro.h"
#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Finding/Explanation.h"
#include "warplint/Finding/RequestInArray.h"
#include "warplint/Warp/RandomRequest.h"
#include "warplint/Warp/WarpModel.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

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
  LaunchRecord Launch;           ///< The worst one for that request.
  std::vector<SourcePlace> With; ///< The other source accesses in it.
  /// Moved out of a loop that repeats it: the iterations, 0 where not known.
  std::optional<uint64_t> HoistedOutOf;
  bool IsDropped = false; ///< Nothing needs what is loaded.
  /// Up to some iterations at the end of a loop are issued as written.
  bool HasRest = false;

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
  /// The template arguments are assumed: no known code uses them.
  bool isAssumed() const { return Trial && warplint::isAssumed(Trial->From); }
  /// Helpers that the access was inlined through, innermost first.
  std::vector<FindingNote> CallChain;

  std::string Array; ///< Name of the shared array, empty when unknown.
  std::string ArrayType;
  uint64_t ArrayBytes = 0; ///< 0 where that is not known.
  SourcePlace ArrayDeclaration;
  /// Where data is the index, and not only decides what the index is.
  std::optional<RandomIndex> Drawn;

  AccessVerb Verb = AccessVerb::Load;
  /// Which one of several accesses with this verb at this place (a macro with
  /// two loads), counting from 0.
  unsigned Ordinal = 0;
  /// "expanded from macro 'FLOAT4'", outermost first.
  std::vector<FindingNote> MacroNotes;
  /// A library makes the access, for the call at Where.
  bool IsInLibrary = false;
  /// And nothing but the library decides what it costs: it lays out the memory,
  /// or the kernel is its own.
  bool IsOfLibrary = false;
  std::string Instruction; ///< "ld.shared", "ldmatrix.x4", "cp.async", ...
  RequestKind Request = RequestKind::SharedLoad;
  unsigned BytesPerLane = 0;

  LaunchRecord Launch; ///< The worst one: Verdict is about it.
  AccessVerdict Verdict;
  /// It has an excess, but less than the limits of its check ask for.
  bool HasMinorExcess = false;
  /// The other launches that were judged, in the order of the file.
  std::vector<LaunchOutcome> OtherLaunches;
  /// Instructions that this one source access became (unrolled copies, the
  /// pieces of a struct); Verdict is that of the worst.
  unsigned Instances = 1;
  bool InstancesDiffer = false; ///< Some of them cost less than the worst.
  /// How often a warp executes it, when every enclosing loop's trip count is
  /// known; else nothing. LoopDepth counts the enclosing loops of the worst
  /// instance, Loops has them, outermost first.
  std::optional<uint64_t> ExecutionsPerWarp;
  bool HasExactExecutions = true; ///< Else a condition may skip some.
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
  /// Macros that the code rests on, as not defined (docs/foreign-files.md).
  std::vector<UndefinedMacro> Undefined;
  /// What the user said and the verdict rests on: "assumes that pitch == 128
  /// (from --assume)", with the place of the comment that says so.
  std::vector<FindingNote> Promises;
  /// Nothing: issued as written, as far as is known.
  std::optional<IssueRecord> Issue;
  /// Whether that was read off machine code; nothing: that was not asked.
  std::optional<CodeReading> Code;
  /// Where a request of that cost lies in the array; of arrays that layouts were
  /// searched for, where the requests can be listed.
  std::optional<RequestInArray> InArray;
  /// The worst instance in detail; on request (AnalysisOptions::Explain).
  std::optional<Explanation> Explained;
};

} // namespace warplint

#endif // WARPLINT_FINDING_ACCESSRECORD_H
