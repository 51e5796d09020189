//===- CodeActions.h - What can be done about the code at hand --*- C++ -*-===//
//
// Remedies are offered at once, and their edits made when one is chosen: a
// search for layouts with its proofs may take seconds. What needs no proof, the
// comments that tell warplint something, comes with its edit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_ANSWERS_CODEACTIONS_H
#define WARPLINT_LIB_SERVER_ANSWERS_CODEACTIONS_H

#include "RemedyEdits.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace warplint {

struct ActionQuestion {
  const Document &Doc;
  size_t Begin = 0, End = 0;     ///< Bytes that the user has selected.
  std::vector<std::string> Only; ///< Kinds; empty: all.
  DiagnosticAbilities Can;
  bool VersionedEdits = false; ///< documentChanges

  bool wants(llvm::StringRef Kind) const;
};

/// A source whose findings can be fixed: the document, or what includes it.
struct MendedSource {
  std::string Uri;
  const Analysed *Figures = nullptr;
  /// Of the newest text, as far as they are known.
  const LayoutReports *Layouts = nullptr;
};

/// What there is to offer.
llvm::json::Array actionsFor(const ActionQuestion &Question,
                             llvm::ArrayRef<MendedSource> Sources,
                             llvm::ArrayRef<const Analysed *> Known,
                             Places &At);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_ANSWERS_CODEACTIONS_H
