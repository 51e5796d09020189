//===- Documents.h - The texts that the editor has open ---------*- C++ -*-===//
//
// The newest text of each, with a number that no other text has (its revision)
// and the edits that led to it: what was found in an earlier text is shown where
// it stands now.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_TEXT_DOCUMENTS_H
#define WARPLINT_LIB_SERVER_TEXT_DOCUMENTS_H

#include "LineText.h"
#include "warplint/Support/RealNames.h"
#include "llvm/ADT/ArrayRef.h"
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warplint {

/// Bytes [Offset, Offset + Removed) became Added others.
struct TextChange {
  uint64_t Revision = 0; ///< Of the text that it led to.
  size_t Offset = 0, Removed = 0, Added = 0;
};

struct Document {
  std::string Uri;      ///< As the client spells it.
  std::string Path;     ///< Absolute, as the client names it.
  std::string Language; ///< "cuda-cpp".
  int64_t Version = 0;  ///< The client's.
  uint64_t Revision = 0;
  std::shared_ptr<const LineText> Text;
  std::vector<TextChange> History;
  uint64_t Forgotten = 0; ///< The last revision whose change is not in it.
  std::chrono::steady_clock::time_point ChangedAt;
  /// A Python file that once had a kernel stays analyzed, so that its findings
  /// are cleared.
  bool HadKernels = false;

  /// Where bytes [Begin, End) of the text of revision \p Since stand now.
  /// Nothing where they were removed.
  std::optional<std::pair<size_t, size_t>> moved(size_t Begin, size_t End,
                                                 uint64_t Since) const;

  /// A CUDA source, which is analysed for itself. Other files are shown what
  /// the sources that include them know of them.
  bool isCuda() const;
};

class Documents {
public:
  explicit Documents(PositionUnit Unit = PositionUnit::Utf16) : Unit(Unit) {}

  PositionUnit unit() const { return Unit; }

  Document &open(const llvm::lsp::TextDocumentItem &Item);
  /// False where the file is not open.
  bool change(const llvm::lsp::DidChangeTextDocumentParams &Params);
  void close(llvm::StringRef Path) { Open.erase(nameOf(Path)); }

  /// Null where it is not open. Two names of one file are the same.
  Document *find(llvm::StringRef Path);

  /// By their real names.
  std::map<std::string, Document> &all() { return Open; }

  const std::string &nameOf(llvm::StringRef Path) { return Names.of(Path); }

private:
  void replace(Document &Doc, size_t Begin, size_t End, llvm::StringRef New);

  PositionUnit Unit;
  RealNames Names;
  std::map<std::string, Document> Open;
  uint64_t Revisions = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_TEXT_DOCUMENTS_H
