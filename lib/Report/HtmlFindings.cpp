//===- HtmlFindings.cpp - Findings and sources of the page ----------------===//

#include "HtmlParts.h"
#include "Markup.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/BankMap.h"
#include "warplint/Report/EditDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Bytes of bank maps in one page: of the costliest findings.
constexpr size_t MostMapBytes = 800 << 10;

class FindingWriter {
public:
  FindingWriter(raw_ostream &Out, const HtmlPage &Page)
      : Out(Out), Page(Page) {}

  void print() {
    Out << "<section aria-labelledby=\"findings\">\n<h2 "
           "id=\"findings\">Findings</h2>\n";
    if (Page.Findings.empty())
      Out << "<p>Nothing was found"
          << (any_of(Page.Reports,
                     [](const FileReport &R) {
                       return R.HadErrors || !R.Omitted.empty();
                     })
                  ? " in the analyzed code"
                  : "")
          << ".</p>\n";
    for (const auto &[Number, F] : enumerate(Page.Findings))
      print(F, "finding-" + utostr(Number));
    Out << "</section>\n";
  }

private:
  void print(const PageFinding &P, const std::string &Id) {
    const Finding &F = P.finding();
    static constexpr StringLiteral Levels[] = {"remark", "warning", "error"};
    const StringRef Level = Levels[size_t(F.Level)];
    const AccessRecord *Access = nullptr;
    if (F.Access && *F.Access < P.Report->Accesses.size())
      Access = &P.Report->Accesses[*F.Access];
    Out << formatv("<article id=\"{0}\" class=\"{1}\" data-kind=\"findings\" "
                   "data-file=\"{2}\" data-check=\"{3}\"",
                   Id, Level, Page.fileId(F.Where.File), escaped(F.Check));
    if (Access && Access->Verdict.Kind == VerdictKind::Excess)
      Out << " data-verdict=\"conflicting\"";
    Out << formatv(">\n<h3>{0}: {1}</h3>\n<p class=\"muted\">{2}{3}</p>\n",
                   Level, escaped(F.Message), Page.placeLink(F.Where),
                   F.Check.empty() ? "" : ", " + escaped(F.Check));
    printNotes(P);
    printOthers(P.Group);
    if (Access && Access->Verdict.Kind == VerdictKind::Excess)
      printMap(bankMapOf(*Access, *P.Report), Id);
    if (P.Group.Remedy && Edited.insert(P.Group.Remedy).second)
      printEdit(*P.Group.Remedy, *P.Report);
    Out << "</article>\n";
  }

  void printNotes(const PageFinding &P) {
    const Finding &F = P.finding();
    std::vector<FindingNote> Notes;
    for (const FindingNote &N : F.Notes)
      if (P.Group.ArrayNotes.empty() || N.Kind != NoteKind::Array)
        Notes.push_back(N);
    append_range(Notes, P.Group.ArrayNotes);
    if (Notes.empty())
      return;
    Out << "<ul>\n";
    for (const FindingNote &N : Notes) {
      Out << "<li>" << escaped(N.Message);
      if (F.hasOwnPlace(N))
        Out << " <span class=\"muted\">(" << Page.placeLink(N.Where)
            << ")</span>";
      Out << "</li>\n";
    }
    Out << "</ul>\n";
  }

  void printOthers(const ArrayGroup &G) {
    if (G.Others.empty())
      return;
    Out << "<details><summary>" << grouped(G.Others.size())
        << (G.Others.size() == 1 ? " more access" : " more accesses")
        << " to the array</summary>\n<ul>\n";
    for (const Finding *Other : G.Others)
      Out << "<li>" << Page.placeLink(Other->Where) << ": "
          << escaped(Other->Message) << "</li>\n";
    Out << "</ul></details>\n";
  }

  void printMap(const BankMap &Map, const std::string &Id) {
    if (!Map.Before)
      return;
    std::string Text;
    raw_string_ostream Drawn(Text);
    printBankMapElement(Drawn, Map, Id);
    Out << "<details" << (MapBytes ? "" : " open")
        << "><summary>Bank map</summary>\n";
    if (MapBytes + Text.size() > MostMapBytes)
      Out << "<p>Omitted to limit the size of the page; draw it with "
             "<code>--bank-map="
          << Page.nameOf(Map.Where.File) << ":" << Map.Where.Line
          << "</code>.</p>\n";
    else
      Out << "<div class=\"map\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"Bank map\">\n"
          << Text << "</div>\n";
    Out << "</details>\n";
    MapBytes += Text.size();
  }

