//===- LineText.cpp - A text by lines, and positions in it ----------------===//

#include "LineText.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

LineText::LineText(std::string Given) : Text(std::move(Given)) {
  Starts.push_back(0);
  for (size_t I = 0; I != Text.size(); ++I)
    if (Text[I] == '\n' ||
        (Text[I] == '\r' && (I + 1 == Text.size() || Text[I + 1] != '\n')))
      Starts.push_back(I + 1);
}

StringRef LineText::line(size_t Number) const {
  return StringRef(Text)
      .slice(startOf(Number), startOf(Number + 1))
      .rtrim("\r\n");
}

size_t LineText::lineOf(size_t Offset) const {
  return std::upper_bound(Starts.begin(), Starts.end(), Offset) -
         Starts.begin() - 1;
}

/// Bytes of the character that \p Rest begins with; of what is no UTF-8 each
/// byte is one.
static size_t characterBytes(StringRef Rest) {
  unsigned char Lead = Rest.front();
  size_t Bytes = Lead < 0xC2   ? 1
                 : Lead < 0xE0 ? 2
                 : Lead < 0xF0 ? 3
                 : Lead < 0xF5 ? 4
                               : 1;
  if (Bytes > Rest.size())
    return 1;
  for (unsigned char Byte : Rest.slice(1, Bytes))
    if (Byte >> 6 != 2)
      return 1;
  return Bytes;
}

static int unitsOf(size_t Bytes, PositionUnit Unit) {
  return Unit == PositionUnit::Byte                  ? int(Bytes)
         : Unit == PositionUnit::Utf16 && Bytes == 4 ? 2
                                                     : 1;
}

size_t LineText::offsetAt(lsp::Position At, PositionUnit Unit) const {
  if (At.line < 0)
    return 0;
  size_t Start = startOf(At.line), Column = 0;
  StringRef Line = line(At.line);
  if (Unit == PositionUnit::Byte)
    return Start + std::clamp<int64_t>(At.character, 0, Line.size());
  for (int Units = 0; Column < Line.size();) {
    size_t Bytes = characterBytes(Line.drop_front(Column));
    Units += unitsOf(Bytes, Unit);
    if (Units > At.character)
      break;
    Column += Bytes;
  }
  return Start + Column;
}

size_t LineText::offsetAt(unsigned Line, unsigned Column) const {
  if (!Line)
    return 0;
  size_t Bytes = line(Line - 1).size();
  return startOf(Line - 1) + std::min<size_t>(Column ? Column - 1 : 0, Bytes);
}

lsp::Position LineText::positionAt(size_t Offset, PositionUnit Unit) const {
  Offset = std::min(Offset, Text.size());
  size_t Line = lineOf(Offset);
  StringRef Before = StringRef(Text).slice(Starts[Line], Offset);
  if (Unit == PositionUnit::Byte)
    return {int(Line), int(Before.size())};
  int Units = 0;
  while (!Before.empty()) {
    size_t Bytes = characterBytes(Before);
    Units += unitsOf(Bytes, Unit);
    Before = Before.drop_front(Bytes);
  }
  return {int(Line), Units};
}

std::pair<unsigned, unsigned> LineText::lineAndColumn(size_t Offset) const {
  size_t Line = lineOf(Offset);
  return {Line + 1, Offset - Starts[Line] + 1};
}

} // namespace warplint
