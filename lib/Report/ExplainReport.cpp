//===- ExplainReport.cpp - One access in every detail ---------------------===//

#include "warplint/Report/ExplainReport.h"
#include "LaneTable.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Support/EnumNames.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace llvm;

namespace warplint {

/// Turns of a bank that are written out.
static constexpr size_t ListedTurns = 8;

static StringRef phraseOf(SymbolKind Kind) {
  return nameOf(Kind, {"kernel parameter", "block index", "grid size",
                       "start of the array",
                       "loaded from one address by the whole warp",
                       "the same in the whole warp"});
}

static std::string symbolText(const ExplainedSymbol &S) {
  std::string Text = (S.Name + ": " + phraseOf(S.Kind)).str();
  bool HasRange = S.Lo > minIntN(S.Width) || S.Hi < maxIntN(S.Width);
  if (S.Kind != SymbolKind::ArrayBase) {
    Text += ", " + utostr(S.Width) + " bits";
    if (HasRange)
      Text += ", " + itostr(S.Lo) + " to " + itostr(S.Hi);
  }
  if (S.MultipleOf > 1)
    Text += ", a multiple of " + utostr(S.MultipleOf);
  if (!S.InAddress)
    Text += ", only in the guard";
  if (S.Shown)
    Text += "; " + itostr(*S.Shown) + " shows the figure";
  return Text;
}

static std::string loopText(const EnclosingLoop &Loop) {
  std::string Text = Loop.Counter.empty() ? "unnamed: " : Loop.Counter + ": ";
  if (Loop.hasKnownTripCount())
    Text += counted(*Loop.TripCount, "iteration");
  else if (Loop.Condition.empty())
    Text += "unknown trip count";
  else
    Text += "runs while " + Loop.Condition + ", unknown trip count";
  // A bound near the end of the counter's type says nothing.
  if (Loop.IsUpperBound && Loop.TripCount && *Loop.TripCount < (1u << 20))
    Text += ", at most " + grouped(*Loop.TripCount) + " times";
  return Text;
}

static std::string placeText(const SourcePlace &Where) {
  if (!Where.isValid())
    return printable(shownPath(Where.File));
  return printable(shownPath(Where.File)) + ":" + utostr(Where.Line) + ":" +
         utostr(Where.Column);
}

static std::string launchOrigin(const LaunchRecord &L, const AccessVerdict &V) {
  if (L.Source == LaunchSource::Assumed)
    return assumedBlockText(L);
  if (L.Source == LaunchSource::Unread)
    return "with an error at " + placeText(L.Where) +
           "; assuming blockDim.x is a multiple of 32 (set it with --block)";
  return launchText(L) + originText(L, placeText(L.Where)) +
         otherBlocksText(L, V);
}

static std::string verdictText(const AccessVerdict &V) {
  std::string Figures = figuresText(V.Worst.Cost);
  switch (V.Kind) {
  case VerdictKind::Clean:
    return "clean: " + Figures;
  case VerdictKind::Excess:
    return (V.DependsOnCase ? "depends: up to " : "excess: ") + Figures;
  case VerdictKind::NeverRuns:
    return "never runs: no lane of any warp executes it";
  case VerdictKind::Unproven:
    return "unproven (" + reasonName(V.Reason).str() + "): " + reasonOf(V);
  }
  return "";
}

static std::string proofText(const AccessVerdict &V) {
  if (V.Kind == VerdictKind::Unproven)
    return "rule 3: accesses without a proof are unproven";
  const ProofCourse &C = V.Course;
  std::string Text = counted(C.Cases, "case");
  if (!C.SplitOn.empty()) {
    std::vector<std::string> Names;
    for (const std::string &Name : C.SplitOn)
      Names.push_back(shortText(Name));
    Text += ", split by " + listed(Names);
  }
  if (C.UsesRule1)
    Text += "; rule 1: terms that all lanes share cancel";
  if (C.UsesRule2)
    Text += "; rule 2: an unknown with a different factor per lane, split by "
            "residue";
  return Text;
}

namespace {

std::string rangeText(int64_t First, unsigned Count) {
  return Count == 1 ? itostr(First)
                    : itostr(First) + "-" + itostr(First + Count - 1);
}

class ExplanationText {
public:
  ExplanationText(raw_ostream &Out, const AccessRecord &A) : Out(Out), A(A) {}

