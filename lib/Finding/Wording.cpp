//===- Wording.cpp - Phrases that messages are made of --------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Finding/OccupancyRecord.h"
#include "warplint/Finding/RaceRecord.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

StringRef fixStyleName(FixStyle Style) {
  return nameOf(Style, {"expression", "pad", "auto"});
}

StringRef suppressionName(Suppression Why) {
  return nameOf(Why, {"", "comment", "expectation", "baseline", "repeated"});
}

std::string grouped(uint64_t N) {
  std::string Digits = utostr(N);
  for (size_t At = Digits.size(); At > 3;)
    Digits.insert(At -= 3, ",");
  return Digits;
}

std::string counted(uint64_t N, StringRef What) {
  const StringRef End = N == 1 ? "" : What.ends_with("s") ? "es" : "s";
  return (grouped(N) + " " + What + End).str();
}

std::string listed(ArrayRef<std::string> Words, StringRef Last) {
  std::string Text;
  for (auto [I, Word] : enumerate(Words)) {
    if (I)
      Text += I + 1 == Words.size() ? Last : ", ";
    Text += Word;
  }
  return Text;
}

std::string figuresText(const WarpCost &Cost) {
  return counted(Cost.Predicted, unitPhrase(Cost.Unit)) + ", ideal " +
         utostr(Cost.Ideal);
}

std::string reasonOf(const AccessVerdict &V) {
  return V.ReasonText.empty() ? reasonSentence(V.Reason).str() : V.ReasonText;
}

std::string outcomeText(VerdictKind Kind, const WarpCost &Cost) {
  return Kind == VerdictKind::Excess      ? figuresText(Cost)
         : Kind == VerdictKind::Clean     ? cleanPhrase(Cost.Unit).str()
         : Kind == VerdictKind::NeverRuns ? "no lane executes it"
                                          : "unproven";
}

std::string outcomeText(const AccessVerdict &V) {
  std::string Text = outcomeText(V.Kind, V.Worst.Cost);
  return V.Kind == VerdictKind::Unproven ? Text + ": " + shortText(reasonOf(V))
                                         : Text;
}

std::string accessPhrase(const AccessRecord &A) {
  std::string Bits = A.BytesPerLane
                         ? utostr(uint64_t(8) * A.BytesPerLane) + "-bit "
                         : std::string();
  switch (A.Verb) {
  case AccessVerb::Load:
    return Bits + "load";
  case AccessVerb::Store:
    return Bits + "store";
  case AccessVerb::Atomic:
    return Bits + "atomic";
  case AccessVerb::CpAsync:
    return A.BytesPerLane ? utostr(A.BytesPerLane) + "-byte cp.async"
                          : std::string("cp.async");
  default:
    return A.Instruction.empty() ? "access" : A.Instruction;
  }
}

std::string ofArray(StringRef Array) {
  return Array.empty() ? "" : (" of '" + Array + "'").str();
}

std::string inWarp(unsigned Warp, unsigned WarpsInBlock) {
  return WarpsInBlock > 1 ? "in warp " + utostr(Warp) + ", " : "";
}

std::string accessTitle(const AccessRecord &A) {
  return accessPhrase(A) + ofArray(A.Array) + " in '" +
         shortName(A.Kernel + A.TemplateArguments) + "'";
}

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

std::string blockText(const LaunchShape &S) {
  auto Part = [](std::optional<unsigned> N) {
    return N ? utostr(*N) : std::string("?");
  };
  return "(" + Part(S.X) + "," + Part(S.Y) + "," + Part(S.Z) + ")";
}

std::string launchText(const LaunchRecord &L) {
  std::string Text = "block " + blockText(L.Shape);
  for (const std::string &Value : L.UsedValues)
    Text += ", " + Value;
  return Text;
}

std::string assumedBlockText(const LaunchRecord &L) {
  return L.Shape.isKnown() ? messages::AssumedSmallBlock(blockText(L.Shape),
                                                         utostr(*L.MostThreads))
                           : messages::AssumedBlock();
}

StringRef nameOf(RaceOutcome Outcome) {
  return nameOf(Outcome, {"race-free", "unproven", "race"});
}

StringRef nameOf(OccupancyLimit Limit) {
  return nameOf(Limit, {"registers", "shared-memory", "warps", "blocks"});
}

StringRef nameOf(LaunchSource Source) {
  return nameOf(Source, {"", "launch", "option", "annotation", "reqntid",
                         "address", "elsewhere", "unread", "assumed"});
}

