//===- Answer.cpp - What a tool answers, within a limit -------------------===//

#include "Answer.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace warplint {

/// For the lines behind the list, and members beside it.
static constexpr size_t Reserve = 2000;

static size_t sizeOf(const json::Value &Value) {
  return formatv("{0}", Value).str().size();
}

/// The first lines of \p Text, as many as \p Bytes have room for, and what was
/// cut.
static std::string cutText(StringRef Text, size_t Bytes) {
  if (Text.size() <= Bytes)
    return Text.str();
  StringRef Kept = Text.take_front(Bytes);
  if (size_t End = Kept.rfind('\n'); End != StringRef::npos)
    Kept = Kept.take_front(End);
  return (Kept + "\n(cut: " + grouped(Text.size() - Kept.size()) +
          " more bytes)")
      .str();
}

void Answer::say(const Twine &Line) {
  Text += Line.str();
  if (!StringRef(Text).ends_with("\n"))
    Text += '\n';
}

Error Answer::list(size_t Count, function_ref<Item(size_t)> Make) {
  if (From > std::max<size_t>(Count, 1))
    return createStringError("'from': the list ends with " + grouped(Count));
  const size_t Most = limit() - Reserve;
  const size_t Before = sizeOf(json::Object(Structure));
  size_t TextRoom = Most - std::min(Most, Text.size()),
         JsonRoom = Most - std::min(Most, Before);
  size_t Next = From - 1;
  for (; Next < Count; ++Next) {
    Item New = Make(Next);
    size_t Bytes = sizeOf(New.Json) + 1;
    bool Fits = New.Text.size() < TextRoom && Bytes <= JsonRoom;
    bool IsFirst = Next == From - 1;
    if (!Fits && !IsFirst)
      break;
    if (New.Text.size() >= TextRoom)
      New.Text = cutText(New.Text, TextRoom);
    if (Bytes > JsonRoom) {
      New.Json = json::Object{{"leftOutBytes", int64_t(Bytes)}};
      Bytes = 0;
    }
    say(New.Text);
    json::Value &List =
        Structure.try_emplace(New.Key, json::Array()).first->second;
    List.getAsArray()->push_back(std::move(New.Json));
    if (!Fits) {
      ++Next;
      break;
    }
    TextRoom -= New.Text.size() + 1;
    JsonRoom -= Bytes;
  }
  set("page",
      json::Object{
          {"from", int64_t(From)},
          {"total", int64_t(Count)},
          {"next", Next < Count ? json::Value(int64_t(Next + 1)) : nullptr}});
  if (Next < Count)
    say("Shown: " + grouped(From) + " to " + grouped(Next) + " of " +
        grouped(Count) + "; \"from\": " + Twine(Next + 1) + " shows the next.");
  return Error::success();
}

json::Object Answer::result() && {
  std::string All = cutText(StringRef(Text).rtrim('\n'), limit());
  return json::Object{
      {"content", json::Array{json::Object{{"type", "text"},
                                           {"text", json::fixUTF8(All)}}}},
      {"structuredContent", std::move(Structure)},
      {"isError", false}};
}

json::Object Answer::failure(StringRef Why) {
  return json::Object{
      {"content",
       json::Array{json::Object{
           {"type", "text"},
           {"text", json::fixUTF8("error: " + cutText(Why, Small))}}}},
      {"isError", true}};
}

} // namespace warplint
