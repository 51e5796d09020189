//===- BankMapText.cpp - Bank maps for a terminal -------------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Report/BankMap.h"
#include "warplint/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace llvm;

namespace warplint {
namespace {

constexpr StringLiteral Dot = "\u00B7", Shade = "\u2591", Bar = "\u2502",
                        Dash = "\u2500", Cross = "\u253C", Dots = "\u22EE";

/// One of the 256 colours of terminals: a cube of 6 x 6 x 6. Hues go around once
/// from bank 0 to bank 31, every other one paler: no two are the same.
unsigned colorOf(unsigned Bank) {
  const unsigned Low = Bank % 2 ? 2 : 1, High = 5, Steps = High - Low;
  unsigned At = Bank * 6 * Steps / NumBanks;
  const unsigned Part = At % Steps;
  unsigned R = Low, G = Low, B = Low;
  switch (At / Steps) {
  case 0:
    R = High, G = Low + Part;
    break;
  case 1:
    R = High - Part, G = High;
    break;
  case 2:
    G = High, B = Low + Part;
    break;
  case 3:
    G = High - Part, B = High;
    break;
  case 4:
    B = High, R = Low + Part;
    break;
  default:
    B = High - Part, R = High;
  }
  return 16 + 36 * R + 6 * G + B;
}

class MapText {
public:
  MapText(raw_ostream &Out, const BankMap &Map, const BankMapStyle &Style)
      : Out(Out), Map(Map), Style(Style) {}

  void print() {
    if (!Map.Before) {
      Out << "  no picture: " << Map.Verdict << '\n';
      return;
    }
    Out << "  " << Map.Request << '\n';
    print("as declared", *Map.Before);
    if (Map.After)
      print("with " + Map.Remedy, *Map.After);
    if (!Map.RemedyNote.empty())
      Out << "\n  " << Map.RemedyNote << '\n';
    Out << "\n  " << Map.Rule << '\n';
  }

private:
  unsigned width() const { return Style.IsNarrow ? 2 : 3; }

  void print(StringRef Heading, const BankPicture &P) {
    Out << '\n' << "  ";
    if (Style.HasColor)
      Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    Out << Heading << ": " << figuresText(P.Cost);
    if (Style.HasColor)
      Out.resetColor();
    Out << "\n\n";
    label("bank");
    for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
      cell(utostr(Bank));
    end();
    rule();
    for (const BankLine &Line : P.Lines)
      print(Line);
    if (P.LeftOut)
      Out << "    " << Dots << "  " << counted(P.LeftOut, "more line")
          << " with lanes\n";
    if (!P.Groups.empty())
      rule();
    for (const BankGroup &G : P.Groups)
      print(G);
  }

  void label(StringRef Text, bool FollowsGap = false) {
    Out << "  " << (FollowsGap ? StringRef(Dots) : " ")
        << right_justify(Text, 6) << ' ' << Bar << ' ';
  }

  /// In two columns; \p Behind stands in a third, in wide maps.
  void cell(StringRef Text, StringRef Behind = " ") {
    Out << Between << right_justify(Text, 2);
    Between = Style.IsNarrow ? "" : Behind;
  }

  /// The same of one character, which is several bytes.
  void empty(StringRef Character) {
    Out << Between << ' ' << Character;
    Between = Style.IsNarrow ? "" : " ";
  }

  void end(StringRef Text = "") {
    if (!Text.empty() && !Style.IsNarrow)
      Out << Between << ' ' << Text;
    else if (Between != " ")
      Out << Between;
    Out << '\n';
    Between = "";
  }

  void rule() {
    Out << "   ";
    for (unsigned I = 0; I < 7; ++I)
      Out << Dash;
    Out << Cross;
    for (unsigned I = 0; I < NumBanks * width() + 1; ++I)
      Out << Dash;
    Out << '\n';
  }

  void print(const BankLine &Line) {
    label(itostr(Line.FirstWord), Line.FollowsGap);
    for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
      print(Line.Cells[Bank], Bank);
    end(Line.Elements);
  }

  void print(const BankCell &Cell, unsigned Bank) {
    if (!Cell.Lanes) {
      Out << std::exchange(Between, "");
      if (Style.HasColor)
        Out.changeColor(raw_ostream::BRIGHT_BLACK);
      empty(Cell.IsUnused ? Shade : Dot);
      if (Style.HasColor)
        Out.resetColor();
      return;
    }
    Out << std::exchange(Between, "");
    if (Style.HasColor)
      Out << "\x1b[48;5;" << colorOf(Bank) << ";38;5;16m";
    cell(utostr(countr_zero(Cell.Lanes)),
         has_single_bit(Cell.Lanes) ? " " : "+");
    if (Style.HasColor)
      Out << "\x1b[0m";
  }

  void print(const BankGroup &G) {
    label("turns");
    const unsigned Most = *llvm::max_element(G.Turns);
    for (unsigned Turns : G.Turns) {
      const bool IsFullest = Style.HasColor && Turns == Most;
      if (IsFullest)
        Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
      if (Turns)
        cell(utostr(Turns));
      else
        empty(Dot);
      if (IsFullest)
        Out.resetColor();
    }
    end(G.Name);
  }

  raw_ostream &Out;
  const BankMap &Map;
  const BankMapStyle &Style;
  /// What stands between the last cell and the next.
  StringRef Between = "";
};

} // namespace

void printBankMap(raw_ostream &Out, const BankMap &Map,
                  const BankMapStyle &Style) {
  MapText(Out, Map, Style).print();
}

void printBankMaps(raw_ostream &Out, IntrusiveRefCntPtr<vfs::FileSystem> FS,
                   const std::vector<BankMap> &Maps,
                   const BankMapStyle &Style) {
  TextReport Headings(Out, std::move(FS), Style.HasColor);
  for (const BankMap &Map : Maps) {
    if (&Map != &Maps.front())
      Out << '\n';
    FileReport Heading;
    Finding &F = Heading.Findings.emplace_back();
    F.Level = Severity::Remark;
    F.Where = Map.Where;
    F.Message = Map.Title + ": " + Map.Verdict;
    Headings.print(Heading);
    printBankMap(Out, Map, Style);
  }
}

} // namespace warplint