std::string originText(const LaunchRecord &L, StringRef Place) {
  StringRef From = "launch";
  switch (L.Source) {
  case LaunchSource::Option:
    return " from --block";
  case LaunchSource::Address:
    return " from a launch through the kernel's address";
  case LaunchSource::Elsewhere:
    return " from files that warplint did not read";
  case LaunchSource::Annotation:
    From = "comment";
    break;
  case LaunchSource::Attribute:
    From = "attribute";
    break;
  default:
    break;
  }
  return (Place.empty() ? " from this " + From
                        : " from the " + From + " at " + Place)
      .str();
}

std::string otherBlocksText(const LaunchRecord &L, const AccessVerdict &V) {
  if (V.IsForWholeWarps)
    return messages::OtherBlocksUndecided();
  if (V.CostliestBlock && V.CostliestBlock->X)
    return messages::BlockCostsMost(blockText(*V.CostliestBlock));
  return L.Shape.X || V.Kind == VerdictKind::Unproven
             ? ""
             : messages::NoBlockCostsMore();
}

AccessVerdict unknownBlock(const LaunchShape &Shape, const AccessVerdict &Of) {
  AccessVerdict V;
  V.Reason = UnprovenReason::UnknownBlock;
  V.ReasonText = Of.Kind == VerdictKind::Excess
                     ? messages::BlockUnknownWorst(blockText(Shape),
                                                   figuresText(Of.Worst.Cost))
                     : messages::BlockUnknownPass();
  return V;
}

/// The index behind the bracket that closes the one at \p Open; npos where the
/// text is no list of template arguments. Comparisons and shifts among the
/// arguments stand in parentheses, as clang prints them.
static size_t endOfArguments(StringRef Text, size_t Open) {
  unsigned Angles = 0, Others = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '(' || C == '[' || C == '{')
      ++Others;
    else if ((C == ')' || C == ']' || C == '}') && Others)
      --Others;
    else if (Others || (C == '>' && Text[I - 1] == '-'))
      continue;
    else if (C == '<')
      ++Angles;
    else if (C == '>' && --Angles == 0)
      return I + 1;
  }
  return StringRef::npos;
}

std::string foldedArguments(StringRef Name) {
  if (Name.size() <= LongestName)
    return Name.str();
  std::string Short;
  for (size_t I = 0; I < Name.size();) {
    bool IsOperator = StringRef(Short).ends_with("operator");
    size_t End = Name[I] == '<' && !IsOperator ? endOfArguments(Name, I)
                                               : StringRef::npos;
    if (End == StringRef::npos) {
      Short += Name[I++];
      continue;
    }
    Short += "<...>";
    I = End;
  }
  return Short;
}

std::string shortName(StringRef Name) {
  return shortText(foldedArguments(Name));
}

std::string shortText(StringRef Text, size_t Longest) {
  if (Text.size() <= Longest)
    return Text.str();
  size_t End = Longest;
  // Bytes 10xxxxxx continue a character of UTF-8.
  while (End && (static_cast<unsigned char>(Text[End]) & 0xC0) == 0x80)
    --End;
  return Text.take_front(End).rtrim().str() + "...";
}

/// Macros that a text names before it counts the others.
static constexpr size_t NamedMacros = 3;

std::string undefinedText(ArrayRef<UndefinedMacro> Macros) {
  auto PlaceOf = [](const UndefinedMacro &M) {
    return " (" + sys::path::filename(M.Where.File).str() + ":" +
           utostr(M.Where.Line) + ")";
  };
  if (Macros.size() == 1)
    return "'" + Macros[0].Name + "' is not defined" + PlaceOf(Macros[0]);
  std::vector<std::string> Words;
  for (const UndefinedMacro &M : Macros.take_front(NamedMacros))
    Words.push_back("'" + M.Name + "'" + PlaceOf(M));
  if (size_t Rest = Macros.size() - Words.size())
    Words.push_back(counted(Rest, "other"));
  return listed(Words) + " are not defined";
}

std::vector<std::string> assumptionsOf(const AccessRecord &A) {
  std::vector<std::string> All;
  auto Add = [&](StringRef Text) {
    if (!is_contained(All, Text))
      All.push_back(Text.str());
  };
  for (const auto *Some : {&A.Verdict.Assumptions, &A.Assumptions})
    for (const std::string &Assumption : *Some)
      Add(Assumption);
  for (const UndefinedMacro &M : A.Undefined)
    Add(undefinedText(M));
  for (const FindingNote &Promise : A.Promises) {
    StringRef Text = Promise.Message;
    Text.consume_front("assuming ");
    Add(Text);
  }
  return All;
}

std::string blocksPhrase(const ArrayRemedy &R) {
  std::string Text = "per block";
  if (!R.AssumedBlock.empty())
    Text += " of " + R.AssumedBlock + " threads";
  if (R.Kernels.size() > 1)
    Text += ", summed over " + utostr(R.Kernels.size()) + " kernels";
  return Text;
}

