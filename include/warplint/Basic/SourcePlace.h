//===- SourcePlace.h - Places in source text, as plain values ---*- C++ -*-===//
//
// Lines and columns count from 1; columns count bytes, as clang's do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_SOURCEPLACE_H
#define WARPLINT_BASIC_SOURCEPLACE_H

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// A half-open range of source text. EndLine 0 means "just a point".
struct SourcePlace {
  std::string File; ///< As the compiler names it: usually as given by the user.
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0;
  unsigned EndColumn = 0;
  bool isValid() const { return Line != 0; }
  /// \p Inner begins in this range.
  bool contains(const SourcePlace &Inner) const {
    auto Begin = [](const SourcePlace &P) {
      return std::pair(P.Line, P.Column);
    };
    return File == Inner.File && Begin(*this) <= Begin(Inner) &&
           Begin(Inner) < std::pair(EndLine, EndColumn);
  }
  friend auto operator<=>(const SourcePlace &, const SourcePlace &) = default;
};

/// What a note is about, for outputs that do not show all of them.
enum class NoteKind : uint8_t {
  Detail,
  Figure, ///< Why the access costs what it costs, and how often.
  Array,  ///< Of the array: what can be done for all its accesses.
};

struct FindingNote {
  SourcePlace Where; ///< May be invalid: then the note has no place of its own.
  std::string Message;
  NoteKind Kind = NoteKind::Detail;
};

/// Something that was not analysed, so that silence never means "clean".
struct LeftOut {
  SourcePlace Where;
  std::string Name; ///< Kernel or function.
  std::string Why;  ///< "uses unknown type 'Params'", "recursive", ...
  /// Code of the toolkit, not of the user: reported with -v only.
  bool OnRequest = false;
};

/// A header that no folder of the command has, and that was looked up in the
/// repository by the end of its path.
struct FoundHeader {
  std::string Name; ///< As the #include has it.
  std::string File; ///< Absolute.
  /// Other files that match, are as near, and hold another text.
  std::vector<std::string> Others;
};

} // namespace warplint

#endif // WARPLINT_BASIC_SOURCEPLACE_H
