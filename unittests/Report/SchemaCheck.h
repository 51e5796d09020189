//===- SchemaCheck.h - Does a document match its JSON Schema ---*- C++ -*-===//
//
// The keywords that docs/warplint.schema.json uses, no more, and stricter than
// a validator: a member that the schema does not list is reported too, so that
// none goes undocumented. A keyword that is not understood is reported as well.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_UNITTESTS_REPORT_SCHEMACHECK_H
#define WARPLINT_UNITTESTS_REPORT_SCHEMACHECK_H

#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace warplint::test {

/// What is wrong, each with the path to it: "files[0].accesses[2].line: ...".
std::vector<std::string> schemaMismatches(const llvm::json::Value &Document,
                                          const llvm::json::Object &Schema);

} // namespace warplint::test

#endif // WARPLINT_UNITTESTS_REPORT_SCHEMACHECK_H
