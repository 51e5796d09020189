//===- CodeActions.cpp - What can be done about the code at hand ----------===//

#include "CodeActions.h"
#include "Insertions.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/PtxSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {

static constexpr StringLiteral QuickFix = "quickfix";
static constexpr StringLiteral Rewrite = "refactor.rewrite";
static constexpr StringLiteral FixAll = "source.fixAll.warplint";

bool ActionQuestion::wants(StringRef Kind) const {
  return Only.empty() || any_of(Only, [&](StringRef Wanted) {
           return Kind == Wanted ||
                  (Kind.starts_with(Wanted) && Kind[Wanted.size()] == '.');
         });
}

namespace {

class Offer {
public:
  Offer(const ActionQuestion &Question, Places &At)
      : Question(Question), Doc(Question.Doc), At(At) {}

  json::Array Actions;

  /// False where \p In has nothing to fix here.
  bool fix(const MendedSource &In) {
    const size_t Before = Actions.size();
    for (const Finding &F : fixableIn(In))
      if (isFixable(F) && touches(F.Where, *In.Figures))
        fix(F, In);
    return Actions.size() != Before;
  }

  void fixAll(const MendedSource &Own) {
    if (none_of(fixableIn(Own), isFixable))
      return;
    auto Best = Own.Layouts->find("auto");
    bool IsKnown = Best != Own.Layouts->end();
    if (IsKnown && none_of(Best->second.Report.Fixes,
                           [](const Fix &F) { return F.isProven(); }))
      return;
    RemedyChoice Choice{Doc.Uri, Doc.Uri, Doc.Revision, true, "auto", "", 0};
    Actions.push_back(
        json::Object{{"title", "warplint: apply all proven fixes in this file"},
                     {"kind", FixAll},
                     {"data", Choice.json()}});
  }

  void suppress(const Analysed &In) {
    std::set<std::pair<size_t, std::string>> Done;
    for (const Finding &F : In.Report.Findings) {
      auto Bytes = At.bytesIn(Doc, F.Where, In);
      if (!F.isShown() || F.isSourceError() || !F.Where.isValid() || !Bytes ||
          !touches(F.Where, In))
        continue;
      size_t Line = Doc.Text->lineOf(Bytes->first);
      if (Done.insert({Line, F.Check}).second)
        insert("Suppress " + F.Check + " on this line", QuickFix,
               nolintOfLine(*Doc.Text, Line, F.Check),
               diagnosticOf(F, In, At, Question.Can));
    }
  }

  void expectCost(const Analysed &In) {
    std::map<size_t, std::pair<unsigned, unsigned>> Lines; // Least and most.
    std::set<size_t> Open;
    for (const AccessRecord &A : In.Report.Accesses) {
      auto Bytes = At.bytesIn(Doc, A.Where, In);
      if (!Bytes || !touches(A.Where, In))
        continue;
      size_t Line = Doc.Text->lineOf(Bytes->first);
      unsigned Cost = A.Verdict.Worst.Cost.Predicted;
      if (A.Issue && A.Issue->isSilent())
        continue;
      if (!hasFigure(A.Verdict.Kind) ||
          A.Verdict.Worst.Cost.Unit == CostUnit::Sectors)
        Open.insert(Line);
      auto [It, IsNew] = Lines.try_emplace(Line, Cost, Cost);
      It->second = {std::min(It->second.first, Cost),
                    std::max(It->second.second, Cost)};
    }
    for (const auto &[Line, Costs] : Lines) {
      if (Open.contains(Line))
        continue;
      std::string Condition =
          (Costs.first == Costs.second ? "wavefronts == " : "wavefronts <= ") +
          utostr(Costs.second);
      insert("Expect this cost here: " + Condition, Rewrite,
             commentBehindLine(*Doc.Text, Line,
                               "warplint: expect(" + Condition + ")"));
    }
  }

  /// Comments above the kernel that the selection is in.
  void assume(const Analysed &In) {
    for (const AnalysedFunction &F : In.Report.Analysed) {
      auto Bytes = At.bytesIn(Doc, F.Where, In);
      // The line of the name counts whole.
      if (!F.IsKernel || !Bytes ||
          Question.Begin >= std::max(Bytes->second, Bytes->first) ||
          Question.End < Doc.Text->startOf(Doc.Text->lineOf(Bytes->first)))
        continue;
      for (const std::string &Clause : clausesFor(F, In))
        insert(titleOf(Clause) + " for '" + shortName(F.Name) + "'", Rewrite,
               commentAboveFunction(*Doc.Text, Bytes->first,
                                    "warplint: " + Clause));
    }
  }

private:
  /// Nothing is edited in a module of PTX, nor in its source.
  static ArrayRef<Finding> fixableIn(const MendedSource &In) {
    const FileReport &Report = In.Figures->Report;
    return ArrayRef(Report.Findings)
        .take_front(isPtxFile(Report.File) ? 0 : Report.Findings.size());
  }

  /// It is about an array, which can be laid out in another way.
  static bool isFixable(const Finding &F) {
    return F.isShown() && F.Check == "warplint-bank-conflict" && F.Subject &&
           !F.Subject->Array.empty();
  }

  /// "Assume n % 32 == 0", "Assume block(32, 8)"
  static std::string titleOf(StringRef Clause) {
    if (Clause.consume_front("assume("))
      Clause = Clause.drop_back();
    return ("Assume " + Clause).str();
  }

