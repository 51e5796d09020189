//===- BankConflict.cpp - warplint-bank-conflict --------------------------===//
//
// Finds shared-memory accesses whose warp request takes more wavefronts than
// any layout of the same elements would need.
//
//===----------------------------------------------------------------------===//

#include "warplint/Checks/Analysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

constexpr const char *CheckId = "warplint-bank-conflict";

std::string plural(uint64_t N, StringRef Unit) {
  std::string Text = utostr(N) + " " + Unit.str();
  return N == 1 ? Text : Text + "s";
}

/// "wavefront", "line", "sector".
StringRef unitOf(const WarpCost &Cost) {
  switch (Cost.Unit) {
  case CostUnit::Wavefronts:
    return "wavefront";
  case CostUnit::Lines:
    return "shared-memory line";
  case CostUnit::Sectors:
    return "sector";
  }
  return "wavefront";
}

/// "32-bit load", "ldmatrix.x4", "16-byte cp.async".
std::string accessPhrase(const AccessRecord &A) {
  std::string Bits = utostr(A.BytesPerLane * 8) + "-bit ";
  switch (A.Verb) {
  case AccessVerb::Load:
    return A.BytesPerLane ? Bits + "load" : "load";
  case AccessVerb::Store:
    return A.BytesPerLane ? Bits + "store" : "store";
  case AccessVerb::Atomic:
    return Bits + "atomic";
  case AccessVerb::CpAsync:
    return utostr(A.BytesPerLane) + "-byte cp.async";
  case AccessVerb::LdMatrix:
  case AccessVerb::StMatrix:
  case AccessVerb::Wmma:
    return A.Instruction;
  }
  return "access";
}

StringRef pastVerb(AccessVerb Verb) {
  switch (Verb) {
  case AccessVerb::Load:
  case AccessVerb::LdMatrix:
  case AccessVerb::Wmma:
    return "read";
  case AccessVerb::Store:
  case AccessVerb::StMatrix:
  case AccessVerb::CpAsync:
    return "write";
  case AccessVerb::Atomic:
    return "update";
  }
  return "touch";
}

/// "0, 4, 8, 12, ..."; up to eight lanes are all named.
std::string laneList(LaneMask Lanes) {
  std::string Text;
  unsigned Named = 0, Count = llvm::popcount(Lanes);
  unsigned Limit = Count > 8 ? 4 : 8;
  for (unsigned L = 0; L != WarpSize && Named != Limit; ++L) {
    if (!(Lanes >> L & 1))
      continue;
    if (Named++)
      Text += ", ";
    Text += utostr(L);
  }
  return Count > Named ? Text + ", ..." : Text;
}

std::string costMessage(const AccessRecord &A) {
  const WarpCost &Cost = A.Verdict.Worst.Cost;
  std::string Figures =
      plural(Cost.Predicted, unitOf(Cost)) + ", ideal " + utostr(Cost.Ideal);
  if (Cost.Unit == CostUnit::Lines)
    return "scattered cp.async: this " + accessPhrase(A) + " touches " +
           Figures;
  unsigned Ways = Cost.Worst ? Cost.Worst->Ways : Cost.Predicted;
  return utostr(Ways) + "-way bank conflict: this " + accessPhrase(A) +
         " takes " + Figures;
}

std::string warpsSentence(const AccessVerdict &V) {
  if (V.WarpsInBlock <= 1)
    return "";
  return "; " + utostr(V.WarpsWithExcess) + " of " + utostr(V.WarpsInBlock) +
         " warps conflict";
}

void addWitness(const AccessRecord &A, Finding &F) {
  const AccessVerdict &V = A.Verdict;
  std::string In =
      V.WarpsInBlock > 1 ? "in warp " + utostr(V.Worst.Warp) + ", " : "";
  if (const auto &Hit = V.Worst.Cost.Worst) {
    bool Atomic = A.Verb == AccessVerb::Atomic;
    F.Notes.push_back({A.Where, In + "lanes " + laneList(Hit->Lanes) + " " +
                                    pastVerb(A.Verb).str() + " " +
                                    (Atomic ? "bank " + utostr(Hit->Bank)
                                            : utostr(Hit->Ways) +
                                                  " different words of bank " +
                                                  utostr(Hit->Bank)) +
                                    warpsSentence(V)});
    return;
  }
  if (V.Worst.Cost.Unit == CostUnit::Lines)
    F.Notes.push_back(
        {A.Where, In + "the active lanes' destinations lie in " +
                      plural(V.Worst.Cost.Predicted, "128-byte line") +
                      warpsSentence(V)});
}

std::string blockText(const LaunchShape &S) {
  auto Part = [](std::optional<unsigned> N) {
    return N ? utostr(*N) : std::string("?");
  };
  return "(" + Part(S.X) + "," + Part(S.Y) + "," + Part(S.Z) + ")";
}

void addLaunch(const AccessRecord &A, Finding &F) {
  const LaunchRecord &L = A.Launch;
  if (L.Source == "option")
    F.Notes.push_back({{}, "block " + blockText(L.Shape) + " from --block"});
  else if (L.Source == "assumed")
    F.Notes.push_back(
        {L.Where, "block shape unknown: assumed whole warps along x"});
  else
    F.Notes.push_back(
        {L.Where, "block " + blockText(L.Shape) +
                      (L.Source == "reqntid" ? " from this attribute"
                                             : " from this launch")});
}