  void print() {
    printVerdict();
    printOrigin();
    printExpressions();
    field("proof", proofText(A.Verdict));
    fields("assumes", assumptionsOf(A));
    if (std::optional<LaneTable> Table = laneTableOf(A)) {
      printTable(*Table);
      printGroups(*Table);
    }
  }

private:
  void field(StringRef Name, StringRef Text) {
    if (!Text.empty())
      Out << formatv("  {0,-12} {1}\n", Name, Text);
  }

  void fields(StringRef Name, ArrayRef<std::string> Texts) {
    for (const std::string &Text : Texts) {
      field(Name, Text);
      Name = "";
    }
  }

  void printVerdict() {
    const AccessVerdict &V = A.Verdict;
    field("verdict", verdictText(V));
    field("condition", V.Condition);
    if (V.Kind == VerdictKind::Excess && V.WarpsInBlock > 1)
      field("warps", utostr(V.WarpsWithExcess) + " of the block's " +
                         utostr(V.WarpsInBlock) +
                         " warps cost more than ideal");
    if (V.Kind != VerdictKind::NeverRuns)
      field("executions", executionText(A));
  }

  void printOrigin() {
    field("kernel", A.Kernel + A.TemplateArguments +
                        (A.isAssumed() ? " (assumed template arguments)" : ""));
    field("launch", launchOrigin(A.Launch, A.Verdict));
    for (const LaunchOutcome &O : A.OtherLaunches) {
      AccessVerdict V;
      V.Kind = O.Kind;
      V.Worst.Cost.Unit = A.Verdict.Worst.Cost.Unit;
      V.Worst.Cost.Predicted = O.Predicted;
      V.Worst.Cost.Ideal = O.Ideal;
      field("also", launchOrigin(O.Launch, V) + ": " +
                        (O.Kind == VerdictKind::Unproven ? "unproven"
                                                         : verdictText(V)));
    }
    std::string Instruction = A.Instruction;
    if (A.BytesPerLane)
      Instruction += ", " + counted(A.BytesPerLane, "byte") + " per lane";
    if (A.Instances > 1)
      Instruction += "; the worst of " + grouped(A.Instances) + " copies";
    field("instruction", Instruction);
    if (!A.Array.empty())
      field("array", A.Array + ", " + A.ArrayType +
                         (A.ArrayDeclaration.isValid()
                              ? ", declared at " + placeText(A.ArrayDeclaration)
                              : std::string()));
    std::vector<std::string> Calls;
    for (const auto *Notes : {&A.MacroNotes, &A.CallChain})
      for (const FindingNote &N : *Notes)
        Calls.push_back(placeText(N.Where) + ": " + N.Message);
    fields("reached by", Calls);
  }

  void printExpressions() {
    if (!A.Explained)
      return;
    const Explanation &E = *A.Explained;
    field("address", E.Address.empty() ? "unknown" : E.Address);
    field("guard", E.Guard.empty() ? "none: every lane executes it" : E.Guard);
    std::vector<std::string> Symbols, Opaques, Loops;
    for (const ExplainedSymbol &S : E.Symbols)
      Symbols.push_back(symbolText(S));
    fields("symbols", Symbols);
    for (const ExplainedOpaque &O : E.Opaques)
      Opaques.push_back(O.Name + (O.Name.empty() ? "a value " : ": ") + O.Why +
                        (O.InAddress ? "" : ", only in the guard"));
    fields("data", Opaques);
    for (const EnclosingLoop &Loop : A.Loops)
      Loops.push_back(loopText(Loop));
    fields("loops", Loops);
  }

  void printTable(const LaneTable &Table) {
    const WarpCase &Case = A.Verdict.Worst;
    Out << "\n  "
        << (A.Verdict.Kind == VerdictKind::Clean ? "a request"
                                                 : "the costliest request")
        << " of warp " << Case.Warp << ", active lanes "
        << format("0x%08x", Case.Active);
    if (std::string Facts = factsText(Case); !Facts.empty())
      Out << ", where " << Facts;
    Out << ";\n  addresses are relative to the part that all lanes share\n\n"
        << format("  %4s  %-6s  %-11s  %8s", "lane", "active", "thread",
                  "byte");
    if (Table.HasBanks)
      Out << format("  %9s  %5s", "word", "bank");
    if (!Table.GroupName.empty())
      Out << "  " << Table.GroupName;
    Out << '\n';
    for (unsigned L = 0; L < WarpSize; ++L)
      printRow(Table, L);
  }

