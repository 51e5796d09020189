//===- ClosingLine.cpp - What became of all accesses ----------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// What is said of accesses, in this order.
static constexpr StringLiteral Outcomes[] = {
    "conflicting",    "with minor excess", "clean",    "not issued separately",
    "never executed", "data-dependent",    "unproven",
};

namespace {
/// Their numbers.
struct AccessOutcome {
  enum Number : uint8_t {
    Excess,
    MinorExcess,
    Clean,
    NotIssued,
    NeverExecuted,
    OfData,
    NotDecided,
  };
};
} // namespace

static AccessOutcome::Number outcomeOf(const AccessRecord &A) {
  if (A.Issue && A.Issue->isSilent())
    return AccessOutcome::NotIssued;
  switch (A.Verdict.Kind) {
  case VerdictKind::Excess:
    return A.HasMinorExcess ? AccessOutcome::MinorExcess
                            : AccessOutcome::Excess;
  case VerdictKind::Clean:
    return AccessOutcome::Clean;
  case VerdictKind::NeverRuns:
    return AccessOutcome::NeverExecuted;
  case VerdictKind::Unproven:
    return A.Verdict.Reason == UnprovenReason::DataDependentIndex
               ? AccessOutcome::OfData
               : AccessOutcome::NotDecided;
  }
  llvm_unreachable("unknown verdict");
}

StringRef outcomeName(const AccessRecord &A) { return Outcomes[outcomeOf(A)]; }

/// The worst record of each access: one of a header is one, however many files
/// and kernels have it.
static std::vector<const AccessRecord *>
worstOf(ArrayRef<const AccessRecord *> Accesses) {
  std::map<std::tuple<SourcePlace, AccessVerb, unsigned>, const AccessRecord *>
      Worst;
  const auto Weight = [](const AccessRecord &A) {
    return std::pair(importanceOf(A.Verdict.Kind), !A.HasMinorExcess);
  };
  for (const AccessRecord *A : Accesses) {
    const AccessRecord *&Known = Worst[{A->Where, A->Verb, A->Ordinal}];
    if (!Known || Weight(*A) > Weight(*Known))
      Known = A;
  }
  auto Records = make_second_range(Worst);
  return {Records.begin(), Records.end()};
}

/// Shared memory, and those whose requests cost sectors or passes: their names, and
/// what an excess in them is called.
static constexpr std::pair<StringLiteral, StringLiteral> Memories[] = {
    {"shared", "conflicting"},
    {"global", "uncoalesced"},
    {"local", "uncoalesced"},
    {"constant", "divergent"},
};

StringRef excessName(StringRef Memory) {
  return find_if(Memories, [&](const auto &M) { return M.first == Memory; })
      ->second;
}

static size_t memoryNumber(const AccessRecord &A) {
  const auto Found = find_if(Memories, [&](const auto &Memory) {
    return Memory.first == memoryOf(A);
  });
  // Of the cluster: it is shared memory.
  return Found == std::end(Memories) ? 0 : Found - std::begin(Memories);
}

std::vector<std::vector<const AccessRecord *>>
accessesByMemory(ArrayRef<const AccessRecord *> Accesses) {
  std::vector<std::vector<const AccessRecord *>> All(std::size(Memories));
  for (const AccessRecord *A : Accesses)
    All[memoryNumber(*A)].push_back(A);
  erase_if(All, [](const auto &Of) { return Of.empty(); });
  return All;
}

std::string outcomesOf(ArrayRef<const AccessRecord *> OfOneMemory) {
  std::vector<const AccessRecord *> Worst = worstOf(OfOneMemory);
  if (Worst.empty())
    return "";
  const StringRef Memory = Memories[memoryNumber(*Worst.front())].first;
  size_t Counts[std::size(Outcomes)] = {};
  for (const AccessRecord *A : Worst)
    ++Counts[outcomeOf(*A)];
  std::vector<std::string> Parts;
  for (auto [Number, Count] : enumerate(Counts))
    if (Count)
      Parts.push_back(grouped(Count) + " " +
                      (Number == AccessOutcome::Excess
                           ? excessName(Memory)
                           : StringRef(Outcomes[Number]))
                          .str());
  return counted(Worst.size(), Memory.str() + "-memory access") + ": " +
         join(Parts, ", ");
}

/// Behind the outcomes, of which those that are not decided come last: why they
/// are not, ": the index comes from a local array: offset".
static std::string commonestReason(ArrayRef<const AccessRecord *> Accesses) {
  std::map<std::string, size_t> Counts;
  size_t All = 0;
  for (const AccessRecord *A : worstOf(Accesses))
    if (outcomeOf(*A) == AccessOutcome::NotDecided) {
      ++Counts[reasonOf(A->Verdict)];
      ++All;
    }
  if (Counts.empty())
    return "";
  auto Most = max_element(
      Counts, [](const auto &L, const auto &R) { return L.second < R.second; });
  return (Most->second == All
              ? ": "
              : ", " + grouped(Most->second) + " of them because ") +
         shortText(Most->first, 2 * LongestName);
}

/// How many of those with an excess, and of the clean ones, are so for whole warps
/// along x, since nothing says which blocks their kernels have.
static size_t countForAssumedBlock(ArrayRef<const AccessRecord *> Accesses) {
  return count_if(worstOf(Accesses), [](const AccessRecord *A) {
    return outcomeOf(*A) <= AccessOutcome::Clean &&
           A->Launch.hasAssumedBlock() && !A->Launch.Shape.isKnown();
  });
}

/// What is said where no access was analyzed, of \p Kernels kernels.
static std::string withoutAccesses(const std::vector<FileReport> &Reports,
                                   size_t Kernels) {
  if (any_of(Reports, [](const auto &R) { return !R.Uses.empty(); }))
    return "no access to shared memory was analyzed";
  if (Kernels == 0)
    return "no kernel was analyzed";
  return counted(Kernels, "kernel") + (Kernels == 1 ? " does" : " do") +
         " not access shared memory";
}

void printClosingLine(raw_ostream &Out,
                      const std::vector<FileReport> &Reports) {
  std::vector<const AccessRecord *> Accesses;
  std::set<std::string> Kernels;
  size_t LeftOut = 0, ForAssumedBlock = 0;
  for (const FileReport &R : Reports) {
    for (const auto *Of : {&R.Accesses, &R.OtherAccesses})
      append_range(Accesses, make_pointer_range(*Of));
    Kernels.insert(R.Kernels.begin(), R.Kernels.end());
    LeftOut += count_if(R.Omitted, [](const auto &L) { return !L.OnRequest; });
  }
  ListSeparator Between("; ");
  for (const auto &OfOneMemory : accessesByMemory(Accesses)) {
    Out << Between << outcomesOf(OfOneMemory) << commonestReason(OfOneMemory);
    ForAssumedBlock += countForAssumedBlock(OfOneMemory);
  }
  if (Accesses.empty())
    Out << withoutAccesses(Reports, Kernels.size());
  if (ForAssumedBlock)
    Out << "; "
        << messages::AssumeWholeWarps(grouped(ForAssumedBlock),
                                      ForAssumedBlock == 1 ? "assumes"
                                                           : "assume");
  if (LeftOut)
    Out << "; " << counted(LeftOut, "function") << " skipped";
  Out << ".\n";
}

} // namespace warplint
