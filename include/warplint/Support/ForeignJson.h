//===- ForeignJson.h - JSON that somebody else wrote ------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_FOREIGNJSON_H
#define WARPLINT_SUPPORT_FOREIGNJSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace warplint {

/// Where \p Text, line and column first, nests too deeply for what parses it by
/// calling itself for each value within a value, or is not written as JSON is: what
/// a string holds, and where commas stand, is not looked at.
llvm::Error checkNesting(llvm::StringRef Text);

/// json::parse, which calls itself for each value within a value: deep nesting
/// is an error here, and no overflow of the stack.
llvm::Expected<llvm::json::Value> parseForeignJson(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SUPPORT_FOREIGNJSON_H
