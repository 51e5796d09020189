//===- RemedyEdits.h - Edits of fixes for the editor ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_ANSWERS_REMEDYEDITS_H
#define WARPLINT_LIB_SERVER_ANSWERS_REMEDYEDITS_H

#include "Diagnostics.h"
#include "Server/Text/Places.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace warplint {

/// By the name of the style of fixes ("pad"); "auto" is what is asked for
/// first.
using LayoutReports = std::map<std::string, Analysed>;

/// The styles that are tried, in the order of preference.
llvm::ArrayRef<FixStyle> offeredStyles();

/// Edits of one file, and the text that their offsets are in.
struct TextWithEdits {
  std::string File;
  std::vector<SourceEdit> Edits;
  std::shared_ptr<const LineText> Text;
};

/// A WorkspaceEdit. With \p IsVersioned it is refused by the client where a
/// document has another version by then.
llvm::json::Object workspaceEdit(const std::vector<TextWithEdits> &Files,
                                 Documents &Docs, bool IsVersioned);

/// The fixes of \p Layouts that fix a finding at byte \p Offset of \p Doc,
/// best first.
std::vector<const Fix *> fixesAt(const Analysed &Layouts, const Document &Doc,
                                 size_t Offset, Places &At);

/// Which edit an action stands for: its "data".
struct RemedyChoice {
  std::string Uri;
  std::string Source; ///< Whose analysis found it: Uri, or what includes it.
  uint64_t Revision = 0;
  bool IsAll = false; ///< All proven fixes of the file.
  std::string Style;  ///< Of LayoutReports.
  std::string Fix;    ///< The title of the fix; empty: the best one.
  /// Of the finding that it fixes, in the text of that revision.
  size_t Offset = 0;

  llvm::json::Object json() const;
  static std::optional<RemedyChoice> read(const llvm::json::Value &Data);
};

/// The edit of \p Choice; an error where there is none, which says why.
llvm::Expected<llvm::json::Object> editOf(const RemedyChoice &Choice,
                                          const Analysed &Layouts,
                                          const Document &Doc, Places &At,
                                          bool VersionedEdits);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_ANSWERS_REMEDYEDITS_H
