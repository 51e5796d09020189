//===- Archive.h - Values kept as bytes -------------------------*- C++ -*-===//
//
// Plain data as bytes and back, for a process that hands its report to another
// and for what is kept between runs. Every member of every struct is in it:
// which ones there are is asked of the compiler, so that none is forgotten when
// one is added. The bytes mean something to the same build of the program alone
// and carry no checksum: who keeps them on a disk adds both.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_ARCHIVE_H
#define WARPLINT_SUPPORT_ARCHIVE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

// "auto &[...Members]" binds all members of a struct: of C++26, and Clang has
// it in all modes.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace warplint {

template <typename T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

inline void writeNumber(std::string &Bytes, uint64_t Number) {
  Bytes.append(reinterpret_cast<const char *>(&Number), sizeof Number);
}

inline void writeText(std::string &Bytes, llvm::StringRef Text) {
  writeNumber(Bytes, Text.size());
  Bytes += Text;
}

/// Appends \p Value to \p Bytes.
template <typename T> void writeValue(std::string &Bytes, const T &Value) {
  if constexpr (Scalar<T>) {
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof Value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    writeText(Bytes, Value);
  } else if constexpr (requires { Value.has_value(); }) {
    writeValue(Bytes, Value.has_value());
    if (Value)
      writeValue(Bytes, *Value);
  } else if constexpr (requires { Value.begin(); }) {
    writeNumber(Bytes, Value.size());
    for (const auto &Item : Value)
      writeValue(Bytes, Item);
  } else {
    auto &[... Members] = Value;
    (writeValue(Bytes, Members), ...);
  }
}

inline std::optional<llvm::StringRef> readText(llvm::StringRef &Bytes);

/// Reads \p Value off the front of \p Bytes. False if they do not hold one; then
/// the contents of both are unspecified.
template <typename T> bool readValue(llvm::StringRef &Bytes, T &Value) {
  auto ReadItem = [&](auto &Item) { return readValue(Bytes, Item); };
  if constexpr (Scalar<T>) {
    if (Bytes.size() < sizeof(T))
      return false;
    if constexpr (std::is_same_v<T, bool>)
      Value = Bytes.front() != 0;
    else
      std::memcpy(&Value, Bytes.data(), sizeof(T));
    Bytes = Bytes.drop_front(sizeof(T));
    return true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    std::optional<llvm::StringRef> Text = readText(Bytes);
    Value = Text.value_or("").str();
    return Text.has_value();
  } else if constexpr (requires { Value.has_value(); }) {
    bool HasValue = false;
    Value.reset();
    return ReadItem(HasValue) && (!HasValue || ReadItem(Value.emplace()));
  } else if constexpr (requires { Value.begin(); }) {
    uint64_t Count = 0;
    // Every item has at least one byte.
    if (!ReadItem(Count) || Count > Bytes.size())
      return false;
    if constexpr (requires { Value.emplace_back(); }) {
      Value.clear();
      while (Value.size() != Count)
        if (!ReadItem(Value.emplace_back()))
          return false;
      return true;
    } else {
      return Count == Value.size() && llvm::all_of(Value, ReadItem);
    }
  } else {
    auto &[... Members] = Value;
    return (ReadItem(Members) && ...);
  }
}

/// Calls \p Use with each part of \p Value: what it has, its items, its members.
template <typename T, typename User> void forEachPart(T &Value, User Use) {
  if constexpr (requires { Value.has_value(); }) {
    if (Value)
      Use(*Value);
  } else if constexpr (requires { Value.begin(); }) {
    for (auto &Item : Value)
      Use(Item);
  } else if constexpr (!Scalar<T>) {
    auto &[... Members] = Value;
    (Use(Members), ...);
  }
}

/// Calls \p Use with each member of \p A and the same one of \p B.
template <typename T, typename User> void forEachMember(T &A, T &B, User Use) {
  auto &[... OfA] = A;
  auto &[... OfB] = B;
  (Use(OfA, OfB), ...);
}

template <typename T> std::optional<T> readValue(llvm::StringRef &Bytes) {
  std::optional<T> Value(std::in_place);
  return readValue(Bytes, *Value) ? std::move(Value) : std::nullopt;
}

inline std::optional<uint64_t> readNumber(llvm::StringRef &Bytes) {
  return readValue<uint64_t>(Bytes);
}

/// The text lies in \p Bytes.
inline std::optional<llvm::StringRef> readText(llvm::StringRef &Bytes) {
  std::optional<uint64_t> Size = readNumber(Bytes);
  if (!Size || *Size > Bytes.size())
    return std::nullopt;
  llvm::StringRef Text = Bytes.take_front(*Size);
  Bytes = Bytes.drop_front(*Size);
  return Text;
}

} // namespace warplint

#pragma clang diagnostic pop

#endif // WARPLINT_SUPPORT_ARCHIVE_H
