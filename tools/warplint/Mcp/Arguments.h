//===- Arguments.h - Arguments of a tool's call -----------------*- C++ -*-===//
//
// One table of a tool's arguments is its schema, which the client is told, and
// what a call is held against.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MCP_ARGUMENTS_H
#define WARPLINT_TOOLS_MCP_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct ArgumentSpec {
  enum Kind : uint8_t {
    Text,
    Flag,
    Number, ///< A whole one, at least 1.
    Texts,  ///< A list of them, or one alone.
  };
  llvm::StringLiteral Name;
  Kind Is;
  bool IsRequired;
  llvm::StringLiteral Sentence;
};

/// A JSON schema of \p Known together.
llvm::json::Object schemaOf(llvm::ArrayRef<ArgumentSpec> Known);

class Arguments {
public:
  /// An error names the argument: \p Known has no such one, or it has another
  /// kind of value, or it is missing.
  static llvm::Expected<Arguments> read(const llvm::json::Value *Given,
                                        llvm::ArrayRef<ArgumentSpec> Known);

  bool has(llvm::StringRef Name) const { return Given.get(Name); }
  /// Nothing where it was not given.
  std::optional<std::string> text(llvm::StringRef Name) const;
  std::optional<uint64_t> number(llvm::StringRef Name) const;
  bool flag(llvm::StringRef Name) const;
  std::vector<std::string> texts(llvm::StringRef Name) const;

private:
  llvm::json::Object Given;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_MCP_ARGUMENTS_H
