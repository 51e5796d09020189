//===- DatabaseParser.h - The text of compile_commands.json -----*- C++ -*-===//
//
// An array of objects with "directory", "file", and "arguments" or "command";
// members that nobody asked for are passed over. Read as YAML, of which JSON is
// a part: as Clang's own reader does, which takes what people have in their
// trees (text that is no UTF-8, a comma at the end).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_DATABASEPARSER_H
#define WARPLINT_LIB_FRONTEND_COMMAND_DATABASEPARSER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

struct DatabaseEntry {
  std::string Directory, File;
  std::vector<std::string> Arguments;
};

/// What is wrong with \p Text is an error at its line and column: "3:7: ...".
llvm::Expected<std::vector<DatabaseEntry>> parseDatabase(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_DATABASEPARSER_H
