//===- BankMapSvg.cpp - Bank maps as SVG ----------------------------------===//

#include "Markup.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/BankMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace warplint {
namespace {

// In pixels of the picture's own size.
constexpr unsigned CellWidth = 17, CellHeight = 15, LabelWidth = 48,
                   Margin = 10, TextHeight = 16, LetterWidth = 6,
                   GridWidth = NumBanks * CellWidth, MostElements = 132;

/// The words of \p Text in lines of at most \p Letters bytes each.
std::vector<std::string> folded(StringRef Text, unsigned Letters) {
  std::vector<std::string> Lines;
  for (StringRef Word : split(Text, ' ')) {
    if (Word.empty())
      continue;
    if (Lines.empty() || Lines.back().size() + 1 + Word.size() > Letters)
      Lines.push_back(Word.str());
    else
      Lines.back() += " " + Word.str();
  }
  return Lines;
}

std::string capitalized(StringRef Sentence) {
  return Sentence.empty()
             ? ""
             : toUpper(Sentence.front()) + Sentence.drop_front().str() + ".";
}

/// "lanes 0, 1 at tile[3][0]: word 96, bank 0".
std::string cellText(const BankPicture &P, const BankLine &Line,
                     unsigned Bank) {
  const LaneMask Lanes = Line.Cells[Bank].Lanes;
  const std::string &Element = P.Elements[countr_zero(Lanes)];
  return (has_single_bit(Lanes) ? "lane " : "lanes ") + laneList(Lanes) +
         (Element.empty() ? "" : " at " + Element) + ": word " +
         itostr(Line.FirstWord + Bank) + ", bank " + utostr(Bank);
}

/// "bank 0 takes 32 turns", "no bank takes more than 1 turn".
std::string turnsText(const BankPicture &P) {
  std::vector<std::string> Texts;
  for (const BankGroup &G : P.Groups) {
    const auto *Most = llvm::max_element(G.Turns);
    const std::string Turns = counted(*Most, "turn");
    Texts.push_back((G.Name.empty() ? "" : G.Name + ": ") +
                    (*Most > 1 ? "bank " + utostr(Most - G.Turns.begin()) +
                                     " takes " + Turns
                               : "no bank takes more than " + Turns));
  }
  return join(Texts, "; ");
}

std::string description(const BankMap &Map) {
  if (!Map.Before)
    return Map.Verdict;
  std::string Text = Map.Request +
                     ". As declared: " + figuresText(Map.Before->Cost) + "; " +
                     turnsText(*Map.Before) + ".";
  if (Map.After)
    Text += " With " + Map.Remedy + ": " + figuresText(Map.After->Cost) + "; " +
            turnsText(*Map.After) + ".";
  return Text;
}

/// Draws one map, with its size known beforehand.
class MapElement {
public:
  explicit MapElement(const BankMap &Map) : Map(Map) {
    if (Map.Before)
      Pictures.push_back({"as declared", &*Map.Before});
    if (Map.After)
      Pictures.push_back({"with " + Map.Remedy, &*Map.After});
    for (const auto &[Heading, P] : Pictures)
      for (const BankLine &Line : P->Lines)
        Elements = std::max<unsigned>(Elements,
                                      Line.Elements.size() * LetterWidth + 6);
    Elements = std::min(Elements, MostElements);
    for (const auto &[Heading, P] : Pictures)
      Headings = std::max<unsigned>(Headings, headingOf(Heading, *P).size());
    for (const auto &Pair : Pictures)
      Rows = std::max(Rows, rowsOf(*Pair.second));
    std::vector<std::string> Sentences = {Map.Request, Map.Rule,
                                          Map.RemedyNote};
    if (!Map.Before)
      Sentences = {"No picture: " + Map.Verdict};
    for (const std::string &Sentence : Sentences)
      append_range(Notes, folded(capitalized(Sentence), width() / LetterWidth));
  }

  unsigned width() const {
    return Pictures.empty() ? 600 : Pictures.size() * pictureWidth() + Margin;
  }
  unsigned height() const {
    return notesTop() + Notes.size() * TextHeight + Margin;
  }

  void draw(raw_ostream &Out) const {
    text(Out, Margin, Margin + 12, "wl-title", Map.Title + ": " + Map.Verdict);
    for (const auto &[Number, Pair] : enumerate(Pictures))
      draw(Out, Margin + Number * pictureWidth(), Pair.first, *Pair.second);
    for (const auto &[I, Line] : enumerate(Notes))
      text(Out, Margin, notesTop() + 12 + I * TextHeight, "wl-note", Line);
  }

private:
  unsigned pictureWidth() const {
    return LabelWidth + GridWidth + Elements + Margin;
  }
  unsigned top() const { return Margin + TextHeight + 8; }
  unsigned gridTop() const {
    return top() + Headings * TextHeight + 6 + CellHeight;
  }
  unsigned notesTop() const {
    return Pictures.empty() ? top() : gridTop() + Rows * CellHeight + 12;
  }
  static size_t rowsOf(const BankPicture &P) {
    return P.Lines.size() + (P.LeftOut ? 1 : 0) + P.Groups.size();
  }
  std::vector<std::string> headingOf(StringRef Heading,
                                     const BankPicture &P) const {
    return folded((Heading + ": " + figuresText(P.Cost)).str(),
                  (LabelWidth + GridWidth) / LetterWidth);
  }