std::string ifJoinedPhrase(const ArrayRemedy &R, const OfferedLayout &L) {
  if (!R.WavefrontsIfJoined || !L.WavefrontsIfJoined ||
      (R.Wavefronts == R.WavefrontsIfJoined &&
       L.Wavefronts == L.WavefrontsIfJoined))
    return "";
  return ", " + utostr(*R.WavefrontsIfJoined) + " -> " +
         utostr(*L.WavefrontsIfJoined) + " if the compiler merges accesses";
}

std::string gainPhrase(const ArrayRemedy &R, const OfferedLayout &L) {
  return (R.IsEstimate ? "about " : "") + utostr(R.Wavefronts) + " -> " +
         utostr(L.Wavefronts) + " wavefronts per block" + ifJoinedPhrase(R, L);
}

/// The excess that the block's warps pay for one execution in the worst case.
static uint64_t excessOfOneExecution(const AccessRecord &A) {
  const AccessVerdict &V = A.Verdict;
  return V.TotalPredicted > V.TotalIdeal ? V.TotalPredicted - V.TotalIdeal
                                         : V.Worst.Cost.excess();
}

/// Bounds that say nothing: those of a counter's type.
static constexpr uint64_t LargestTellingBound = 1u << 20;

/// The most that a warp can execute the access, where its loops tell.
static std::optional<uint64_t> mostExecutions(const AccessRecord &A) {
  if (A.ExecutionsPerWarp)
    return A.ExecutionsPerWarp;
  if (A.Instances != 1 || A.Loops.size() != A.LoopDepth)
    return std::nullopt;
  uint64_t Most = 1;
  for (const EnclosingLoop &Loop : A.Loops) {
    if (!Loop.TripCount)
      return std::nullopt;
    Most = SaturatingMultiply(Most, *Loop.TripCount);
  }
  if (Most > LargestTellingBound)
    return std::nullopt;
  return Most;
}

/// The one of the access's loops whose iterations the verdict's rows are about.
static const EnclosingLoop *loopOfRows(const AccessRecord &A) {
  const std::vector<CaseRow> &Rows = A.Verdict.Rows;
  if (Rows.empty() || any_of(Rows, [&](const CaseRow &Row) {
        return Row.Fact.What != CaseFact::Kind::Iteration ||
               Row.Fact.Loop != Rows.front().Fact.Loop;
      }))
    return nullptr;
  if (A.Loops.size() == 1)
    return &A.Loops.front();
  const EnclosingLoop *Found = nullptr;
  for (const EnclosingLoop &Loop : A.Loops)
    if (Loop.Counter == Rows.front().Fact.Name) {
      if (Found)
        return nullptr;
      Found = &Loop;
    }
  return Found;
}

/// The most excess of all \p Executions by a warp, each iteration of the loop
/// that decides with its own.
static std::optional<uint64_t> sumOfIterations(const AccessRecord &A,
                                               uint64_t Executions) {
  const EnclosingLoop *Deciding = loopOfRows(A);
  // Joined and dropped iterations are not those of the loop.
  if (!Deciding || A.Issue || A.Instances != 1 || A.Loops.size() != A.LoopDepth)
    return std::nullopt;
  // The rows are for whole warps.
  if (!A.Launch.Shape.X && !A.Launch.hasAssumedBlock())
    return std::nullopt;
  uint64_t Sum = 0, Others = 1;
  for (const EnclosingLoop &Loop : A.Loops) {
    if (!Loop.TripCount)
      return std::nullopt;
    if (&Loop != Deciding)
      Others = SaturatingMultiply(Others, *Loop.TripCount);
  }
  uint64_t Rounds = *Deciding->TripCount;
  if (SaturatingMultiply(Rounds, Others) < Executions)
    return std::nullopt;
  for (const CaseRow &Row : A.Verdict.Rows) {
    if (Row.Fact.Iteration >= Rounds)
      return std::nullopt;
    if (Row.Predicted <= Row.Ideal)
      continue;
    uint64_t Last = Rounds - 1 - Row.Fact.Iteration;
    uint64_t Times = Row.Fact.Modulus ? Last / Row.Fact.Modulus + 1 : 1;
    Sum =
        SaturatingMultiplyAdd<uint64_t>(Times, Row.Predicted - Row.Ideal, Sum);
  }
  return SaturatingMultiply(Sum, Others);
}

/// What the block's warps pay beyond the ideal at most, for \p Executions by
/// each warp.
static uint64_t mostExcess(const AccessRecord &A, uint64_t Executions) {
  uint64_t Worst = SaturatingMultiply(excessOfOneExecution(A), Executions);
  std::optional<uint64_t> Sum = sumOfIterations(A, Executions);
  if (!Sum)
    return Worst;
  return std::min(Worst, SaturatingMultiply<uint64_t>(
                             *Sum, std::max(1u, A.Verdict.WarpsInBlock)));
}

