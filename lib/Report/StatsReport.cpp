//===- StatsReport.cpp - The table of --stats -----------------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/TextTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Regex.h"
#include <array>
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

namespace {

/// The columns that are numbers, in their order.
enum Column : uint8_t {
  Accesses,
  Clean,
  MinorExcess, ///< Not of shared memory, where each excess is a conflict.
  Conflicting,
  Depends,
  NeverRuns,
  DataDependent,
  Unproven,
  Columns
};

/// Verdicts of one kernel, or of all.
struct VerdictCounts {
  std::array<unsigned, Columns> In = {};
  /// Of those with a verdict: for a block that no known launch has.
  unsigned ForAssumedBlock = 0;
  std::map<std::string, unsigned> ByReason;

  void add(const AccessRecord &A);
  void add(const VerdictCounts &Other);
};

} // namespace

static Column columnOf(const AccessRecord &A) {
  const AccessVerdict &V = A.Verdict;
  if (A.HasMinorExcess)
    return MinorExcess;
  switch (V.Kind) {
  case VerdictKind::Clean:
    return Clean;
  case VerdictKind::Excess:
    return V.DependsOnCase ? Depends : Conflicting;
  case VerdictKind::NeverRuns:
    return NeverRuns;
  case VerdictKind::Unproven:
    return V.Reason == UnprovenReason::DataDependentIndex ? DataDependent
                                                          : Unproven;
  }
  llvm_unreachable("unknown verdict");
}

void VerdictCounts::add(const AccessRecord &A) {
  const Column Of = columnOf(A);
  ++In[Accesses];
  ++In[Of];
  if (Of == Unproven) {
    ++ByReason[reasonName(A.Verdict.Reason).str()];
  } else if (Of != DataDependent && A.Launch.hasAssumedBlock()) {
    ++ForAssumedBlock;
    ++ByReason["assumed-block"];
  }
}

void VerdictCounts::add(const VerdictCounts &Other) {
  for (auto [Sum, N] : zip_equal(In, Other.In))
    Sum += N;
  ForAssumedBlock += Other.ForAssumedBlock;
  for (const auto &[Reason, Count] : Other.ByReason)
    ByReason[Reason] += Count;
}

/// Largest first, by name where equal.
static std::vector<std::pair<std::string, unsigned>>
largestFirst(const std::map<std::string, unsigned> &Counts) {
  std::vector<std::pair<std::string, unsigned>> Sorted(Counts.begin(),
                                                       Counts.end());
  llvm::sort(Sorted, [](const auto &L, const auto &R) {
    return std::tie(R.second, L.first) < std::tie(L.second, R.first);
  });
  return Sorted;
}

static std::string printReasons(const VerdictCounts &Counts) {
  if (Counts.ByReason.empty())
    return "-";
  std::vector<std::string> Parts;
  for (const auto &[Reason, Count] : largestFirst(Counts.ByReason))
    Parts.push_back(Reason + "=" + utostr(Count));
  return join(Parts, ",");
}

/// "97.3%". Rounded down, so that 100.0% means all.
static std::string printDecided(const VerdictCounts &C) {
  const unsigned All = C.In[Accesses];
  if (!All)
    return "-";
  const unsigned Open =
      C.In[DataDependent] + C.In[Unproven] + C.ForAssumedBlock;
  uint64_t Thousandths = uint64_t(All - Open) * 1000 / All;
  return utostr(Thousandths / 10) + "." + utostr(Thousandths % 10) + "%";
}

static bool hasColumn(StringRef Memory, unsigned Number) {
  return Number != MinorExcess || Memory != "shared";
}

static Row heading(StringRef Memory) {
  Row Cells;
  const StringRef Names[] = {
      "accesses", "clean",      "minor-excess",   "",
      "depends",  "never-runs", "data-dependent", "unproven"};
  for (auto [Number, Name] : enumerate(Names))
    if (hasColumn(Memory, Number))
      Cells.push_back(Number == Conflicting ? excessName(Memory).str()
                                            : Name.str());
  append_values(Cells, "decided", "reasons", "kernel");
  return Cells;
}

static Row makeRow(const VerdictCounts &C, StringRef Memory, std::string Name) {
  Row Cells;
  for (auto [Number, Count] : enumerate(C.In))
    if (hasColumn(Memory, Number))
      Cells.push_back(utostr(Count));
  append_values(Cells, printDecided(C), printReasons(C), std::move(Name));
  return Cells;
}

/// The kernels of one file, in the order in which they were met.
using KernelTable =
    MapVector<std::string, VerdictCounts, std::map<std::string, unsigned>>;

/// \p Memory: what a table is about. Shared memory of the cluster counts as the
/// block's.
static KernelTable countKernels(const FileReport &Report, StringRef Memory) {
  KernelTable Kernels;
  for (const std::string &Kernel : Report.Kernels)
    Kernels[Kernel]; // One without any access counts too: it was looked at.
  for (const AccessRecord &Access :
       Memory == "shared" ? Report.Accesses : Report.OtherAccesses)
    if (Memory == "shared" || memoryOf(Access) == Memory)
      Kernels[Access.Kernel + Access.TemplateArguments].add(Access);
  return Kernels;
}

