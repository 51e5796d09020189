//===- TextReport.cpp - Findings as clang-style diagnostics ---------------===//

#include "warplint/Report/TextReport.h"
#include "ArrayGroups.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Frontend/DiagnosticPrinter.h"
#include "warplint/Report/EditDiff.h"
#include "warplint/Support/EnumNames.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

using Level = DiagnosticPrinter::Level;

/// Lines that an array takes, as far as what is listed can be cut for it; and
/// what is left for that at least.
constexpr size_t LinesOfArray = 12, LeastListed = 6;

/// Notes at one place share a line up to this length.
constexpr size_t NoteLength = 100;

Level levelOf(Severity S) {
  static constexpr Level Levels[] = {Level::Remark, Level::Warning,
                                     Level::Error};
  return Levels[size_t(S)];
}

std::string withCheck(const Finding &F, const std::string &More = "") {
  std::string Text = F.Message + More;
  return F.Check.empty() ? Text : Text + " [" + F.Check + "]";
}

/// What the fix of \p R changes.
std::vector<ChangedLines> changesFor(const ArrayRemedy *R,
                                     const FileReport &Report) {
  std::vector<ChangedLines> Changes;
  if (!R || !R->Fix)
    return Changes;
  for (const FileEdits &File : Report.Fixes[R->Fix->Fix].Files)
    if (const std::string *Text = Report.textOf(File.File))
      append_range(Changes, changedLines(*Text, File.Edits));
  return Changes;
}

size_t linesOf(const ChangedLines &C) {
  return C.Before.size() + C.After.size();
}

/// How many of \p Items are listed when \p Room lines are there: all, or as
/// many as leave one for a line that counts the others.
template <typename T, typename Lines>
size_t fitting(ArrayRef<T> Items, size_t Room, Lines LinesOfItem) {
  size_t Used = 0, Fitting = 0;
  for (const auto &[I, Item] : enumerate(Items)) {
    Used += LinesOfItem(Item);
    if (Used + 1 <= Room)
      Fitting = I + 1;
  }
  return Used <= Room ? Items.size() : Fitting;
}

/// Notes that say what to do.
Level labelOf(StringRef Note) {
  return Note.starts_with("suggested layout") || Note.starts_with("--fix")
             ? Level::Help
             : Level::Note;
}

/// Tells of the findings of one file.
class FileText {
public:
  FileText(raw_ostream &Out, DiagnosticPrinter &Printer, bool HasColor,
           const FileReport &Report)
      : Out(Out), Printer(Printer), HasColor(HasColor), Report(Report) {}

  /// All that is known. Notes at the finding's own place would only repeat its
  /// lines.
  void print(const Finding &F) {
    Printer.print(Out, levelOf(F.Level), F.Where, withCheck(F));
    for (const FindingNote &N : F.Notes)
      if (F.hasOwnPlace(N))
        Printer.print(Out, labelOf(N.Message), N.Where, N.Message);
      else
        Printer.printHeader(Out, labelOf(N.Message), F.Where, N.Message);
  }

  void print(const ArrayGroup &G) {
    const Finding &F = *G.Worst;
    Printer.print(Out, levelOf(F.Level), F.Where,
                  withCheck(F, G.Remedy ? sumOf(*G.Remedy) : ""));
    std::vector<FindingNote> Figures = figuresOf(F);
    std::vector<FindingNote> OfArray = G.ArrayNotes;
    std::vector<ChangedLines> Changes;
    // Several kernels may have one array.
    if (!G.Remedy || Printed.insert(G.Remedy).second)
      Changes = changesFor(G.Remedy, Report);
    else if (!OfArray.empty())
      OfArray = {
          {G.Remedy->Declaration,
           "see above for the suggested layout of '" + G.Remedy->Array + "'"}};
    // The two lists share what the rest leaves; half of it is each one's own.
    size_t Diff = 0;
    for (const ChangedLines &C : Changes)
      Diff += linesOf(C);
    size_t Fixed = 3 + Figures.size() + OfArray.size();
    size_t Room =
        std::max(LeastListed, LinesOfArray - std::min(LinesOfArray, Fixed));
    size_t ForOthers = std::min(G.Others.size(), Room);
    size_t ForDiff = std::min(Diff, std::max(Room / 2, Room - ForOthers));
    printNotes(Figures, F);
    printOthers(G, Room - ForDiff);
    printNotes(OfArray, F);
    printChanges(Changes, ForDiff, F);
  }

private:
  void printNotes(ArrayRef<FindingNote> Notes, const Finding &F) {
    for (const FindingNote &N : Notes)
      note(N.Where.isValid() ? N.Where : F.Where, N.Message);
  }

  void printOthers(const ArrayGroup &G, size_t Room) {
    size_t Shown =
        fitting(ArrayRef(G.Others), Room, [](const Finding *) { return 1; });
    for (const Finding *Other : ArrayRef(G.Others).take_front(Shown))
      note(Other->Where, Other->Message);
    if (size_t More = G.Others.size() - Shown)
      note(G.Worst->Where, "and " + grouped(More) +
                               (More == 1 ? " more access" : " more accesses") +
                               " of the array; pass --verbose");
  }

