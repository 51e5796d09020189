//===- LineTextTest.cpp - Positions against counting by hand --------------===//

#include "Server/Text/LineText.h"
#include "llvm/Support/ConvertUTF.h"
#include "gtest/gtest.h"
#include <random>

using namespace warplint;
using llvm::lsp::Position;

namespace {

constexpr PositionUnit Units[] = {PositionUnit::Byte, PositionUnit::Utf16,
                                  PositionUnit::CodePoint};

/// Units of \p Text, which is UTF-8, as LLVM's conversion has them.
int unitsIn(llvm::StringRef Text, PositionUnit Unit) {
  if (Unit == PositionUnit::Byte)
    return int(Text.size());
  llvm::SmallVector<llvm::UTF16> Wide;
  EXPECT_TRUE(llvm::convertUTF8ToUTF16String(Text, Wide));
  int Count = 0;
  for (llvm::UTF16 Half : Wide)
    Count += Unit == PositionUnit::Utf16 || Half < 0xDC00 || Half > 0xDFFF;
  return Count;
}

TEST(LineText, PositionsAreThoseOfACountFromTheLineStart) {
  const std::string Pieces[] = {"a",      "\n",         "\r\n",
                                "\r",     "\u00e9",     "\u6f22",
                                "\u00a0", "\U0001F600", "\t"};
  std::mt19937 Random(1);
  for (int Round = 0; Round != 300; ++Round) {
    std::string Text;
    // Of each boundary of characters: its line, and where that begins.
    std::vector<std::array<size_t, 3>> Boundaries;
    size_t Line = 0, Start = 0;
    for (int I = 0; I != 20; ++I) {
      Boundaries.push_back({Text.size(), Line, Start});
      std::string Piece = Pieces[Random() % std::size(Pieces)];
      // "\r" and "\n" that meet are one end.
      bool Joins = Piece == "\n" && !Text.empty() && Text.back() == '\r';
      if (Joins)
        Boundaries.pop_back(); // Nothing points between the two.
      Text += Piece;
      if (Piece.find_first_of("\r\n") != std::string::npos) {
        Line += !Joins;
        Start = Text.size();
      }
    }
    LineText Lines(Text);
    EXPECT_EQ(Lines.lines(), Line + 1);
    for (auto [Offset, AtLine, LineStart] : Boundaries)
      for (PositionUnit Unit : Units) {
        Position P = Lines.positionAt(Offset, Unit);
        EXPECT_EQ(size_t(P.line), AtLine);
        EXPECT_EQ(
            P.character,
            unitsIn(llvm::StringRef(Text).slice(LineStart, Offset), Unit));
        EXPECT_EQ(Lines.offsetAt(P, Unit), Offset);
        auto [L, C] = Lines.lineAndColumn(Offset);
        EXPECT_EQ(Lines.offsetAt(L, C), Offset);
      }
  }
}

TEST(LineText, WhatLiesOutsideIsTheNearestEnd) {
  LineText Lines("ab\n\U0001F600\n");
  for (PositionUnit Unit : Units) {
    EXPECT_EQ(Lines.offsetAt(Position(0, 99), Unit), 2u);
    EXPECT_EQ(Lines.offsetAt(Position(-1, 5), Unit), 0u);
    EXPECT_EQ(Lines.offsetAt(Position(9, 0), Unit), Lines.text().size());
  }
  // Between the two halves of a character: its begin.
  EXPECT_EQ(Lines.offsetAt(Position(1, 1), PositionUnit::Utf16), 3u);
  EXPECT_EQ(Lines.offsetAt(Position(1, 2), PositionUnit::Utf16), 7u);
  EXPECT_EQ(Lines.offsetAt(0u, 7u), 0u);
  EXPECT_EQ(Lines.offsetAt(1u, 99u), 2u);
}

TEST(LineText, ABrokenByteIsACharacter) {
  // A continuation alone, a lead byte alone, a sequence cut short, a surrogate.
  LineText Lines("\x80"
                 "a\xC3"
                 "a\xE6\xBC"
                 "a");
  EXPECT_EQ(Lines.positionAt(7, PositionUnit::Utf16).character, 7);
  EXPECT_EQ(Lines.offsetAt(Position(0, 5), PositionUnit::Utf16), 5u);
}

} // namespace
