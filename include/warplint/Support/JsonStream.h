//===- JsonStream.h - JSON documents, member by member ----------*- C++ -*-===//
//
// llvm::json::OStream, whose members and items may also be text of any bytes
// (what is no UTF-8 becomes U+FFFD), values that may be absent (null), types
// that say what their members are, and lists of all these.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_JSONSTREAM_H
#define WARPLINT_SUPPORT_JSONSTREAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <concepts>
#include <optional>

namespace warplint {

class JsonStream;

/// An object: a function beside T adds its members. All of the program has one
/// for a T, or the linker takes either.
template <typename T>
concept HasJsonMembers =
    requires(JsonStream &J, const T &Value) { addMembers(J, Value); };

/// An enumerator: a function beside T has its name.
template <typename T>
concept HasJsonName = requires(const T &Value) { jsonName(Value); };

class JsonStream : public llvm::json::OStream {
public:
  using OStream::OStream;

  template <typename T> void add(llvm::StringRef Key, const T &Value) {
    attributeBegin(Key);
    put(Value);
    attributeEnd();
  }

  template <typename T> void put(const T &Value) {
    if constexpr (HasJsonMembers<T>)
      object([&] { addMembers(*this, Value); });
    else if constexpr (HasJsonName<T>)
      value(jsonName(Value));
    else if constexpr (std::convertible_to<const T &, llvm::StringRef>)
      value(llvm::json::fixUTF8(Value));
    else if constexpr (std::is_arithmetic_v<T>)
      value(Value);
    else if constexpr (requires { Value.has_value(); })
      Value ? put(*Value) : value(nullptr);
    else
      array([&] {
        for (const auto &Item : Value)
          put(Item);
      });
  }
};

/// Null where \p Text is empty.
inline std::optional<llvm::StringRef> orNull(llvm::StringRef Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

/// Null unless \p Is.
template <typename T> std::optional<T> onlyIf(bool Is, T Value) {
  return Is ? std::optional(Value) : std::nullopt;
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_JSONSTREAM_H
