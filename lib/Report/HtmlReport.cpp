//===- HtmlReport.cpp - A run as one page ---------------------------------===//

#include "warplint/Report/HtmlReport.h"
#include "HtmlParts.h"
#include "Markup.h"
#include "warplint/Finding/CostSentence.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/BankMap.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"
#include <set>

using namespace llvm;

namespace warplint {

/// A file with more lines is shown around its accesses alone, so many before and
/// after each.
static constexpr size_t WholeFile = 150, AroundAccess = 5;

static std::vector<PageFinding> findingsOf(const FileReport &Report) {
  std::vector<PageFinding> Result;
  std::set<const Finding *> Grouped;
  for (ArrayGroup &G : arrayGroups(Report)) {
    Grouped.insert(G.Worst);
    Grouped.insert(G.Others.begin(), G.Others.end());
    Result.push_back({&Report, std::move(G)});
  }
  for (const Finding &F : Report.Findings) {
    if (!F.isShown() || Grouped.contains(&F))
      continue;
    PageFinding &Alone = Result.emplace_back();
    Alone.Report = &Report;
    Alone.Group.Worst = &F;
    if (F.Array && *F.Array < Report.Layouts.size())
      Alone.Group.Remedy = &Report.Layouts[*F.Array];
  }
  return Result;
}

HtmlPage::HtmlPage(const std::vector<FileReport> &Reports, StringRef Root,
                   SourceLines &Lines)
    : Reports(Reports), Root(Root), Lines(Lines) {
  for (const FileReport &R : Reports) {
    meet(R.File);
    append_range(Findings, findingsOf(R));
    addAccesses(R);
  }
  // Names as they are shown: a header may have been named in another way.
  auto PlaceOf = [&](const PageAccess &A) {
    return std::tuple(shortNameOf(A.Access->Where.File), A.Access->Where,
                      StringRef(A.Access->Kernel), A.Access->Verb,
                      A.Access->Ordinal);
  };
  llvm::sort(Accesses, [&](const PageAccess &L, const PageAccess &R) {
    return PlaceOf(L) < PlaceOf(R);
  });
  auto CostOf = [](const PageFinding &F) {
    return std::tuple(-int(F.finding().Level), ~F.finding().EstimatedExcess,
                      F.finding().Where, F.finding().Message);
  };
  llvm::sort(Findings, [&](const PageFinding &L, const PageFinding &R) {
    return CostOf(L) < CostOf(R);
  });
  // Each file with a finding is known before any of its lines is shown.
  for (const PageFinding &F : Findings)
    if (const StringRef File = F.finding().Where.File;
        !Shown.contains(File) && !Lines.text(File).empty())
      Shown.try_emplace(File.str(),
                        Lines.text(File).rtrim('\n').count('\n') + 1);
  for (const auto &[Number, F] : enumerate(Findings)) {
    show(F.finding().Where, Number);
    for (const Finding *Other : F.Group.Others)
      show(Other->Where, Number);
    if (F.Group.Remedy)
      show(F.Group.Remedy->Declaration);
  }
  for (const PageAccess &A : Accesses)
    if (A.Access->Verdict.Kind != VerdictKind::Clean)
      show(A.Access->Where);
}

void HtmlPage::meet(StringRef File) {
  if (!File.empty())
    Numbers.try_emplace(File.str(), Numbers.size());
}

void HtmlPage::addAccesses(const FileReport &R) {
  std::map<const AccessRecord *, StringRef> CheckOf;
  for (const Finding &F : R.Findings) {
    meet(F.Where.File);
    if (F.isShown() && F.Access && *F.Access < R.Accesses.size())
      CheckOf[&R.Accesses[*F.Access]] = F.Check;
  }
  for (const AccessRecord &A : R.Accesses) {
    meet(A.Where.File);
    auto [At, IsNew] = AccessAt.try_emplace(
        {A.Where, A.Verb, A.Ordinal, A.Kernel}, Accesses.size());
    if (IsNew)
      Accesses.emplace_back();
    PageAccess &Of = Accesses[At->second];
    ++Of.Instances;
    if (!Of.Access || isWorse(A.Verdict, Of.Access->Verdict)) {
      Of.Access = &A;
      Of.Report = &R;
    }
    if (auto Check = CheckOf.find(&A);
        Check != CheckOf.end() && !is_contained(Of.Checks, Check->second))
      Of.Checks.push_back(Check->second);
  }
}

void HtmlPage::show(const SourcePlace &Where, std::optional<size_t> Number) {
  if (Number)
    FindingAt.try_emplace({Where.File, Where.Line}, *Number);
  auto File = Shown.find(Where.File);
  if (File == Shown.end() || !Where.isValid())
    return;
  std::vector<bool> &IsShown = File->second;
  for (size_t I = 0; I < IsShown.size(); ++I)
    if (IsShown.size() <= WholeFile ||
        (I + 1 + AroundAccess >= Where.Line &&
         I + 1 <= std::max(Where.Line, Where.EndLine) + AroundAccess))
      IsShown[I] = true;
}

std::string HtmlPage::fileId(StringRef File) const {
  auto Found = Numbers.find(File);
  return "f" + utostr(Found == Numbers.end() ? Numbers.size() : Found->second);
}

std::string HtmlPage::shortNameOf(StringRef File) const {
  return pathBelow(Root, File);
}

std::string HtmlPage::nameOf(StringRef File) const {
  return escaped(shortNameOf(File));
}

static std::string breakable(StringRef Name) {
  std::string Text;
  for (char C : Name) {
    Text += C;
    if (C == '/' || C == '_')
      Text += "<wbr>";
  }
  return Text;
}

std::string HtmlPage::breakableNameOf(StringRef File) const {
  return breakable(nameOf(File));
}

std::string HtmlPage::placeLink(const SourcePlace &Where) const {
  std::string Text = breakableNameOf(Where.File);
  if (!Where.isValid())
    return Text;
  Text += ":" + utostr(Where.Line);
  auto File = Shown.find(Where.File);
  if (File == Shown.end() || Where.Line > File->second.size() ||
      !File->second[Where.Line - 1])
    return Text;
  return "<a href=\"#" + fileId(Where.File) + "-" + utostr(Where.Line) + "\">" +
         Text + "</a>";
}

StringRef outcomeClass(const AccessRecord &A) {
  const StringRef Name = outcomeName(A);
  return Name == "conflicting" || Name == "clean"  ? Name
         : A.Verdict.Kind == VerdictKind::Unproven ? "open"
                                                   : "";
}

namespace {

class PageWriter {
public:
  PageWriter(raw_ostream &Out, const HtmlPage &Page) : Out(Out), Page(Page) {}

