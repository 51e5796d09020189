//===- Connection.cpp - Messages of one client ----------------------------===//

#include "Connection.h"
#include "warplint/Support/ForeignJson.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// Larger messages are no messages: a file of this size is not read, either.
static constexpr uint64_t MaximumBytes = uint64_t(512) << 20;
static constexpr size_t LongestHeader = 4096;

bool Connection::receive() {
  char Piece[1 << 16];
  ssize_t Got = read(In, Piece, sizeof Piece);
  if (Got < 0)
    return errno == EINTR || errno == EAGAIN;
  if (Used == Received.size()) {
    Received.clear();
    Used = 0;
  }
  Received.append(Piece, Got);
  return Got > 0;
}

/// What a header says of the length; nothing where it says nothing.
static std::optional<uint64_t> lengthIn(StringRef Header) {
  std::optional<uint64_t> Length;
  SmallVector<StringRef> Lines;
  Header.split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [Name, Value] = Line.split(':');
    uint64_t Bytes = 0;
    if (Name.trim().equals_insensitive("content-length") &&
        !Value.trim().getAsInteger(10, Bytes))
      Length = Bytes;
  }
  return Length;
}

std::optional<std::string> Connection::nextText() {
  StringRef Rest = StringRef(Received).drop_front(Used);
  StringRef Headers = Rest.take_front(LongestHeader);
  size_t End = Headers.find("\r\n\r\n"), Gap = 4;
  if (size_t Bare = Headers.find("\n\n"); Bare < End) {
    End = Bare;
    Gap = 2;
  }
  if (End == StringRef::npos) {
    Broken |= Rest.size() >= LongestHeader;
    return std::nullopt;
  }
  std::optional<uint64_t> Length = lengthIn(Rest.take_front(End));
  if (!Length || *Length > MaximumBytes) {
    fail(nullptr, lsp::ErrorCode::ParseError,
         Length ? "the message is too long"
                : "a header without Content-Length");
    Broken = true;
    return std::nullopt;
  }
  if (Rest.size() - End - Gap < *Length)
    return std::nullopt;
  std::string Text = Rest.substr(End + Gap, *Length).str();
  Used += End + Gap + *Length;
  return Text;
}

std::optional<json::Object> Connection::next() {
  while (std::optional<std::string> Text = Broken ? std::nullopt : nextText()) {
    Expected<json::Value> Parsed = parseForeignJson(*Text);
    if (!Parsed) {
      fail(nullptr, lsp::ErrorCode::ParseError, toString(Parsed.takeError()));
      continue;
    }
    if (json::Object *Message = Parsed->getAsObject())
      return std::move(*Message);
    fail(nullptr, lsp::ErrorCode::InvalidRequest, "a message is an object");
  }
  return std::nullopt;
}

} // namespace warplint