std::string instanceName(const AccessRecord &A) {
  return A.Kernel + A.TemplateArguments;
}

void addNotes(const AccessRecord &A, Finding &F) {
  addWitness(A, F);
  append_range(F.Notes, A.MacroNotes);
  if (!A.Verdict.Condition.empty())
    F.Notes.push_back({A.Where, A.Verdict.Condition});
  if (A.ArrayDeclaration.isValid())
    F.Notes.push_back({A.ArrayDeclaration,
                       "'" + A.Array + "' is declared here as " + A.ArrayType});
  append_range(F.Notes, A.CallChain);
  if (!A.TemplateArguments.empty())
    F.Notes.push_back({{}, "in instantiation '" + instanceName(A) + "'"});
  addLaunch(A, F);
  for (const std::string &Text : A.Verdict.Assumptions)
    F.Notes.push_back({{}, "assumes that " + Text});
}

/// One diagnostic stands for all records of one source access.
using AccessKey = std::tuple<SourcePlace, AccessVerb, unsigned>;

uint64_t weightOf(const AccessRecord &A) {
  uint64_t Excess = A.Verdict.TotalPredicted > A.Verdict.TotalIdeal
                        ? A.Verdict.TotalPredicted - A.Verdict.TotalIdeal
                        : A.Verdict.Worst.Cost.excess();
  return Excess * A.ExecutionsPerWarp.value_or(1);
}

Finding excessFinding(ArrayRef<const AccessRecord *> Group) {
  const AccessRecord &Worst = *Group.front();
  Finding F;
  F.Check = CheckId;
  F.Where = Worst.Where;
  F.Message = costMessage(Worst);
  F.Weight = weightOf(Worst);
  addNotes(Worst, F);
  for (const AccessRecord *Other : Group.drop_front()) {
    if (instanceName(*Other) == instanceName(Worst))
      continue;
    std::string Text = "in '" + instanceName(*Other) + "': ";
    switch (Other->Verdict.Kind) {
    case VerdictKind::Excess:
      Text += plural(Other->Verdict.Worst.Cost.Predicted,
                     unitOf(Other->Verdict.Worst.Cost)) +
              ", ideal " + utostr(Other->Verdict.Worst.Cost.Ideal);
      break;
    case VerdictKind::Clean:
      Text += "conflict-free";
      break;
    case VerdictKind::Unproven:
      Text += "unproven: " + Other->Verdict.ReasonText;
      break;
    case VerdictKind::NeverRuns:
      continue;
    }
    F.Notes.push_back({{}, Text});
  }
  return F;
}

Finding remark(const AccessRecord &A, std::string Message) {
  Finding F;
  F.Check = CheckId;
  F.Level = Severity::Remark;
  F.Where = A.Where;
  F.Message = std::move(Message);
  return F;
}

std::string reasonOf(const AccessVerdict &V) {
  return V.ReasonText.empty() ? std::string(reasonSentence(V.Reason))
                              : V.ReasonText;
}

unsigned rank(const AccessRecord *A) {
  switch (A->Verdict.Kind) {
  case VerdictKind::Excess:
    return 0;
  case VerdictKind::Unproven:
    return 1;
  case VerdictKind::Clean:
    return 2;
  case VerdictKind::NeverRuns:
    return 3;
  }
  return 3;
}

} // namespace

void checkBankConflicts(FileReport &Report, const AnalysisOptions &Options) {
  std::map<AccessKey, std::vector<const AccessRecord *>> Groups;
  for (const AccessRecord &A : Report.Accesses)
    Groups[{A.Where, A.Verb, A.Ordinal}].push_back(&A);
  for (auto &[Key, Group] : Groups) {
    llvm::sort(Group, [](const AccessRecord *A, const AccessRecord *B) {
      // Records lie in one vector: their addresses tell the order of kernels.
      auto Key = [](const AccessRecord *R) {
        return std::tuple(rank(R), ~R->Verdict.Worst.Cost.excess(), R);
      };
      return Key(A) < Key(B);
    });
    const AccessRecord &A = *Group.front();
    switch (A.Verdict.Kind) {
    case VerdictKind::Excess:
      Report.Findings.push_back(excessFinding(Group));
      break;
    case VerdictKind::Unproven:
      if (Options.ReportUnproven)
        Report.Findings.push_back(remark(A, "unproven: " + accessPhrase(A) +
                                                ": " + reasonOf(A.Verdict)));
      break;
    case VerdictKind::Clean:
      if (Options.ReportClean)
        Report.Findings.push_back(remark(
            A, "conflict-free: this " + accessPhrase(A) +
                   (A.Verdict.Worst.Cost.Unit == CostUnit::Lines ? " touches "
                                                                 : " takes ") +
                   plural(A.Verdict.Worst.Cost.Predicted,
                          unitOf(A.Verdict.Worst.Cost))));
      break;
    case VerdictKind::NeverRuns:
      if (Options.ReportClean)
        Report.Findings.push_back(
            remark(A, "no lane executes this " + accessPhrase(A)));
      break;
    }
  }
}

} // namespace warplint
