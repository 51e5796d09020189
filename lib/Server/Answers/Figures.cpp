//===- Figures.cpp - What accesses cost, beside the code ------------------===//

#include "Figures.h"
#include "Diagnostics.h"
#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/KernelBound.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/BankMap.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// An access of the document, and where it stands.
struct AccessHere {
  const AccessRecord *Access = nullptr;
  const FileReport *Report = nullptr;
  size_t Begin = 0, End = 0;
};

} // namespace

/// In the order of the source; of several that are alike in all that is shown,
/// one. Those to shared memory alone, or to other memories, too.
static std::vector<AccessHere> accessesIn(const Document &Doc,
                                          ArrayRef<const Analysed *> Known,
                                          Places &At, bool WithOthers) {
  std::vector<AccessHere> Result;
  auto Add = [&](ArrayRef<AccessRecord> Accesses, const Analysed &In) {
    for (const AccessRecord &A : Accesses)
      if (auto Bytes = At.bytesIn(Doc, A.Where, In))
        Result.push_back({&A, &In.Report, Bytes->first, Bytes->second});
  };
  for (const Analysed *In : Known) {
    Add(In->Report.Accesses, *In);
    if (WithOthers)
      Add(In->Report.OtherAccesses, *In);
  }
  // Of several at one place the one that findings speak of comes first.
  llvm::sort(Result, [](const AccessHere &L, const AccessHere &R) {
    const std::pair Of(L.Begin, L.End), Other(R.Begin, R.End);
    return Of != Other ? Of < Other : speaksBefore(*L.Access, *R.Access);
  });
  return Result;
}

/// "`tile[threadIdx.x][k]`: 32 wavefronts, ideal 1"
static std::string headline(const AccessRecord &A) {
  std::string Text = accessTitle(A) + ": ";
  if (A.Issue && A.Issue->isSilent())
    return Text + silentPhrase(A);
  const AccessVerdict &V = A.Verdict;
  if (!hasFigure(V.Kind))
    return Text + outcomeText(V);
  const WarpCost &Cost = V.Worst.Cost;
  Text += (isAtMost(A) ? "up to " : "") +
          counted(Cost.Predicted, unitPhrase(Cost.Unit)) + ", ideal " +
          grouped(Cost.Ideal);
  // The figures are those of a wider request then.
  return isJudgedTogether(A) ? Text + " (" + togetherPhrase(A) + ")" : Text;
}

/// The innermost expressions with an access: those that begin last.
static std::vector<AccessHere> accessesAt(const Document &Doc, size_t Offset,
                                          ArrayRef<const Analysed *> Known,
                                          Places &At, bool WithOthers = false) {
  std::vector<AccessHere> Here;
  for (const AccessHere &A : accessesIn(Doc, Known, At, WithOthers)) {
    if (Offset < A.Begin || Offset >= std::max(A.End, A.Begin + 1))
      continue;
    if (!Here.empty() &&
        (Here.front().Begin != A.Begin || Here.front().End != A.End))
      Here.clear();
    Here.push_back(A);
  }
  return Here;
}

static json::Value rangeOf(const AccessHere &Here, const Document &Doc,
                           const Places &At) {
  return rangeJson(Doc.Text->rangeOf(Here.Begin, std::max(Here.End, Here.Begin),
                                     At.documents().unit()));
}

bool isConflictAt(const Document &Doc, size_t Offset,
                  ArrayRef<const Analysed *> Known, Places &At) {
  return any_of(accessesAt(Doc, Offset, Known, At), [](const AccessHere &A) {
    return A.Access->Verdict.Kind == VerdictKind::Excess;
  });
}

/// Of several kernels with the access, and of several at one place, the worst;
/// null where there are none.
static const AccessHere *worstOf(ArrayRef<AccessHere> Here) {
  const AccessHere *Worst = Here.empty() ? nullptr : &Here.front();
  for (const AccessHere &A : Here)
    if (isWorse(A.Access->Verdict, Worst->Access->Verdict))
      Worst = &A;
  return Worst;
}

