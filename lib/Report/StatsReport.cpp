//===- StatsReport.cpp - The table of --stats -----------------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
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
  std::map<std::string, unsigned> ByReason;

  void add(const AccessVerdict &V);
  void add(const VerdictCounts &Other);
};

using Row = std::vector<std::string>;

} // namespace

static Column columnOf(const AccessVerdict &V) {
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

void VerdictCounts::add(const AccessVerdict &V) {
  ++In[Accesses];
  ++In[columnOf(V)];
  if (columnOf(V) == Unproven)
    ++ByReason[reasonName(V.Reason).str()];
}

void VerdictCounts::add(const VerdictCounts &Other) {
  for (auto [Sum, N] : zip_equal(In, Other.In))
    Sum += N;
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

/// "97.3%" of what is not data-dependent. Rounded down, so that 100.0% means
/// all.
static std::string printDecided(const VerdictCounts &C) {
  unsigned Decidable = C.In[Accesses] - C.In[DataDependent];
  if (!Decidable)
    return "-";
  uint64_t Thousandths =
      uint64_t(Decidable - C.In[Unproven]) * 1000 / Decidable;
  return utostr(Thousandths / 10) + "." + utostr(Thousandths % 10) + "%";
}

static Row makeRow(const VerdictCounts &C, std::string Name) {
  Row Cells;
  for (unsigned N : C.In)
    Cells.push_back(utostr(N));
  append_values(Cells, printDecided(C), printReasons(C), std::move(Name));
  return Cells;
}

/// The kernels of one file, in the order in which they were met.
using KernelTable =
    MapVector<std::string, VerdictCounts, std::map<std::string, unsigned>>;

static KernelTable countKernels(const FileReport &Report) {
  KernelTable Kernels;
  for (const std::string &Kernel : Report.Kernels)
    Kernels[Kernel]; // One without any access counts too: it was looked at.
  for (const AccessRecord &Access : Report.Accesses)
    Kernels[Access.Kernel + Access.TemplateArguments].add(Access.Verdict);
  return Kernels;
}

/// Numbers to the right, the last two columns (text) to the left.
static void printTable(raw_ostream &Out, const std::vector<Row> &Rows) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (auto [Width, Cell] : zip_equal(Widths, R))
      Width = std::max(Width, Cell.size());
  for (const Row &R : Rows) {
    for (auto [I, Cell] : enumerate(ArrayRef(R).drop_back())) {
      bool IsText = I + 2 == R.size();
      if (IsText)
        Out << left_justify(Cell, Widths[I]);
      else
        Out << right_justify(Cell, Widths[I]);
      Out << "  ";
    }
    Out << R.back() << '\n';
  }
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
    Out << "left out: " << counted(Total, "function") << '\n';
  for (const auto &[Reason, Count] : largestFirst(ByReason))
    Out << format("%8u  ", Count) << Reason << '\n';
  if (WithErrors)
    Out << "files with errors: " << WithErrors << '\n';
}

static std::string totalName(StringRef What, size_t Kernels, size_t Idle,
                             size_t Files) {
  return What.str() + ": " + counted(Kernels, "kernel") + " in " +
         counted(Files, "file") +
         (Idle ? ", " + grouped(Idle) + " without shared memory" : "");
}

void printStats(raw_ostream &Out, const std::vector<FileReport> &Reports,
                bool AllKernels) {
  std::vector<Row> Rows = {{"accesses", "clean", "conflicting", "depends",
                            "never-runs", "data-dependent", "unproven",
                            "decided", "reasons", "kernel"}};
  // What rests on assumed template arguments has a total of its own.
  struct {
    VerdictCounts Counts;
    size_t Kernels = 0, Idle = 0;
  } Total, Assumed;
  for (const FileReport &Report : Reports)
    for (const auto &[Kernel, Counts] : countKernels(Report)) {
      bool IsAssumed = is_contained(Report.AssumedKernels, Kernel);
      auto &Of = IsAssumed ? Assumed : Total;
      ++Of.Kernels;
      Of.Idle += Counts.In[Accesses] == 0;
      if (Counts.In[Accesses] || AllKernels)
        Rows.push_back(makeRow(Counts, printable(Report.File) + ": " + Kernel +
                                           (IsAssumed ? " (assumed)" : "")));
      Of.Counts.add(Counts);
    }
  Rows.push_back(makeRow(Total.Counts, totalName("total", Total.Kernels,
                                                 Total.Idle, Reports.size())));
  if (Assumed.Kernels)
    Rows.push_back(
        makeRow(Assumed.Counts, totalName("assumed", Assumed.Kernels,
                                          Assumed.Idle, Reports.size())));
  printTable(Out, Rows);
  printOmitted(Out, Reports);
}

} // namespace warplint
