//===- JsonParts.h - What several JSON objects have -------------*- C++ -*-===//
//
// Names and members as docs/json.md has them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REPORT_JSONPARTS_H
#define WARPLINT_LIB_REPORT_JSONPARTS_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Support/JsonStream.h"

namespace warplint {

/// "load", "cp.async", ...
llvm::StringRef jsonName(AccessVerb Verb);

/// "clean", "excess", "unproven", "never-runs".
llvm::StringRef jsonName(VerdictKind Kind);
std::optional<VerdictKind> verdictNamed(llvm::StringRef Name);

/// "remark", "warning", "error".
llvm::StringRef jsonName(Severity S);

/// "value", "residue", ...
llvm::StringRef jsonName(CaseFact::Kind Kind);

/// Who named the arguments of an instance: "option", "project", ...
llvm::StringRef jsonName(ArgumentSource From);

/// "region-copy", ...
llvm::StringRef jsonName(SharedUseKind Kind);

/// "parameter", "block-index", ...
llvm::StringRef jsonName(SymbolKind Kind);

/// Value of a document's "version" member.
inline constexpr unsigned JsonSchemaVersion = 1;

/// "version" and "tool", with which each document begins.
void addHeading(JsonStream &J);

/// A document with \p Values under \p Name.
template <typename T>
void printDocument(llvm::raw_ostream &Out, llvm::StringRef Name,
                   const T &Values) {
  JsonStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    addHeading(J);
    J.add(Name, Values);
  });
  Out << '\n';
}

/// "file", "line", "column", "endLine", "endColumn".
void addMembers(JsonStream &J, const SourcePlace &Place);
void addMembers(JsonStream &J, const FindingNote &Note);

/// On one line: 32 lanes below one another are hard to read.
void addFlat(JsonStream &J, llvm::StringRef Key,
             const llvm::json::Array &Values);

/// Null where it is not known.
llvm::json::Value numberOrNull(std::optional<int64_t> N);

/// "block", or what else \p Key is: x, y, z; null where \p S is nothing.
void addBlock(JsonStream &J, llvm::StringRef Key,
              const std::optional<LaunchShape> &S);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_JSONPARTS_H