static std::string svgOf(const BankMap &Map) {
  std::string Svg;
  raw_string_ostream Out(Svg);
  printBankMapSvg(Out, Map);
  return utf8(Svg);
}

json::Value bankMapAt(const Document &Doc, size_t Offset,
                      ArrayRef<const Analysed *> Known, Places &At) {
  const std::vector<AccessHere> Here = accessesAt(Doc, Offset, Known, At);
  const AccessHere *Worst = worstOf(Here);
  if (!Worst)
    return nullptr;
  const BankMap Map = bankMapOf(*Worst->Access, *Worst->Report);
  std::string Text;
  raw_string_ostream TextOut(Text);
  printBankMap(TextOut, Map, {});
  return json::Object{{"title", utf8(Map.Title + ": " + Map.Verdict)},
                      {"text", utf8(Text)},
                      {"svg", svgOf(Map)},
                      {"range", rangeOf(*Worst, Doc, At)}};
}

/// The picture of the worst access that conflicts; empty where none does.
static std::string mapForHover(const Document &Doc, size_t Offset,
                               ArrayRef<const Analysed *> Best, Places &At,
                               HoverText Style) {
  const std::vector<AccessHere> Here = accessesAt(Doc, Offset, Best, At);
  const AccessHere *Worst = worstOf(Here);
  if (!Worst || Worst->Access->Verdict.Kind != VerdictKind::Excess)
    return "";
  const BankMap Map = bankMapOf(*Worst->Access, *Worst->Report);
  if (!Map.Before)
    return "";
  if (Style == HoverText::Pictures)
    return "![bank map](data:image/svg+xml;base64," + encodeBase64(svgOf(Map)) +
           ")\n";
  std::string Text;
  raw_string_ostream Out(Text);
  printBankMap(Out, Map, {.HasColor = false, .IsNarrow = true});
  return Style == HoverText::Plain ? Text : "```text\n" + Text + "```\n";
}

json::Value hoverAt(const Document &Doc, size_t Offset,
                    ArrayRef<const Analysed *> Known,
                    ArrayRef<const Analysed *> Best, Places &At,
                    HoverText Style) {
  const bool IsMarkdown = Style != HoverText::Plain;
  const std::vector<AccessHere> Here =
      accessesAt(Doc, Offset, Known, At, /*WithOthers=*/true);
  if (Here.empty())
    return nullptr;
  // Instances of a template: those of one cost are told once.
  std::string Text;
  std::set<std::string> Told;
  for (const AccessHere &A : Here) {
    std::string Details;
    raw_string_ostream Out(Details);
    printExplanation(Out, *A.Access);
    // Places in this file need no folders.
    Details = join(split(Details, Doc.Path), sys::path::filename(Doc.Path));
    if (!Told.insert(Details).second)
      continue;
    std::string Line = headline(*A.Access);
    if (!Text.empty())
      Text += IsMarkdown ? "\n---\n" : "\n";
    Text += IsMarkdown ? "**" + Line + "**\n\n" : Line + "\n";
    if (Told.size() == 1)
      Text += mapForHover(Doc, Offset, Best, At, Style);
    Text += IsMarkdown ? "```text\n" + Details + "```\n" : Details;
    if (Told.size() == 4)
      break;
  }
  return json::Object{
      {"contents", json::Object{{"kind", IsMarkdown ? "markdown" : "plaintext"},
                                {"value", utf8(Text)}}},
      {"range", rangeOf(Here.front(), Doc, At)}};
}

/// Of several instances the one that takes longest; empty without --cost.
static std::string boundTitle(StringRef Kernel, const FileReport &Report) {
  const KernelCost *Longest = nullptr;
  for (const KernelCost &Cost : Report.Costs)
    if (Cost.Kernel == Kernel &&
        (!Longest ||
         boundOf(Cost, ManyTrips).Cycles > boundOf(*Longest, ManyTrips).Cycles))
      Longest = &Cost;
  return Longest ? boundSentence(*Longest) : "";
}