  void print() {
    printHead();
    printTotals();
    printFilters();
    printKernels();
    printFiles();
    printAccesses();
    printFindings(Out, Page);
    printSources(Out, Page);
    printCosts();
    printLeftOut();
    Out << "</main>\n<script>" << pageScript() << "</script>\n</body>\n"
        << "</html>\n";
  }

private:
  static std::string hashOf(StringRef Text) {
    return "'sha256-" +
           encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) + "'";
  }

  void printHead() {
    const std::string Style = pageStyle().str() + bankMapCss();
    Out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        << "<meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
           "'none'; base-uri 'none'; form-action 'none'; style-src "
        << hashOf(Style) << "; script-src " << hashOf(pageScript()) << "\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n<title>Shared-memory accesses - "
           "warplint</title>\n<style>"
        << Style << "</style>\n</head>\n<body>\n"
        << "<a class=\"skip\" href=\"#main\">Skip to the report</a>\n"
        << "<svg class=\"definitions\" aria-hidden=\"true\">"
        << bankMapDefinitions() << "</svg>\n";
  }

  void printTotals() {
    std::vector<const AccessRecord *> All;
    size_t Kernels = 0, LeftOut = 0, WithErrors = 0;
    for (const FileReport &R : Page.Reports) {
      Kernels += R.Kernels.size();
      LeftOut += count_if(
          R.Omitted, [](const warplint::LeftOut &L) { return !L.OnRequest; });
      WithErrors += R.HadErrors;
      for (const AccessRecord &A : R.Accesses)
        All.push_back(&A);
    }
    Out << "<header>\n<h1>Shared-memory accesses</h1>\n<p class=\"muted\">"
        << "warplint " WARPLINT_VERSION ": "
        << (All.empty() ? "no shared-memory accesses" : outcomesOf(All))
        << "</p>\n<nav aria-label=\"Sections\"><ul>\n";
    for (auto [Id, Name] : {std::pair("kernels", "Kernels"),
                            {"files", "Files"},
                            {"accesses", "Accesses"},
                            {"findings", "Findings"},
                            {"sources", "Sources"}})
      Out << formatv("<li><a href=\"#{0}\">{1}</a></li>\n", Id, Name);
    Out << "</ul></nav>\n</header>\n<main id=\"main\" tabindex=\"-1\">\n"
           "<ul class=\"cards\">\n";
    for (auto [Number, Name] : {std::pair(Page.Findings.size(), "findings"),
                                {Page.Reports.size(), "files"},
                                {WithErrors, "files with errors"},
                                {Kernels, "kernels"},
                                {LeftOut, "functions skipped"}})
      Out << formatv("<li><b>{0}</b>{1}</li>\n", grouped(Number), Name);
    Out << "</ul>\n";
  }

