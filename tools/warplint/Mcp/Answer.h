//===- Answer.h - What a tool answers, within a limit -----------*- C++ -*-===//
//
// An answer is read by a model, which pays for each word. It has lines that say
// what holds of all, and a list of items, of which as many are told as there is
// room for; the answer says which, and how to get the rest. The text and the
// structured content are bounded each by itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MCP_ANSWER_H
#define WARPLINT_TOOLS_MCP_ANSWER_H

#include "Arguments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace warplint {

class Answer {
public:
  /// Bytes of the text, and of the structured content; docs/agents.md tells
  /// them.
  static constexpr size_t Small = 12000, Large = 48000;

  struct Item {
    llvm::StringRef Key; ///< The list of the structured content it is in.
    std::string Text;    ///< Of one line or more, without the last line's end.
    llvm::json::Value Json;
  };

  /// \p Given may have "detail" and "from".
  explicit Answer(const Arguments &Given)
      : Detail(Given.flag("detail")), From(Given.number("from").value_or(1)) {}

  bool hasDetail() const { return Detail; }

  /// One line, or several.
  void say(const llvm::Twine &Line);
  void set(llvm::StringRef Key, llvm::json::Value Value) {
    Structure[Key] = std::move(Value);
  }

  /// So many items, which \p Make makes by their number, from 0. Fails where
  /// "from" is behind the last.
  llvm::Error list(size_t Count, llvm::function_ref<Item(size_t)> Make);

  /// The result of the call.
  llvm::json::Object result() &&;

  /// That of a call that failed: the model is told, and may try again.
  static llvm::json::Object failure(llvm::StringRef Why);

private:
  size_t limit() const { return Detail ? Large : Small; }

  bool Detail;
  size_t From;
  std::string Text;
  llvm::json::Object Structure;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_MCP_ANSWER_H