/// "2 shared-memory accesses: 1 conflicting, 1 clean; 3 global-memory accesses:
/// 3 clean; bound: latency of barriers, line 9: ..."
static std::string lensTitle(StringRef Kernel, const FileReport &Report) {
  std::vector<const AccessRecord *> Own;
  for (const auto *Of : {&Report.Accesses, &Report.OtherAccesses})
    for (const AccessRecord &A : *Of)
      if (A.Kernel == Kernel)
        Own.push_back(&A);
  std::vector<std::string> Parts;
  if (none_of(Report.Accesses,
              [&](const auto &A) { return A.Kernel == Kernel; }))
    Parts.push_back("no shared-memory accesses");
  for (const auto &OfOneMemory : accessesByMemory(Own))
    Parts.push_back(outcomesOf(OfOneMemory));
  // Of several instances the worst.
  std::optional<RaceOutcome> Worst;
  bool IsAssumed = false;
  for (const RaceRecord &R : Report.Races)
    if (StringRef(R.Kernel).split('<').first == Kernel) {
      Worst = std::max(R.Outcome, Worst.value_or(R.Outcome));
      IsAssumed |= !R.Reason.empty();
    }
  if (Worst == RaceOutcome::Proven && IsAssumed)
    Parts.push_back("race-free: with an assumption");
  else if (Worst)
    Parts.push_back(*Worst == RaceOutcome::Proven     ? "race-free: proven"
                    : *Worst == RaceOutcome::Unproven ? "race-free: unproven"
                                                      : "data race");
  if (std::string Bound = boundTitle(Kernel, Report); !Bound.empty())
    Parts.push_back(std::move(Bound));
  return join(Parts, "; ");
}

json::Array lensesOf(const Document &Doc, ArrayRef<const Analysed *> Known,
                     Places &At) {
  json::Array Result;
  std::set<size_t> Told; // Lines.
  auto Add = [&](const SourcePlace &Where, const Analysed &In,
                 const std::string &Title) {
    auto Bytes = At.bytesIn(Doc, Where, In);
    if (!Bytes || !Told.insert(Doc.Text->lineOf(Bytes->first)).second)
      return;
    Result.push_back(json::Object{
        {"range", rangeJson(Doc.Text->rangeOf(Bytes->first, Bytes->first,
                                              At.documents().unit()))},
        // Nothing happens on a click: there is no more to show here.
        {"command", json::Object{{"title", utf8(Title)}, {"command", ""}}}});
  };
  for (const Analysed *In : Known) {
    for (const AnalysedFunction &F : In->Report.Analysed)
      if (F.IsKernel)
        Add(F.Where, *In, lensTitle(F.Name, In->Report));
    // Nothing there would look like clean.
    for (const LeftOut &Out : In->Report.Omitted)
      if (!Out.OnRequest && Out.Where.isValid())
        Add(Out.Where, *In, "skipped: " + Out.Why);
  }
  return Result;
}

json::Array hintsOf(const Document &Doc, size_t Begin, size_t End,
                    ArrayRef<const Analysed *> Known, Places &At) {
  std::map<size_t, const AccessRecord *> Worst; // By the end of the access.
  for (const AccessHere &A : accessesIn(Doc, Known, At, /*WithOthers=*/true)) {
    if (A.End < Begin || A.Begin >= End ||
        A.Access->Verdict.Kind != VerdictKind::Excess ||
        (A.Access->Issue && A.Access->Issue->isSilent()))
      continue;
    const AccessRecord *&Known = Worst[A.End];
    if (!Known || A.Access->Verdict.Worst.Cost.Predicted >
                      Known->Verdict.Worst.Cost.Predicted)
      Known = A.Access;
  }
  json::Array Result;
  for (const auto &[Place, A] : Worst) {
    lsp::Position P = Doc.Text->positionAt(Place, At.documents().unit());
    const WarpCost &Cost = A->Verdict.Worst.Cost;
    Result.push_back(json::Object{
        {"position",
         json::Object{{"line", P.line}, {"character", P.character}}},
        {"label", (isAtMost(*A) ? "up to " : "") +
                      counted(Cost.Predicted, unitPhrase(Cost.Unit))},
        {"tooltip", utf8(headline(*A))},
        {"paddingLeft", true}});
  }
  return Result;
}

} // namespace warplint