  void printEdit(const ArrayRemedy &R, const FileReport &Report) {
    if (!R.Fix || R.Fix->Fix >= Report.Fixes.size())
      return;
    const Fix &F = Report.Fixes[R.Fix->Fix];
    Out << "<details open><summary>Edit: " << escaped(F.Title)
        << "</summary>\n";
    if (!F.isProven())
      Out << "<p>It holds if " << escaped(F.Condition) << ".</p>\n";
    for (const FileEdits &File : F.Files) {
      const std::string *Source = Report.textOf(File.File);
      if (!Source)
        continue;
      std::string Diff;
      raw_string_ostream DiffOut(Diff);
      printUnifiedDiff(DiffOut, Page.shortNameOf(File.File), *Source,
                       File.Edits,
                       /*Color=*/false);
      Out << "<pre class=\"diff\" tabindex=\"0\">";
      size_t Number = 0;
      for (StringRef Line : split(StringRef(Diff).rtrim('\n'), '\n')) {
        // The first two lines name the file.
        const char First = Line.empty() ? ' ' : Line.front();
        const StringRef Class = Number++ < 2 || First == '@' ? "where"
                                : First == '+'               ? "added"
                                : First == '-'               ? "removed"
                                                             : "";
        Out << "<span" << (Class.empty() ? "" : " class=\"") << Class
            << (Class.empty() ? "" : "\"") << '>'
            << escaped(Line.empty() ? StringRef(" ") : Line) << "</span>";
      }
      Out << "</pre>\n";
    }
    Out << "</details>\n";
  }

  raw_ostream &Out;
  const HtmlPage &Page;
  size_t MapBytes = 0;
  /// Remedies whose edit was shown: several kernels may have one array.
  std::set<const ArrayRemedy *> Edited;
};

/// What the margin says of a line.
struct Margin {
  const AccessRecord *Worst = nullptr;
  unsigned Accesses = 0;
};

std::string figureOf(const AccessRecord &A) {
  if (A.Issue && A.Issue->isSilent())
    return "";
  switch (A.Verdict.Kind) {
  case VerdictKind::Unproven:
    return "?";
  case VerdictKind::NeverRuns:
    return "0";
  default:
    return utostr(A.Verdict.Worst.Cost.Predicted);
  }
}

void printSource(raw_ostream &Out, const HtmlPage &Page, StringRef File,
                 const std::vector<bool> &Shown) {
  std::map<unsigned, Margin> Margins;
  for (const PageAccess &P : Page.Accesses) {
    if (P.Access->Where.File != File)
      continue;
    Margin &M = Margins[P.Access->Where.Line];
    ++M.Accesses;
    if (!M.Worst || isWorse(P.Access->Verdict, M.Worst->Verdict))
      M.Worst = P.Access;
  }
  const std::string Id = Page.fileId(File);
  Out << formatv("<section data-kind=\"sources\" data-file=\"{0}\" "
                 "aria-labelledby=\"{0}\"><details open><summary id=\"{0}\">{1}"
                 "</summary>\n<div class=\"scroll\" tabindex=\"0\" "
                 "role=\"region\" aria-labelledby=\"{0}\"><table "
                 "class=\"src\">\n",
                 Id, Page.nameOf(File));
  for (size_t I = 0; I < Shown.size(); ++I) {
    const size_t Number = I + 1;
    if (!Shown[I]) {
      const size_t First = I;
      while (I + 1 < Shown.size() && !Shown[I + 1])
        ++I;
      Out << "<tr class=\"gap\"><td colspan=\"3\">"
          << counted(I - First + 1, "line") << " not shown\n";
      continue;
    }
    // End tags of rows and cells need not be written.
    Out << "<tr";
    auto At = Margins.find(Number);
    std::string Figure;
    if (At != Margins.end()) {
      const AccessRecord &A = *At->second.Worst;
      Figure = figureOf(A);
      Out << StringSwitch<StringRef>(outcomeClass(A))
                 .Case("conflicting", " class=\"bad\"")
                 .Case("open", " class=\"undecided\"")
                 .Default(" class=\"fine\"")
          << formatv(" title=\"{0}: {1}\"", escaped(accessTitle(A)),
                     escaped(outcomeText(A.Verdict)));
    }
    if (auto Of = Page.FindingAt.find({File, Number});
        !Figure.empty() && Of != Page.FindingAt.end())
      Figure = formatv("<a href=\"#finding-{0}\">{1}</a>", Of->second, Figure);
    Out << formatv(" id=\"{0}-{1}\"><td>{1}<td>{2}<td>{3}\n", Id, Number,
                   Figure, escaped(Page.Lines.line(File, Number)));
  }
  Out << "</table></div></details></section>\n";
}

} // namespace

void printFindings(raw_ostream &Out, const HtmlPage &Page) {
  FindingWriter(Out, Page).print();
}

void printSources(raw_ostream &Out, const HtmlPage &Page) {
  Out << "<section aria-labelledby=\"sources\">\n<h2 "
         "id=\"sources\">Sources</h2>"
         "\n<p class=\"muted\">Files with findings. The margin has the "
         "wavefronts "
         "of the costliest request of each line; ? is unproven.</p>\n";
  for (const auto &[File, Shown] : Page.Shown)
    printSource(Out, Page, File, Shown);
  Out << "</section>\n";
}

} // namespace warplint
