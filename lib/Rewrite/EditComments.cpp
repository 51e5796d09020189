//===- EditComments.cpp - What comments say of an edit --------------------===//

#include "EditComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// The text of an index without them.
static StringRef withoutParentheses(StringRef Text) {
  return Text.starts_with("(") && Text.ends_with(")")
             ? Text.drop_front().drop_back()
             : Text;
}

std::string commentText(StringRef Indent, StringRef Text) {
  return (Indent + "// " + Text + "\n").str();
}

std::string mapText(const SiteForms &Of, const Layout &L,
                    const ArrayShape &Shape, const std::string &Name) {
  if (const auto *P = L.as<Padding>(); P && !growthOfRows(L, Shape))
    return "Rows of " + std::to_string(P->Every) + " of " + Name +
           " are padded by " + std::to_string(P->By);
  if (Of.Split) {
    const uint64_t Row = *llvm::min_element(Of.Split->Strides.front());
    IndexSplit Plain;
    Plain.Text = "c";
    Plain.Rows = {{{"r", true}, std::nullopt}};
    Plain.Column = {"c", true};
    Plain.ColumnAt = {0, 1};
    Plain.Strides = {{Row}};
    auto Parts = spellSplit(Plain, L, {{Shape.elements()}, Shape.ElementBytes});
    if (!Parts)
      return "";
    return "Column c of row r of " + Name + " lies at " +
           withoutParentheses(textWith(Plain, *Parts)).str();
  }
  static constexpr std::pair<const char *, const char *> Names[] = {
      {"c", "olumn c"}, {"r", " of row r"}, {"p", " of plane p"}};
  const size_t Rank = Shape.Extents.size();
  if (Rank == 1)
    return "Element i of " + Name + " lies at " +
           spellFlatIndex(L, Shape, {"i", true});
  if (Rank > std::size(Names))
    return "";
  std::vector<Operand> Operands;
  std::string What = "C";
  for (size_t D = 0; D < Rank; ++D) {
    Operands.insert(Operands.begin(), {Names[D].first, true});
    What += Names[D].second;
  }
  const IndexText New = spellIndex(L, Shape, Operands, IndexStyle::Expression);
  if (New.IsFlat)
    return "";
  if (L.as<RowInterleave>() && New.Subscripts.back() == Operands.front().Text) {
    auto Spell = [&](IndexText Index) {
      return spellAccess(Name, std::move(Index), Rank);
    };
    IndexText Old;
    for (const Operand &O : Operands)
      Old.Subscripts.push_back(O.Text);
    return "Element " + Spell(std::move(Old)) + " lies at " + Spell(New);
  }
  if (New.Subscripts.back() == "c")
    return "Row r of " + Name + " lies at " + New.Subscripts[Rank - 2];
  return What + " of " + Name + " lies at " + New.Subscripts.back();
}

std::string withGain(StringRef What) {
  return (What + ". Bank conflicts: " + GainMark + ".").str();
}

std::string purposeOf(const IndexFunction &F, const IndexSite &Site,
                      const ArrayUses &Uses) {
  const FunctionNames Names = Uses.Around.functions();
  std::string What =
      F.Name == Names.Column
          ? "Where a column of " + Uses.Name + " lies in its row"
      : F.Name == Names.Row ? "Where row i of " + Uses.Name + " lies"
      : Site.Run > 1        ? "Where run i of " + std::to_string(Site.Run) +
                                  " elements of " + Uses.Name + " lies"
                            : "Where element i of " + Uses.Name + " lies";
  return withGain(What);
}

void tellGain(std::vector<FileEdits> &Edits, StringRef Gain) {
  constexpr size_t MostColumns = 100;
  for (FileEdits &File : Edits)
    for (SourceEdit &E : File.Edits) {
      std::string New;
      for (StringRef Text = E.Text; !Text.empty();) {
        StringRef Line = Text.take_until([](char C) { return C == '\n'; });
        Text = Text.drop_front(std::min(Line.size() + 1, Text.size()));
        const StringRef End = Line.ends_with("\r") ? "\r\n" : "\n";
        const bool IsLast = E.Text.data() + E.Text.size() == Line.end();
        if (!Line.contains(GainMark)) {
          New += Line.str() + (IsLast ? "" : "\n");
          continue;
        }
        const StringRef Indent =
            Line.take_until([](char C) { return C == '/'; });
        auto [Before, Behind] = Line.rtrim("\r").split(GainMark);
        const std::string Whole = (Before + Gain + Behind).str();
        std::string Wrapped = (Indent + "//").str();
        for (StringRef Word :
             split(StringRef(Whole).drop_front(Wrapped.size() + 1), ' ')) {
          if (Wrapped.size() + 1 + Word.size() > MostColumns) {
            New += Wrapped + End.str();
            Wrapped = (Indent + "//").str();
          }
          Wrapped += (" " + Word).str();
        }
        New += Wrapped + End.str();
      }
      E.Text = std::move(New);
    }
}

} // namespace warplint