  template <typename Options>
  void printChoice(StringRef Name, StringRef Label, const Options &From) {
    Out << formatv("<div><label for=\"by-{0}\">{1}</label><select "
                   "id=\"by-{0}\" name=\"{0}\"><option value=\"\">all</option>",
                   Name, Label);
    for (const auto &[Value, Text] : From)
      Out << formatv("<option value=\"{0}\">{1}</option>", escaped(Value),
                     Text);
    Out << "</select></div>\n";
  }

  void printFilters() {
    std::vector<std::pair<std::string, std::string>> Files;
    for (const auto &[File, Number] : Page.Numbers)
      Files.push_back({Page.fileId(File), Page.nameOf(File)});
    std::map<std::string, std::string> Checks, Verdicts;
    for (const PageFinding &F : Page.Findings)
      Checks[F.finding().Check] = escaped(F.finding().Check);
    Checks.erase("");
    for (const PageAccess &A : Page.Accesses)
      Verdicts[keyOf(*A.Access)] = outcomeName(*A.Access).str();
    Out << "<form id=\"filters\" role=\"search\" aria-label=\"Filters\">\n"
           "<div><label for=\"by-text\">Text</label><input id=\"by-text\" "
           "name=\"text\" type=\"search\"></div>\n";
    printChoice("file", "File", Files);
    printChoice("check", "Check", Checks);
    printChoice("verdict", "Verdict", Verdicts);
    Out << "<button type=\"reset\">Show all</button>\n"
           "<output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n";
  }

  /// One word.
  static std::string keyOf(const AccessRecord &A) {
    return outcomeName(A).split(' ').first.str();
  }

  void beginTable(StringRef Id, StringRef Name, StringRef Note,
                  ArrayRef<std::pair<StringRef, bool>> Columns) {
    Out << formatv(
        "<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", Id,
        Name);
    if (!Note.empty())
      Out << "<p class=\"muted\">" << Note << "</p>\n";
    Out << formatv(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-labelledby=\"{0}\"><table class=\"list\">\n<thead><tr>",
        Id);
    for (auto [Column, IsNumber] : Columns)
      Out << "<th scope=\"col\"" << (IsNumber ? " class=\"number\">" : ">")
          << Column << "</th>";
    Out << "</tr></thead>\n<tbody>\n";
  }

  void endTable() { Out << "</tbody></table></div>\n</section>\n"; }

  void number(uint64_t N) {
    Out << "<td class=\"number\">" << grouped(N) << "</td>";
  }

  void printKernels() {
    struct Row {
      const FileReport *Report = nullptr;
      StringRef Name;
      uint64_t Cost = 0;
      size_t Conflicting = 0, Clean = 0, Undecided = 0, Accesses = 0;
    };
    std::vector<Row> Rows;
    size_t Idle = 0;
    for (const FileReport &R : Page.Reports)
      for (const std::string &Kernel : R.Kernels) {
        Row Of{&R, Kernel};
        for (const AccessRecord &A : R.Accesses) {
          if (A.Kernel + A.TemplateArguments != Kernel)
            continue;
          ++Of.Accesses;
          Of.Cost = SaturatingAdd(Of.Cost, weightOf(A));
          const StringRef Outcome = outcomeClass(A);
          Of.Conflicting += Outcome == "conflicting";
          Of.Clean += Outcome == "clean";
          Of.Undecided += Outcome == "open";
        }
        if (Of.Accesses)
          Rows.push_back(Of);
        else
          ++Idle;
      }
    llvm::sort(Rows, [](const Row &L, const Row &R) {
      return std::tuple(~L.Cost, ~L.Conflicting, L.Report, L.Name) <
             std::tuple(~R.Cost, ~R.Conflicting, R.Report, R.Name);
    });
    beginTable("kernels", "Kernels by cost",
               "Excess wavefronts are those above the ideal, per block; a loop "
               "with an unknown trip count counts as 16 iterations." +
                   (Idle ? " " + counted(Idle, "kernel") +
                               (Idle == 1 ? " does" : " do") +
                               " not access shared memory."
                         : std::string()),
               {{"Kernel", false},
                {"File", false},
                {"Excess wavefronts", true},
                {"Conflicting", true},
                {"Clean", true},
                {"Unproven", true}});
    for (const Row &R : Rows) {
      Out << formatv("<tr data-file=\"{0}\" data-kind=\"kernels\"><td><code>{1}"
                     "</code></td><td>{2}</td>",
                     Page.fileId(R.Report->File), escaped(shortName(R.Name)),
                     Page.breakableNameOf(R.Report->File));
      for (uint64_t N : {R.Cost, uint64_t(R.Conflicting), uint64_t(R.Clean),
                         uint64_t(R.Undecided)})
        number(N);
      Out << "</tr>\n";
    }
    endTable();
  }