static void printOmitted(raw_ostream &Out,
                         const std::vector<FileReport> &Reports) {
  size_t Total = 0, WithErrors = 0;
  std::map<std::string, unsigned> ByReason;
  for (const FileReport &Report : Reports) {
    WithErrors += Report.HadErrors;
    Total += Report.Omitted.size();
    for (const LeftOut &Function : Report.Omitted)
      ++ByReason[Function.Why];
  }
  if (Total)
    Out << "skipped: " << counted(Total, "function") << '\n';
  for (const auto &[Reason, Count] : largestFirst(ByReason))
    Out << format("%8u  ", Count) << Reason << '\n';
  if (WithErrors)
    Out << "files with errors: " << WithErrors << '\n';
}

/// "the store", of "the store at line 5".
static std::string withoutLines(std::string Reason) {
  const Regex Line(" at line [0-9]+");
  while (Line.match(Reason))
    Reason = Line.sub("", Reason);
  return Reason;
}

/// How many kernels are free of races, and why others are not known to be.
static void printRaces(raw_ostream &Out,
                       const std::vector<FileReport> &Reports) {
  std::map<RaceOutcome, size_t> Kernels;
  size_t Assumed = 0; // Of the race-free ones.
  std::map<std::string, unsigned> ByReason;
  for (const FileReport &Report : Reports)
    for (const RaceRecord &R : Report.Races) {
      ++Kernels[R.Outcome];
      Assumed += R.Outcome == RaceOutcome::Proven && !R.Reason.empty();
      if (R.Outcome == RaceOutcome::Unproven)
        ++ByReason[withoutLines(R.Reason)];
    }
  if (Kernels.empty())
    return;
  Out << "races: " << counted(Kernels[RaceOutcome::Proven], "kernel")
      << " race-free"
      << (Assumed ? " (" + std::to_string(Assumed) + " with an assumption)"
                  : "")
      << ", " << Kernels[RaceOutcome::Race] << " with a race, "
      << Kernels[RaceOutcome::Unproven] << " unproven\n";
  for (const auto &[Reason, Count] : largestFirst(ByReason))
    Out << format("%8u  ", Count) << Reason << '\n';
}

static std::string totalName(StringRef What, size_t Kernels, size_t Idle,
                             size_t Files, StringRef Memory) {
  return What.str() + ": " + counted(Kernels, "kernel") + " in " +
         counted(Files, "file") +
         (Idle ? ", " + grouped(Idle) + " without " + Memory.str() + " memory"
               : "");
}

static void printTableOf(raw_ostream &Out,
                         const std::vector<FileReport> &Reports,
                         StringRef Memory, bool AllKernels) {
  std::vector<Row> Rows = {heading(Memory)};
  // What rests on assumed template arguments has a total of its own.
  struct {
    VerdictCounts Counts;
    size_t Kernels = 0, Idle = 0;
  } Total, Assumed;
  for (const FileReport &Report : Reports)
    for (const auto &[Kernel, Counts] : countKernels(Report, Memory)) {
      bool IsAssumed = is_contained(Report.AssumedKernels, Kernel);
      auto &Of = IsAssumed ? Assumed : Total;
      ++Of.Kernels;
      Of.Idle += Counts.In[Accesses] == 0;
      if (Counts.In[Accesses] || AllKernels)
        Rows.push_back(makeRow(Counts, Memory,
                               printable(Report.File) + ": " + Kernel +
                                   (IsAssumed ? " (assumed)" : "")));
      Of.Counts.add(Counts);
    }
  Rows.push_back(makeRow(
      Total.Counts, Memory,
      totalName("total", Total.Kernels, Total.Idle, Reports.size(), Memory)));
  if (Assumed.Kernels)
    Rows.push_back(makeRow(Assumed.Counts, Memory,
                           totalName("assumed", Assumed.Kernels, Assumed.Idle,
                                     Reports.size(), Memory)));
  printTable(Out, Rows, /*Texts=*/2);
}

void printStats(raw_ostream &Out, const std::vector<FileReport> &Reports,
                bool AllKernels) {
  printTableOf(Out, Reports, "shared", AllKernels);
  for (StringRef Memory : {"global", "local", "constant"}) {
    const auto HasSome = [&](const FileReport &R) {
      return any_of(R.OtherAccesses, [&](const AccessRecord &A) {
        return memoryOf(A) == Memory;
      });
    };
    if (none_of(Reports, HasSome))
      continue;
    Out << Memory << " memory:\n";
    printTableOf(Out, Reports, Memory, AllKernels);
  }
  printRaces(Out, Reports);
  printOmitted(Out, Reports);
}

} // namespace warplint
