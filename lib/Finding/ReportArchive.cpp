//===- ReportArchive.cpp - Reports kept as bytes --------------------------===//

#include "warplint/Finding/ReportArchive.h"
#include <array>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace llvm;

// "auto &[...Members]" binds all members of a struct: of C++26, and Clang has
// it in all modes.
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace warplint {
namespace {

template <typename T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
public:
  explicit Writer(std::string &Bytes) : Bytes(Bytes) {}

  template <Scalar T> void operator()(const T &Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(T));
  }
  void operator()(const std::string &Text) {
    (*this)(uint64_t(Text.size()));
    Bytes += Text;
  }
  template <typename T> void operator()(const std::vector<T> &Items) {
    (*this)(uint64_t(Items.size()));
    for (const T &Item : Items)
      (*this)(Item);
  }
  template <typename T> void operator()(const std::optional<T> &Value) {
    (*this)(Value.has_value());
    if (Value)
      (*this)(*Value);
  }
  template <typename T, size_t N> void operator()(const std::array<T, N> &All) {
    for (const T &Item : All)
      (*this)(Item);
  }
  template <typename T>
    requires std::is_class_v<T>
  void operator()(const T &Value) {
    auto &[... Members] = Value;
    ((*this)(Members), ...);
  }

private:
  std::string &Bytes;
};

/// After the first thing that can't be, everything is left as it is.
class Reader {
public:
  explicit Reader(StringRef Bytes) : Rest(Bytes) {}

  template <Scalar T> void operator()(T &Value) {
    if (!IsGood || Rest.size() < sizeof(T)) {
      IsGood = false;
    } else if constexpr (std::is_same_v<T, bool>) {
      Value = Rest.front() != 0;
      Rest = Rest.drop_front();
    } else {
      std::memcpy(&Value, Rest.data(), sizeof(T));
      Rest = Rest.drop_front(sizeof(T));
    }
  }
  void operator()(std::string &Text) {
    size_t Size = length();
    Text = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
  }
  template <typename T> void operator()(std::vector<T> &Items) {
    Items.clear();
    // Every item has at least one byte.
    for (size_t Left = length(); Left != 0 && IsGood; --Left)
      (*this)(Items.emplace_back());
  }
  template <typename T> void operator()(std::optional<T> &Value) {
    bool HasValue = false;
    (*this)(HasValue);
    Value.reset();
    if (HasValue && IsGood)
      (*this)(Value.emplace());
  }
  template <typename T, size_t N> void operator()(std::array<T, N> &All) {
    for (T &Item : All)
      (*this)(Item);
  }
  template <typename T>
    requires std::is_class_v<T>
  void operator()(T &Value) {
    auto &[... Members] = Value;
    ((*this)(Members), ...);
  }

  bool IsGood = true;
  StringRef Rest;

private:
  size_t length() {
    uint64_t Length = 0;
    (*this)(Length);
    IsGood &= Length <= Rest.size();
    return IsGood ? Length : 0;
  }
};

template <typename T> std::optional<T> readOne(StringRef &Bytes) {
  Reader R(Bytes);
  T Value{};
  R(Value);
  if (!R.IsGood)
    return std::nullopt;
  Bytes = R.Rest;
  return Value;
}

} // namespace

void writeReport(std::string &Bytes, const FileReport &Report) {
  Writer Write(Bytes);
  Write(Report);
}

std::optional<FileReport> readReport(StringRef &Bytes) {
  return readOne<FileReport>(Bytes);
}

void writeAnswer(std::string &Bytes, const AccessVerdict &Verdict) {
  Writer Write(Bytes);
  Write(Verdict);
}

void writeAnswer(std::string &Bytes, const std::optional<WarpTotals> &Totals) {
  Writer Write(Bytes);
  Write(Totals);
}

template <typename T> static bool readAll(StringRef Bytes, T &Answer) {
  Reader R(Bytes);
  R(Answer);
  return R.IsGood && R.Rest.empty();
}

bool readAnswer(StringRef Bytes, AccessVerdict &Verdict) {
  return readAll(Bytes, Verdict);
}

bool readAnswer(StringRef Bytes, std::optional<WarpTotals> &Totals) {
  return readAll(Bytes, Totals);
}

void writeText(std::string &Bytes, StringRef Text) {
  writeNumber(Bytes, Text.size());
  Bytes += Text;
}

std::optional<StringRef> readText(StringRef &Bytes) {
  std::optional<uint64_t> Size = readNumber(Bytes);
  if (!Size || *Size > Bytes.size())
    return std::nullopt;
  StringRef Text = Bytes.take_front(*Size);
  Bytes = Bytes.drop_front(*Size);
  return Text;
}

void writeNumber(std::string &Bytes, uint64_t Number) {
  Writer Write(Bytes);
  Write(Number);
}

std::optional<uint64_t> readNumber(StringRef &Bytes) {
  return readOne<uint64_t>(Bytes);
}

} // namespace warplint
