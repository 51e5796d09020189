//===- SourceEdit.h - Changes of source text, as plain values ---*- C++ -*-===//

#ifndef WARPLINT_BASIC_SOURCEEDIT_H
#define WARPLINT_BASIC_SOURCEEDIT_H

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace warplint {

/// Bytes [Offset, Offset + Length) of the file as it was read become Text.
struct SourceEdit {
  uint64_t Offset = 0;
  uint64_t Length = 0;
  std::string Text;
  friend auto operator<=>(const SourceEdit &, const SourceEdit &) = default;
};

/// The edits of one source file.
struct FileEdits {
  std::string File; ///< As the compiler names it.
  std::vector<SourceEdit> Edits;
};

/// A file as it was parsed: what offsets of edits are in.
struct ParsedText {
  std::string File; ///< As the compiler names it.
  std::string Text;
  friend bool operator==(const ParsedText &, const ParsedText &) = default;
};

} // namespace warplint

#endif // WARPLINT_BASIC_SOURCEEDIT_H