  static void text(raw_ostream &Out, unsigned X, unsigned Y, StringRef Class,
                   StringRef Text) {
    Out << formatv("<text x=\"{0}\" y=\"{1}\" class=\"{2}\">{3}</text>\n", X, Y,
                   Class, escaped(Text));
  }

  void draw(raw_ostream &Out, unsigned X, StringRef Heading,
            const BankPicture &P) const {
    for (const auto &[I, Line] : enumerate(headingOf(Heading, P)))
      text(Out, X, top() + 12 + I * TextHeight, "wl-head", Line);
    // From here on the grid's corner is the origin.
    Out << formatv("<g class=\"wl-picture\" transform=\"translate({0} {1})\">\n"
                   "<use href=\"#wl-banks\"/><rect width=\"{2}\" "
                   "height=\"{3}\" fill=\"url(#wl-grid)\"/>\n",
                   X + LabelWidth, gridTop(), GridWidth,
                   P.Lines.size() * CellHeight);
    labels(Out, P);
    for (const auto &[I, Line] : enumerate(P.Lines))
      draw(Out, I * CellHeight, P, Line);
    unsigned Below = P.Lines.size() * CellHeight;
    if (P.LeftOut) {
      text(Out, 0, Below + 11, "wl-note",
           counted(P.LeftOut, "more line") + " with lanes");
      Below += CellHeight;
    }
    for (const BankGroup &G : P.Groups) {
      draw(Out, Below, G);
      Below += CellHeight;
    }
    Out << "</g>\n";
  }

  static void labels(raw_ostream &Out, const BankPicture &P) {
    Out << "<g class=\"wl-label\">";
    for (const auto &[I, Line] : enumerate(P.Lines))
      Out << formatv("<text x=\"-4\" y=\"{0}\">{1}{2}</text>",
                     I * CellHeight + 11, Line.FollowsGap ? "\u22EE " : "",
                     Line.FirstWord);
    Out << "</g>\n<g class=\"wl-note\">";
    for (const auto &[I, Line] : enumerate(P.Lines))
      if (!Line.Elements.empty())
        Out << formatv(
            "<text x=\"{0}\" y=\"{1}\">{2}</text>", GridWidth + 5,
            I * CellHeight + 11,
            escaped(shortText(Line.Elements, MostElements / LetterWidth)));
    Out << "</g>\n";
  }

  static void draw(raw_ostream &Out, unsigned Y, const BankPicture &P,
                   const BankLine &Line) {
    for (unsigned Bank = 0; Bank < NumBanks; ++Bank) {
      const BankCell &Cell = Line.Cells[Bank];
      const std::string Box =
          formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\"",
                  Bank * CellWidth, Y, CellWidth, CellHeight);
      if (Cell.IsUnused)
        Out << Box << " class=\"wl-unused\"/>\n";
      if (!Cell.Lanes)
        continue;
      Out << formatv("<g class=\"wl-lane wl-b{0}\" data-bank=\"{0}\">"
                     "<title>{1}</title>",
                     Bank, escaped(cellText(P, Line, Bank)))
          << Box
          << formatv("/><text x=\"{0}\" y=\"{1}\">{2}{3}</text></g>\n",
                     Bank * CellWidth + CellWidth / 2, Y + 11,
                     countr_zero(Cell.Lanes),
                     has_single_bit(Cell.Lanes) ? "" : "+");
    }
  }

  static void draw(raw_ostream &Out, unsigned Y, const BankGroup &G) {
    Out << formatv("<g class=\"wl-turns\"><text x=\"-4\" y=\"{0}\" "
                   "class=\"wl-label\">turns</text>",
                   Y + 12);
    const unsigned Most = *llvm::max_element(G.Turns);
    for (const auto &[Bank, Turns] : enumerate(G.Turns))
      if (Turns)
        Out << formatv("<text x=\"{0}\" y=\"{1}\"{2}>{3}</text>",
                       Bank * CellWidth + CellWidth / 2, Y + 12,
                       Turns == Most && Most > 1 ? " class=\"wl-most\"" : "",
                       Turns);
    Out << "</g>\n";
    if (!G.Name.empty())
      text(Out, GridWidth + 5, Y + 12, "wl-note", G.Name);
  }

  const BankMap &Map;
  std::vector<std::pair<std::string, const BankPicture *>> Pictures;
  std::vector<std::string> Notes;
  unsigned Elements = 0, Headings = 0;
  size_t Rows = 0;
};

} // namespace