  void printFiles() {
    beginTable("files", "Files", "",
               {{"File", false},
                {"Findings", true},
                {"Kernels", true},
                {"Accesses", true},
                {"State", false}});
    for (const FileReport &R : Page.Reports) {
      const size_t Findings =
          count_if(R.Findings, [](const Finding &F) { return F.isShown(); });
      const std::string Id = Page.fileId(R.File);
      Out << formatv("<tr data-file=\"{0}\" data-kind=\"files\"><td>", Id);
      if (Page.Shown.contains(R.File))
        Out << "<a href=\"#" << Id << "\">" << Page.breakableNameOf(R.File)
            << "</a>";
      else
        Out << Page.breakableNameOf(R.File);
      Out << "</td>";
      number(Findings);
      number(R.Kernels.size());
      number(R.Accesses.size());
      Out << "<td>"
          << (R.HadErrors ? "<span class=\"open\">has errors</span>"
                          : "complete")
          << ", " << escaped(R.Architecture) << "</td></tr>\n";
    }
    endTable();
  }

  void printAccesses() {
    beginTable(
        "accesses", "Accesses",
        "One row per access and kernel; for template instances, the worst.",
        {{"Place", false},
         {"Access", false},
         {"Verdict", false},
         {"Wavefronts", true},
         {"Ideal", true},
         {"Excess per block", true},
         {"Check", false}});
    for (const PageAccess &P : Page.Accesses) {
      const AccessRecord &A = *P.Access;
      std::vector<std::string> Checks;
      for (StringRef Check : P.Checks)
        Checks.push_back(escaped(Check));
      Out << formatv("<tr data-kind=\"accesses\" data-file=\"{0}\" "
                     "data-verdict=\"{1}\" data-check=\"{2}\"><td>{3}</td>"
                     "<td>{4}{5}</td><td class=\"{6}\">{7}</td>",
                     Page.fileId(A.Where.File), keyOf(A), join(Checks, " "),
                     Page.placeLink(A.Where), escaped(accessTitle(A)),
                     P.Instances > 1 ? ", " + counted(P.Instances, "instance")
                                     : std::string(),
                     outcomeClass(A), escaped(verdictOf(A)));
      if (hasFigure(A.Verdict.Kind) && !(A.Issue && A.Issue->isSilent())) {
        number(A.Verdict.Worst.Cost.Predicted);
        number(A.Verdict.Worst.Cost.Ideal);
        number(weightOf(A));
      } else {
        for (unsigned I = 0; I < 3; ++I)
          Out << "<td class=\"number\">-</td>";
      }
      Out << "<td>" << join(Checks, ", ") << "</td></tr>\n";
    }
    endTable();
  }

  static std::string verdictOf(const AccessRecord &A) {
    if (A.Verdict.Kind == VerdictKind::Unproven)
      return outcomeText(A.Verdict);
    return (A.Verdict.DependsOnCase ? "depends: " : "") + outcomeName(A).str();
  }

  /// Only where they were asked for.
  void printCosts() {
    bool IsOpen = false;
    for (const FileReport &R : Page.Reports)
      for (const KernelCost &C : R.Costs) {
        if (!IsOpen)
          Out << "<section aria-labelledby=\"costs\">\n<h2 id=\"costs\">"
                 "Load of the GPU by kernel</h2>\n<ul>\n";
        IsOpen = true;
        const std::string Bound = boundSentence(C);
        Out << formatv(
            "<li><code>{0}</code>, {1}: {2}</li>\n",
            escaped(C.Kernel + C.TemplateArguments), Page.placeLink(C.Where),
            escaped(costSentence(C) + (Bound.empty() ? "" : "; " + Bound)));
      }
    if (IsOpen)
      Out << "</ul>\n</section>\n";
  }

  void printLeftOut() {
    bool IsOpen = false;
    for (const FileReport &R : Page.Reports)
      for (const LeftOut &L : R.Omitted) {
        if (L.OnRequest)
          continue;
        if (!IsOpen)
          Out << "<section aria-labelledby=\"left-out\">\n<h2 id=\"left-out\">"
                 "Skipped</h2>\n<ul>\n";
        IsOpen = true;
        Out << formatv(
            "<li><code>{0}</code>, {1}: {2}</li>\n", escaped(L.Name),
            Page.placeLink(L.Where.isValid() ? L.Where : SourcePlace{R.File}),
            escaped(L.Why));
      }
    if (IsOpen)
      Out << "</ul>\n</section>\n";
  }

  raw_ostream &Out;
  const HtmlPage &Page;
};

} // namespace

void printHtml(raw_ostream &Out, const std::vector<FileReport> &Reports,
               StringRef Root, SourceLines &Lines) {
  const HtmlPage Page(Reports, Root, Lines);
  PageWriter(Out, Page).print();
}

} // namespace warplint