  void printRow(const LaneTable &Table, unsigned Lane) {
    const LaneRow &Row = Table.Rows[Lane];
    Out << format("  %4u  %-6s  %-11s", Lane, Row.IsActive ? "yes" : "no",
                  threadText(Row, Lane).c_str());
    if (!Row.IsActive) {
      Out << format("  %8s", "-");
      if (Table.HasBanks)
        Out << format("  %9s  %5s", "-", "-");
      Out << (Table.GroupName.empty() ? "\n" : "  -\n");
      return;
    }
    // A lane's last bank: 16 bytes at word 30 would not be aligned.
    Out << format("  %8s", itostr(Row.ByteAddress).c_str());
    if (Table.HasBanks)
      Out << format("  %9s  %5s",
                    rangeText(Row.Word, Table.WordsPerLane).c_str(),
                    rangeText(Row.Bank, Table.WordsPerLane).c_str());
    if (!Table.GroupName.empty())
      Out << "  " << Row.Group;
    Out << '\n';
  }

  void printGroups(const LaneTable &Table) {
    Out << '\n';
    const WarpCost &Cost = A.Verdict.Worst.Cost;
    for (const LaneGroup &G : Table.Groups) {
      Out << "  ";
      if (!Table.GroupName.empty())
        Out << Table.GroupName << ' ' << G.Number << ": ";
      Out << "bank " << G.Bank << " is the fullest, with "
          << counted(G.Turns.size(), "turn") << ": ";
      std::vector<std::string> Turns;
      for (const auto &[Word, Lanes] :
           ArrayRef(G.Turns).take_front(ListedTurns))
        Turns.push_back("word " + itostr(Word) + " for lane" +
                        (has_single_bit(Lanes) ? " " : "s ") + laneList(Lanes));
      if (G.Turns.size() > ListedTurns)
        Turns.push_back("...");
      Out << join(Turns, "; ") << '\n';
    }
    Out << "  " << counted(Cost.Predicted, unitPhrase(Cost.Unit)) << ": "
        << ruleSentence(Cost.Rule) << '\n';
  }

  /// "(0,3,0)"; "(+5,y,z)" in a warp of which only that it lies in one row is
  /// known.
  std::string threadText(const LaneRow &Row, unsigned Lane) const {
    const LaunchShape &S = A.Launch.Shape;
    if (Row.Thread[0])
      return "(" + utostr(*Row.Thread[0]) + "," + utostr(*Row.Thread[1]) + "," +
             (Row.Thread[2] ? utostr(*Row.Thread[2]) : "z") + ")";
    return S.X && S.Y && S.Z ? "-" : "(+" + utostr(Lane) + ",y,z)";
  }

  raw_ostream &Out;
  const AccessRecord &A;
};

} // namespace

void printExplanation(raw_ostream &Out, const AccessRecord &Access) {
  ExplanationText(Out, Access).print();
}

void printExplanations(raw_ostream &Out, IntrusiveRefCntPtr<vfs::FileSystem> FS,
                       bool HasColor, const std::vector<FileReport> &Reports) {
  std::vector<const AccessRecord *> Accesses;
  std::vector<size_t> Order;
  for (const FileReport &R : Reports)
    for (const auto *Of : {&R.Accesses, &R.OtherAccesses})
      for (const AccessRecord &A : *Of) {
        Order.push_back(Accesses.size());
        Accesses.push_back(&A);
      }
  llvm::sort(Order, [&](size_t L, size_t R) {
    return std::tie(Accesses[L]->Where, L) < std::tie(Accesses[R]->Where, R);
  });
  TextReport Headings(Out, std::move(FS), HasColor);
  for (size_t Number : Order) {
    const AccessRecord *A = Accesses[Number];
    if (Number != Order.front())
      Out << '\n';
    FileReport Heading;
    Heading.Findings.emplace_back();
    Finding &F = Heading.Findings.back();
    F.Level = Severity::Remark;
    F.Where = A->Where;
    F.Message = accessTitle(*A);
    Headings.print(Heading);
    printExplanation(Out, *A);
  }
}

} // namespace warplint