/// Hues go around once from bank 0 to bank 31.
std::string bankMapCss() {
  std::string Css = R"(.wl-map{color:#1f2328;font:11px ui-monospace,monospace}
.wl-map text,#wl-banks text{fill:currentColor}
.wl-map .wl-title{font:600 13px system-ui,sans-serif}
.wl-map .wl-head{font:600 12px system-ui,sans-serif}
.wl-map .wl-note{font-size:10px}
.wl-map .wl-turns text,.wl-map .wl-lane text,#wl-banks text{text-anchor:middle;font-size:10px}
.wl-map .wl-label,.wl-map .wl-turns .wl-label,#wl-banks .wl-label{text-anchor:end;font-size:10px}
.wl-map .wl-lane text{fill:#111}
.wl-map .wl-most{font-weight:700}
.wl-grid{stroke:currentColor;stroke-opacity:.16;fill:none}
.wl-column{opacity:.22}
.wl-map .wl-unused{fill:currentColor;opacity:.25}
)";
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
    Css += formatv(".wl-b{0}{{fill:hsl({1},85%,{2}%)}\n", Bank,
                   Bank * 360 / NumBanks, Bank % 2 ? 74 : 66);
  Css += "@media (prefers-color-scheme:dark){.wl-map{color:#e6edf3}}\n";
  return Css;
}

std::string bankMapDefinitions() {
  std::string Text;
  raw_string_ostream Out(Text);
  Out << formatv("<defs>\n<pattern id=\"wl-grid\" "
                 "patternUnits=\"userSpaceOnUse\" width=\"{0}\" "
                 "height=\"{1}\">",
                 GridWidth, CellHeight);
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
    Out << formatv("<rect x=\"{0}\" width=\"{1}\" height=\"{2}\" "
                   "class=\"wl-b{3} wl-column\"/>",
                   Bank * CellWidth, CellWidth, CellHeight, Bank);
  Out << "<path class=\"wl-grid\" d=\"M0 0h" << GridWidth;
  for (unsigned Bank = 0; Bank <= NumBanks; ++Bank)
    Out << 'M' << Bank * CellWidth << " 0v" << CellHeight;
  Out << "\"/></pattern>\n<g id=\"wl-banks\"><text x=\"-4\" y=\"-4\" "
         "class=\"wl-label\">bank</text>";
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
    Out << formatv("<text x=\"{0}\" y=\"-4\">{1}</text>",
                   Bank * CellWidth + CellWidth / 2, Bank);
  Out << "</g>\n</defs>\n";
  return Text;
}

void printBankMapElement(raw_ostream &Out, const BankMap &Map, StringRef Id) {
  const MapElement Element(Map);
  Out << formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wl-map{5}\" "
      "role=\"img\" aria-labelledby=\"{0}-t {0}-d\" width=\"{1}\" "
      "height=\"{2}\" viewBox=\"0 0 {1} {2}\">\n<title "
      "id=\"{0}-t\">{3}</title>\n<desc id=\"{0}-d\">{4}</desc>\n",
      escaped(Id), Element.width(), Element.height(),
      escaped(Map.Title + ": " + Map.Verdict), escaped(description(Map)),
      Map.After ? " wl-two" : "");
  Element.draw(Out);
  Out << "</svg>\n";
}

/// What a document has beneath it when it is its own page.
static constexpr StringLiteral PageCss =
    ".wl-page{fill:#fff}\n"
    "@media (prefers-color-scheme:dark){.wl-page{fill:#0d1117}}\n";

void printBankMapSvg(raw_ostream &Out, ArrayRef<BankMap> Maps) {
  // Without any it still says so.
  unsigned Width = 16, Height = 16;
  if (!Maps.empty())
    Width = Height = 0;
  std::string Names, Drawn;
  raw_string_ostream Parts(Drawn);
  for (const BankMap &Map : Maps) {
    const MapElement Element(Map);
    Names += (Names.empty() ? "" : "; ") + Map.Title + ": " + Map.Verdict;
    Parts << formatv("<g transform=\"translate(0 {0})\"><desc>{1}</desc>\n",
                     Height, escaped(description(Map)));
    Element.draw(Parts);
    Parts << "</g>\n";
    Width = std::max(Width, Element.width());
    Height += Element.height();
  }
  Out << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wl-map\" "
                 "role=\"img\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
                 "{1}\">\n<title>{2}</title>\n<style>\n{3}{4}</style>\n",
                 Width, Height,
                 escaped(Maps.empty() ? "no access conflicts" : Names),
                 bankMapCss(), PageCss)
      << bankMapDefinitions()
      << "<rect class=\"wl-page\" width=\"100%\" height=\"100%\"/>\n"
      << Drawn << "</svg>\n";
}

} // namespace warplint