  /// By lines: a cursor is somewhere in it.
  bool touches(const SourcePlace &Where, const Analysed &In) {
    auto Bytes = At.bytesIn(Doc, Where, In);
    return Bytes &&
           Doc.Text->lineOf(Bytes->first) <= Doc.Text->lineOf(Question.End) &&
           Doc.Text->lineOf(Bytes->second) >= Doc.Text->lineOf(Question.Begin);
  }

  /// What is worth a comment above the kernel \p F.
  std::vector<std::string> clausesFor(const AnalysedFunction &F,
                                      const Analysed &In) {
    std::vector<std::string> Clauses;
    std::set<std::string> Names, Assumable;
    bool HasBlock = true;
    for (const auto &[Kernel, Known] :
         zip(In.Report.Kernels, In.Report.Assumable))
      if (StringRef(Kernel).split('<').first == F.Name)
        Assumable.insert(Known.begin(), Known.end());
    for (const AccessRecord &A : In.Report.Accesses) {
      if (A.Kernel != F.Name)
        continue;
      HasBlock &= A.Launch.Source != LaunchSource::Assumed;
      bool IsOpen =
          A.Verdict.DependsOnCase || A.Verdict.Kind == VerdictKind::Unproven;
      if (!IsOpen || !A.Explained || !touches(A.Where, In))
        continue;
      for (const ExplainedSymbol &S : A.Explained->Symbols)
        if (S.Kind == SymbolKind::Parameter && S.MultipleOf % 32 &&
            Assumable.contains(S.Name))
          Names.insert(S.Name);
    }
    if (!HasBlock)
      for (StringRef Block : {"block(32, 8)", "block(256)"})
        Clauses.push_back(Block.str());
    for (const std::string &Name : Names)
      Clauses.push_back("assume(" + Name + " % 32 == 0)");
    return Clauses;
  }

  void insert(const std::string &Title, StringRef Kind,
              std::optional<SourceEdit> Edit,
              std::optional<json::Object> About = std::nullopt) {
    if (!Edit)
      return;
    json::Object Action{
        {"title", utf8(Title)},
        {"kind", Kind},
        {"edit", workspaceEdit({{Doc.Path, {*Edit}, Doc.Text}}, At.documents(),
                               Question.VersionedEdits)}};
    if (About)
      Action["diagnostics"] = json::Array{std::move(*About)};
    Actions.push_back(std::move(Action));
  }

  void remedy(const std::string &Title, const RemedyChoice &Choice, bool IsBest,
              const Finding &F, const Analysed &In) {
    json::Object Action{
        {"title", utf8(Title)}, {"kind", QuickFix}, {"data", Choice.json()}};
    if (IsBest)
      Action["isPreferred"] = true;
    if (auto About = diagnosticOf(F, In, At, Question.Can))
      Action["diagnostics"] = json::Array{std::move(*About)};
    Actions.push_back(std::move(Action));
  }

  /// The remedies of \p F, one of \p Source.
  void fix(const Finding &F, const MendedSource &Source) {
    const Analysed &In = *Source.Figures;
    const LayoutReports &Layouts = *Source.Layouts;
    auto Bytes = At.bytesIn(Doc, F.Where, In);
    if (!Bytes)
      return;
    RemedyChoice Choice{Doc.Uri, Source.Uri, Doc.Revision, false,
                        "auto",  "",         Bytes->first};
    if (!Layouts.contains("auto")) {
      remedy("Lay out '" + F.Subject->Array + "' without conflicts", Choice,
             true, F, In);
      return;
    }
    std::vector<const Fix *> Told;
    auto IsTold = [&](const Fix &New) {
      return any_of(Told, [&](const Fix *Old) {
        return std::equal(Old->Files.begin(), Old->Files.end(),
                          New.Files.begin(), New.Files.end(),
                          [](const FileEdits &L, const FileEdits &R) {
                            return L.File == R.File && L.Edits == R.Edits;
                          });
      });
    };
    for (FixStyle Style : offeredStyles()) {
      auto Known = Layouts.find(fixStyleName(Style).str());
      if (Known == Layouts.end())
        continue;
      Choice.Style = Known->first;
      for (const Fix *Found : fixesAt(Known->second, Doc, Bytes->first, At)) {
        if (IsTold(*Found))
          continue;
        Told.push_back(Found);
        Choice.Fix = Found->Title;
        bool IsBest = Told.size() == 1 && Found->isProven();
        std::string Title = Found->Title;
        if (!Found->isProven())
          Title += " (if " + Found->Condition + ")";
        remedy(Title, Choice, IsBest, F, In);
      }
    }
  }

  const ActionQuestion &Question;
  const Document &Doc;
  Places &At;
};

} // namespace

json::Array actionsFor(const ActionQuestion &Question,
                       ArrayRef<MendedSource> Sources,
                       ArrayRef<const Analysed *> Known, Places &At) {
  Offer Made(Question, At);
  // One edit serves all who include a header: the first that knows one tells it.
  if (Question.wants(QuickFix))
    (void)any_of(Sources, [&](const MendedSource &In) { return Made.fix(In); });
  for (const Analysed *In : Known) {
    if (Question.wants(QuickFix))
      Made.suppress(*In);
    // Comments of a module mean nothing.
    if (Question.wants(Rewrite) && !isPtxFile(In->Report.File)) {
      Made.assume(*In);
      Made.expectCost(*In);
    }
  }
  // Of a source alone: a header's fixes are those of many files.
  if (Sources.size() == 1 && Sources.front().Uri == Question.Doc.Uri &&
      Question.wants(FixAll) && !Question.Only.empty())
    Made.fixAll(Sources.front());
  return std::move(Made.Actions);
}

} // namespace warplint
