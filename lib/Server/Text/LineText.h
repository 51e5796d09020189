//===- LineText.h - A text by lines, and positions in it --------*- C++ -*-===//
//
// Places are told in three ways: bytes of the text, lines and columns of Clang
// (from 1, columns in bytes), and positions of the protocol (from 0, columns in
// units of the encoding that client and server agreed on).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_TEXT_LINETEXT_H
#define WARPLINT_LIB_SERVER_TEXT_LINETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// The units of a column in the protocol.
enum class PositionUnit : uint8_t { Byte, Utf16, CodePoint };

class LineText {
public:
  explicit LineText(std::string Text);

  const std::string &text() const { return Text; }
  size_t lines() const { return Starts.size(); }

  /// Line \p Number, from 0, without its end; empty where there is none.
  llvm::StringRef line(size_t Number) const;
  /// The line of byte \p Offset, from 0.
  size_t lineOf(size_t Offset) const;
  /// The first byte of line \p Number, from 0; the end of the text where there
  /// is none.
  size_t startOf(size_t Number) const {
    return Number < Starts.size() ? Starts[Number] : Text.size();
  }

  /// What lies behind the end of a line or of the text is that end.
  size_t offsetAt(llvm::lsp::Position At, PositionUnit Unit) const;
  size_t offsetAt(unsigned Line, unsigned Column) const;

  llvm::lsp::Position positionAt(size_t Offset, PositionUnit Unit) const;
  /// As Clang tells it.
  std::pair<unsigned, unsigned> lineAndColumn(size_t Offset) const;
  llvm::lsp::Range rangeOf(size_t Begin, size_t End, PositionUnit Unit) const {
    return {positionAt(Begin, Unit), positionAt(End, Unit)};
  }

private:
  std::string Text;
  std::vector<size_t> Starts;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_TEXT_LINETEXT_H
