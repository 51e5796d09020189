//===- Places.h - Where findings stand in the editor now --------*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_TEXT_PLACES_H
#define WARPLINT_LIB_SERVER_TEXT_PLACES_H

#include "Documents.h"
#include "warplint/Basic/SourceEdit.h"
#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>
#include <string>

namespace warplint {

/// A report, and the texts of the editor that it was made from.
struct Analysed {
  FileReport Report;
  struct Source {
    uint64_t Revision = 0;
    std::shared_ptr<const LineText> Text;
  };
  /// By real name.
  std::map<std::string, Source> Sources;
};

/// The texts that are open now.
std::map<std::string, Analysed::Source> sourcesOf(Documents &Docs);

struct EditorPlace {
  std::string Uri;
  llvm::lsp::Range Range;
};

/// Finds places of reports in the texts of today. For one message: files that
/// are not open are read once.
class Places {
public:
  explicit Places(Documents &Docs) : Docs(Docs) {}

  Documents &documents() const { return Docs; }

  /// Nothing where the text was removed meanwhile. A place without a line is
  /// the first one of its file.
  std::optional<EditorPlace> find(const SourcePlace &Where, const Analysed &In);

  /// Bytes of \p Where in the text of \p Doc; nothing where it is in another
  /// file, or removed.
  std::optional<std::pair<size_t, size_t>>
  bytesIn(const Document &Doc, const SourcePlace &Where, const Analysed &In);

private:
  const LineText &onDisk(llvm::StringRef File);

  Documents &Docs;
  llvm::StringMap<std::unique_ptr<LineText>> Read;
};

/// "file:///src/tile.cu"
std::string uriOf(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_TEXT_PLACES_H
