//===- Diagnostics.h - Findings as the protocol has them --------*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_ANSWERS_DIAGNOSTICS_H
#define WARPLINT_LIB_SERVER_ANSWERS_DIAGNOSTICS_H

#include "Server/Text/Places.h"
#include "llvm/Support/JSON.h"

namespace warplint {

/// What the client can show of a diagnostic.
struct DiagnosticAbilities {
  bool Related = false; ///< relatedInformation; else notes end the message.
  /// The folder of the checks' pages, for codeDescription; or empty.
  std::string Pages;
  bool Data = false;
};

/// One diagnostic; nothing where the code is gone.
std::optional<llvm::json::Object> diagnosticOf(const Finding &F,
                                               const Analysed &In, Places &At,
                                               const DiagnosticAbilities &Can);

/// Of the findings that are shown: by the file's URI.
std::map<std::string, llvm::json::Array>
diagnosticsOf(const Analysed &In, Places &At, const DiagnosticAbilities &Can);

llvm::json::Object rangeJson(const llvm::lsp::Range &Range);

/// Text of sources may be no UTF-8, which JSON has to be.
std::string utf8(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_ANSWERS_DIAGNOSTICS_H
