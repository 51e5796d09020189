//===- JsonAt.h - A value deep in another -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_PROTOCOL_JSONAT_H
#define WARPLINT_LIB_SERVER_PROTOCOL_JSONAT_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// The member "a.b.c" of \p Value; null where there is none.
inline const llvm::json::Value *at(const llvm::json::Value &Value,
                                   llvm::StringRef Path) {
  const llvm::json::Value *Here = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '.')) {
    const llvm::json::Object *Object = Here->getAsObject();
    Here = Object ? Object->get(Name) : nullptr;
    if (!Here)
      return nullptr;
  }
  return Here;
}

inline bool isTrue(const llvm::json::Value &Value, llvm::StringRef Path) {
  const llvm::json::Value *Found = at(Value, Path);
  return Found && Found->getAsBoolean().value_or(false);
}

inline llvm::StringRef textAt(const llvm::json::Value &Value,
                              llvm::StringRef Path) {
  const llvm::json::Value *Found = at(Value, Path);
  return Found ? Found->getAsString().value_or("") : "";
}

/// Whether the array at \p Path holds \p Text.
inline bool holds(const llvm::json::Value &Value, llvm::StringRef Path,
                  llvm::StringRef Text) {
  const llvm::json::Value *Found = at(Value, Path);
  const llvm::json::Array *Items = Found ? Found->getAsArray() : nullptr;
  return Items && llvm::any_of(*Items, [&](const llvm::json::Value &Item) {
           return Item.getAsString() == Text;
         });
}

/// The files that the members "uri" of \p Items name.
inline std::vector<std::string> pathsOf(const llvm::json::Array &Items) {
  std::vector<std::string> Result;
  for (const llvm::json::Value &Item : Items)
    if (auto Uri = llvm::lsp::URIForFile::fromURI(textAt(Item, "uri")))
      Result.push_back(Uri->file().str());
    else
      llvm::consumeError(Uri.takeError());
  return Result;
}

/// \p Value as one of LLVM's structs of the protocol; nothing where it is none.
template <typename T> std::optional<T> readAs(const llvm::json::Value &Value) {
  T Result{};
  llvm::json::Path::Root Root;
  return fromJSON(Value, Result, Root) ? std::optional(std::move(Result))
                                       : std::nullopt;
}

/// The same of the member at \p Path.
template <typename T>
std::optional<T> readAs(const llvm::json::Value &Value, llvm::StringRef Path) {
  const llvm::json::Value *Found = at(Value, Path);
  return Found ? readAs<T>(*Found) : std::nullopt;
}

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_PROTOCOL_JSONAT_H
