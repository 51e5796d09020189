//===- TextBudget.h - What repairs of a file may read -----------*- C++ -*-===//
//
// A file that clang refuses is parsed again with repairs, a round for what each
// parse lays bare. Of a file behind a missing header most rounds gain nothing:
// what they may read is limited. The unit is a byte of text with all that is
// expanded, of compiled headers, too: it depends neither on the machine's load
// nor on what a cache holds. Clang takes about 0.1 s for a million of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_TEXTBUDGET_H
#define WARPLINT_LIB_FRONTEND_PARSE_TEXTBUDGET_H

#include <cstdint>

namespace warplint {

class ParsedFile;

class TextBudget {
public:
  /// Takes in what a parse has read.
  void add(ParsedFile &File);

  /// Whether one more parse that reads as much as the last is within the limit.
  bool allowsAnother() {
    const bool Allows = Read + Last <= (LacksHeader ? WithoutHeader : Whole);
    Refused |= !Allows;
    return Allows;
  }
  /// Whether something was not allowed.
  bool hasRefused() const { return Refused; }
  /// What the last parse read, in millions of bytes.
  unsigned millionsLast() const { return Last / 1000000; }

private:
  /// Of a file whose headers are all there, and of another.
  static constexpr uint64_t Whole = uint64_t(256) << 20;
  static constexpr uint64_t WithoutHeader = uint64_t(64) << 20;

  uint64_t Read = 0, Last = 0;
  bool LacksHeader = false, Refused = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_TEXTBUDGET_H
