//===- StatsReport.cpp - The table of --stats -----------------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include <map>
#include <tuple>

namespace warplint {

namespace {

/// Verdicts of one kernel, or of all.
struct VerdictCounts {
  unsigned Accesses = 0;
  unsigned Clean = 0;
  unsigned Conflicting = 0;
  unsigned Depends = 0;
  unsigned NeverRuns = 0;
  unsigned DataDependent = 0;
  unsigned Unproven = 0;
  std::map<std::string, unsigned> ByReason;

  void add(const AccessVerdict &V);
  void add(const VerdictCounts &Other);
};

using Row = std::vector<std::string>;

} // namespace

void VerdictCounts::add(const AccessVerdict &V) {
  ++Accesses;
  switch (V.Kind) {
  case VerdictKind::Clean:
    ++Clean;
    return;
  case VerdictKind::Excess:
    ++(V.DependsOnCase ? Depends : Conflicting);
    return;
  case VerdictKind::NeverRuns:
    ++NeverRuns;
    return;
  case VerdictKind::Unproven:
    if (V.Reason == UnprovenReason::DataDependentIndex) {
      ++DataDependent;
      return;
    }
    ++Unproven;
    ++ByReason[std::string(reasonName(V.Reason))];
    return;
  }
}

void VerdictCounts::add(const VerdictCounts &Other) {
  Accesses += Other.Accesses;
  Clean += Other.Clean;
  Conflicting += Other.Conflicting;
  Depends += Other.Depends;
  NeverRuns += Other.NeverRuns;
  DataDependent += Other.DataDependent;
  Unproven += Other.Unproven;
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
    Parts.push_back(Reason + "=" + llvm::utostr(Count));
  return llvm::join(Parts, ",");
}

/// "97.3%" of what is not data-dependent. Rounded down, so that 100.0% means
/// all.
static std::string printDecided(const VerdictCounts &C) {
  unsigned Decidable = C.Accesses - C.DataDependent;
  if (!Decidable)
    return "-";
  uint64_t Thousandths = uint64_t(Decidable - C.Unproven) * 1000 / Decidable;
  return llvm::utostr(Thousandths / 10) + "." + llvm::utostr(Thousandths % 10) +
         "%";
}

static Row makeRow(const VerdictCounts &C, std::string Name) {
  return {llvm::utostr(C.Accesses),
          llvm::utostr(C.Clean),
          llvm::utostr(C.Conflicting),
          llvm::utostr(C.Depends),
          llvm::utostr(C.NeverRuns),
          llvm::utostr(C.DataDependent),
          llvm::utostr(C.Unproven),
          printDecided(C),
          printReasons(C),
          std::move(Name)};
}

namespace {
/// The kernels of one file, in the order in which they were met.
class KernelTable {
public:
  VerdictCounts &operator[](const std::string &Kernel) {
    auto [Entry, IsNew] = Index.try_emplace(Kernel, Rows.size());
    if (IsNew)
      Rows.emplace_back(Kernel, VerdictCounts());
    return Rows[Entry->second].second;
  }
  auto begin() const { return Rows.begin(); }
  auto end() const { return Rows.end(); }

private:
  std::vector<std::pair<std::string, VerdictCounts>> Rows;
  llvm::StringMap<size_t> Index;
};
} // namespace

static KernelTable countKernels(const FileReport &Report) {
  KernelTable Kernels;
  for (const std::string &Kernel : Report.Kernels)
    Kernels[Kernel]; // One without any access counts too: it was looked at.
  for (const AccessRecord &Access : Report.Accesses)
    Kernels[Access.Kernel + Access.TemplateArguments].add(Access.Verdict);
  return Kernels;
}

/// Numbers to the right, the last two columns (text) to the left.
static void printTable(llvm::raw_ostream &Out, const std::vector<Row> &Rows) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (auto [Width, Cell] : llvm::zip_equal(Widths, R))
      Width = std::max(Width, Cell.size());
  for (const Row &R : Rows) {
    for (auto [I, Cell] : llvm::enumerate(llvm::ArrayRef(R).drop_back())) {
      bool IsText = I + 2 == R.size();
      if (IsText)
        Out << llvm::left_justify(Cell, Widths[I]);
      else
        Out << llvm::right_justify(Cell, Widths[I]);
      Out << "  ";
    }
    Out << R.back() << '\n';
  }
}

static void printOmitted(llvm::raw_ostream &Out,
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
    Out << llvm::format("%8u  ", Count) << Reason << '\n';
  if (WithErrors)
    Out << "files with errors: " << WithErrors << '\n';
}

static std::string totalName(llvm::StringRef What, size_t Kernels, size_t Idle,
                             size_t Files) {
  return What.str() + ": " + counted(Kernels, "kernel") + " in " +
         counted(Files, "file") +
         (Idle ? ", " + grouped(Idle) + " without shared memory" : "");
}

void printStats(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports,
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
      bool IsAssumed = llvm::is_contained(Report.AssumedKernels, Kernel);
      auto &Of = IsAssumed ? Assumed : Total;
      ++Of.Kernels;
      Of.Idle += Counts.Accesses == 0;
      if (Counts.Accesses || AllKernels)
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