uint64_t weightOf(const AccessRecord &A) {
  if (A.Verdict.Kind != VerdictKind::Excess)
    return 0;
  if (A.PerBlock)
    return A.PerBlock->excess();
  if (A.ExecutionsPerWarp)
    return mostExcess(A, *A.ExecutionsPerWarp);
  uint64_t Weight = excessOfOneExecution(A);
  Weight = SaturatingMultiply<uint64_t>(Weight, A.Instances);
  for (unsigned I = 0; I < A.LoopDepth; ++I) {
    bool IsKnown = I < A.Loops.size() && A.Loops[I].hasKnownTripCount();
    Weight = SaturatingMultiply(Weight, IsKnown ? *A.Loops[I].TripCount
                                                : UnknownTripCount);
  }
  return Weight;
}

/// " over 'k'" for a loop whose counter has a name.
static std::string overText(const std::string &Counter) {
  return Counter.empty() ? "" : " over '" + Counter + "'";
}

/// How often a warp executes the access in one round of the outermost loop,
/// where that is the only one of unknown length.
static std::optional<uint64_t> executionsOfARound(const AccessRecord &A) {
  if (A.Instances != 1 || !A.HasFixedGuard || A.Loops.empty() ||
      A.Loops.size() != A.LoopDepth || A.Loops.front().hasKnownTripCount())
    return std::nullopt;
  uint64_t Executions = 1;
  for (const EnclosingLoop &Loop : ArrayRef(A.Loops).drop_front()) {
    if (!Loop.hasKnownTripCount())
      return std::nullopt;
    Executions = SaturatingMultiply(Executions, *Loop.TripCount);
  }
  return Executions;
}

static std::string loopsText(const AccessRecord &A) {
  std::vector<std::string> Unknown;
  for (const EnclosingLoop &Loop : A.Loops)
    if (!Loop.hasKnownTripCount())
      Unknown.push_back(Loop.Counter);
  if (A.LoopDepth <= 1)
    return "in a loop" + (Unknown.empty() ? "" : overText(Unknown.front())) +
           " with an unknown trip count";
  if (std::optional<uint64_t> Inner = executionsOfARound(A))
    return "executed " + grouped(*Inner) + (*Inner == 1 ? " time" : " times") +
           " per iteration of the loop" + overText(Unknown.front()) +
           ", which has an unknown trip count";
  std::string Text = "in " + utostr(A.LoopDepth) + " nested loops";
  if (Unknown.empty() || Unknown.size() == A.LoopDepth)
    return Text + " with unknown trip counts";
  if (Unknown.size() == 1)
    return Text + ", one" + overText(Unknown.front()) +
           " with an unknown trip count";
  return Text + ", " + utostr(Unknown.size()) + " with unknown trip counts";
}

bool hasCheaperBlocks(const AccessRecord &A) {
  return !A.Launch.Shape.isKnown() &&
         A.Verdict.BestPredicted < A.Verdict.Worst.Cost.Predicted;
}

std::string executionText(const AccessRecord &A) {
  const LaunchShape &S = A.Launch.Shape;
  StringRef Whole = S.X && S.Y && S.Z ? " per block" : " per warp";
  std::string Excess = "excess " + unitPhrase(A.Verdict.Worst.Cost.Unit).str();
  bool HasExcess = A.Verdict.Kind == VerdictKind::Excess;
  std::string Total = A.PerBlock && HasExcess
                          ? (hasCheaperBlocks(A) ? ": at most " : ": ") +
                                counted(A.PerBlock->excess(), Excess) +
                                Whole.str()
                          : std::string();
  std::optional<uint64_t> Most = mostExecutions(A);
  // A total can be exact where the number of iterations is not: the guard ends
  // what counts.
  if (!Most && !Total.empty())
    return (A.LoopDepth > 1
                ? "in " + utostr(A.LoopDepth) + " nested loops"
                : "in a loop" + (A.Loops.empty()
                                     ? ""
                                     : overText(A.Loops.back().Counter))) +
           Total;
  if (!Most)
    return A.LoopDepth ? loopsText(A) : std::string();
  std::string Times = *Most == 1 ? "once" : grouped(*Most) + " times";
  bool IsExact = A.HasExactExecutions && A.ExecutionsPerWarp;
  std::string Text = (IsExact ? "executed " : "executed at most ") + Times +
                     " per warp" + Total;
  // Else the worst figures of its executions bound the sum.
  if (A.PerBlock || !HasExcess || A.Instances != 1)
    return Text;
  return Text + ": at most " + counted(mostExcess(A, *Most), Excess) +
         Whole.str();
}

} // namespace warplint