  void printChanges(ArrayRef<ChangedLines> Changes, size_t Room,
                    const Finding &F) {
    if (Changes.empty())
      return;
    // The first is shown, whatever its length.
    size_t Shown = std::max<size_t>(fitting(Changes, Room, linesOf), 1);
    for (const ChangedLines &C : Changes.take_front(Shown))
      print(C);
    if (Shown < Changes.size())
      note(F.Where, "and " + counted(Changes.size() - Shown, "more change") +
                        "; pass --fix-dry-run");
  }

  /// What the array pays, and could pay.
  static std::string sumOf(const ArrayRemedy &R) {
    // A sum without the accesses that are not decided says nothing by itself.
    if (!R.IsSearched || (R.IsEstimate && !R.advised()))
      return "";
    std::string Text =
        "; '" + R.Array + "' costs " + (R.IsEstimate ? "about " : "") +
        counted(R.Wavefronts, "wavefront") + " " + blocksPhrase(R);
    if (const OfferedLayout *Best = R.advised())
      Text += "; " + grouped(Best->Wavefronts) + " with the suggested layout";
    return Text;
  }

  /// Those at one place in as few lines as they fit in.
  static std::vector<FindingNote> figuresOf(const Finding &F) {
    std::vector<FindingNote> Figures;
    for (const FindingNote &N : F.Notes) {
      if (N.Kind != NoteKind::Figure)
        continue;
      const SourcePlace &Where = N.Where.isValid() ? N.Where : F.Where;
      auto SharesLine = [&](const FindingNote &Known) {
        return Known.Where == Where &&
               Known.Message.size() + N.Message.size() < NoteLength;
      };
      if (auto Line = find_if(Figures, SharesLine); Line != Figures.end())
        Line->Message += "; " + N.Message;
      else
        Figures.push_back({Where, N.Message});
    }
    return Figures;
  }

  void note(const SourcePlace &Where, StringRef Message) {
    Printer.printHeader(Out, labelOf(Message), Where, Message);
  }

  /// In the columns of clang's snippets.
  void print(const ChangedLines &C) {
    for (const auto &[I, Old] : enumerate(C.Before)) {
      Out << format("%5zu | ", C.Line + I);
      printLine(raw_ostream::RED, "-", Old);
    }
    for (StringRef New : C.After) {
      Out << "      | ";
      printLine(raw_ostream::GREEN, "+", New);
    }
  }

  void printLine(raw_ostream::Colors How, StringRef Sign, StringRef Line) {
    if (HasColor)
      Out.changeColor(How);
    Out << Sign << printable(Line.rtrim("\r\n"));
    if (HasColor)
      Out.resetColor();
    Out << '\n';
  }

  raw_ostream &Out;
  DiagnosticPrinter &Printer;
  bool HasColor;
  const FileReport &Report;
  /// Those that a group has told of.
  std::set<const ArrayRemedy *> Printed;
};

} // namespace

std::string findingLine(const Finding &F) {
  static constexpr StringLiteral Names[] = {"remark", "warning", "error"};
  std::string Text;
  if (!F.Where.File.empty())
    Text += printable(shownPath(F.Where.File)) + ":";
  if (F.Where.isValid())
    Text += utostr(F.Where.Line) + ":" + utostr(F.Where.Column) + ":";
  if (!Text.empty())
    Text += " ";
  return Text + nameOf(F.Level, Names).str() + ": " + withCheck(F);
}

StringRef remedyOf(const Finding &F) {
  auto Found = find_if(F.Notes, [](const FindingNote &N) {
    return N.Kind == NoteKind::Array &&
           StringRef(N.Message).starts_with("suggested layout");
  });
  return Found == F.Notes.end() ? StringRef() : Found->Message;
}

void TextReport::print(const FileReport &Report) {
  if (Report.Findings.empty())
    return;
  DiagnosticPrinter Printer(FS, HasColor);
  FileText Text(Out, Printer, HasColor, Report);
  std::map<const Finding *, const ArrayGroup *> Groups;
  std::vector<ArrayGroup> All;
  if (IsGrouped)
    All = arrayGroups(Report);
  for (const ArrayGroup &G : All) {
    Groups[G.Worst] = &G;
    for (const Finding *Other : G.Others)
      Groups[Other] = nullptr;
  }
  for (const Finding &F : Report.Findings) {
    if (!F.isShown())
      continue;
    auto Group = Groups.find(&F);
    Reported += F.Level != Severity::Remark;
    if (Group == Groups.end())
      Text.print(F);
    else if (Group->second)
      Text.print(*Group->second);
    else
      continue;
    Warnings += F.Level == Severity::Warning;
    Errors += F.Level == Severity::Error;
  }
}

void TextReport::printSummary(raw_ostream &Stream) {
  Out.flush();
  auto Count = [&](unsigned N, StringRef What) {
    Stream << N << ' ' << What << (N == 1 ? "" : "s");
  };
  if (Warnings)
    Count(Warnings, "warning");
  if (Warnings && Errors)
    Stream << " and ";
  if (Errors)
    Count(Errors, "error");
  if (!Warnings && !Errors)
    return;
  Stream << " generated";
  if (Reported != Warnings + Errors)
    Stream << " (one per array; " << Reported << " with --verbose)";
  Stream << ".\n";
}

} // namespace warplint
