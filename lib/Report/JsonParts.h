//===- JsonParts.h - What several JSON objects have -------------*- C++ -*-===//
//
// Members as docs/json.md has them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REPORT_JSONPARTS_H
#define WARPLINT_LIB_REPORT_JSONPARTS_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace warplint {

/// llvm::json only takes UTF-8, and source text is anything.
llvm::json::Value jsonText(llvm::StringRef S);

/// Null where \p S is empty.
llvm::json::Value textOrNull(llvm::StringRef S);
llvm::json::Value numberOrNull(std::optional<uint64_t> N);

/// Lines and columns count from 1; null for 0.
llvm::json::Value positionOrNull(unsigned N);

/// On one line: 32 lanes below one another are hard to read.
void writeFlatArray(llvm::json::OStream &J, llvm::StringRef Key,
                    llvm::json::Array Values);

void writeStrings(llvm::json::OStream &J, llvm::StringRef Key,
                  llvm::ArrayRef<std::string> Strings);

/// The members of a place: "file", "line", "column", "endLine", "endColumn".
void writePlace(llvm::json::OStream &J, const SourcePlace &Place);

void writeNotes(llvm::json::OStream &J, llvm::StringRef Key,
                llvm::ArrayRef<FindingNote> Notes);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_JSONPARTS_H
