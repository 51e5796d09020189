//===- Dialogue.cpp - The messages of the Model Context Protocol ----------===//

#include "Dialogue.h"
#include "Answer.h"
#include "warplint/Support/ForeignJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LSP/Protocol.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;
using lsp::ErrorCode;

namespace warplint {

/// Versions of the protocol, the newest first: what a server with tools alone
/// says is the same in all.
static constexpr StringLiteral Versions[] = {"2025-11-25", "2025-06-18",
                                             "2025-03-26", "2024-11-05"};

/// A line that is longer is no message.
static constexpr size_t LongestMessage = size_t(64) << 20;

static constexpr StringLiteral Instructions =
    "warplint computes the cost of shared and global memory accesses in CUDA "
    "C++, "
    "without a GPU. Results are proven for every warp and every input unless "
    "the answer says otherwise; unproven accesses are counted separately, and "
    "\"incomplete\" names the parts of a file that were not read. Start with "
    "lint; explain shows why a line has its cost, cost whether the kernel "
    "waits for it, fix shows a proven edit (\"apply\": true writes it), solve "
    "finds layouts for code that is not written yet. Answers are short; pass "
    "\"detail\": true for more.";

namespace {

class Dialogue {
public:
  Dialogue(const ServerOptions &Options, int In, raw_fd_ostream &Out)
      : Options(Options), In(In), Out(Out) {}

  bool run() {
    while (std::optional<std::string> Line = nextLine()) {
      if (!StringRef(*Line).trim().empty())
        take(*Line);
      if (Out.has_error()) {
        Out.clear_error();
        return false;
      }
    }
    return true;
  }

private:
  /// Nothing at the end of the input: what has no line's end is no message.
  std::optional<std::string> nextLine() {
    bool IsTooLong = false;
    for (size_t Searched = 0;;) {
      size_t End = Received.find('\n', Searched);
      if (End != std::string::npos) {
        std::string Line = Received.substr(0, End);
        Received.erase(0, End + 1);
        if (!IsTooLong)
          return Line;
        fail(nullptr, ErrorCode::InvalidRequest, "the message is too long");
        IsTooLong = false;
        Searched = 0;
        continue;
      }
      if (Received.size() > LongestMessage) {
        IsTooLong = true;
        Received.clear();
      }
      Searched = Received.size();
      char Piece[1 << 16];
      ssize_t Got = read(In, Piece, sizeof Piece);
      if (Got < 0 && errno == EINTR)
        continue;
      if (Got <= 0)
        return std::nullopt;
      Received.append(Piece, Got);
    }
  }

  void send(json::Object Message) {
    Message["jsonrpc"] = "2.0";
    Out << json::Value(std::move(Message)) << '\n';
    Out.flush();
  }
  void fail(json::Value Id, ErrorCode Code, const Twine &Why) {
    send(json::Object{
        {"id", std::move(Id)},
        {"error", json::Object{{"code", int(Code)},
                               {"message", json::fixUTF8(Why.str())}}}});
  }
  void reply(json::Value Id, json::Object Result) {
    send(json::Object{{"id", std::move(Id)}, {"result", std::move(Result)}});
  }

  void take(StringRef Line) {
    Expected<json::Value> Parsed = parseForeignJson(Line);
    if (!Parsed)
      return fail(nullptr, ErrorCode::ParseError, toString(Parsed.takeError()));
    const json::Object *Message = Parsed->getAsObject();
    if (!Message)
      return fail(nullptr, ErrorCode::InvalidRequest, "a message is an object");
    const json::Value *Id = Message->get("id");
    bool HasId = Id && (Id->getAsString() || Id->kind() == json::Value::Number);
    json::Value Named = HasId ? json::Value(*Id) : nullptr;
    std::optional<StringRef> Method = Message->getString("method");
    // An answer: nothing was asked.
    if (!Method && (Message->get("result") || Message->get("error")))
      return;
    if (Message->getString("jsonrpc") != "2.0" || !Method || (Id && !HasId))
      return fail(std::move(Named), ErrorCode::InvalidRequest,
                  "expected a message of JSON-RPC 2.0 with a method");
    if (!Id)
      return; // Of notifications there is none that changes anything.
    const json::Value *Parameters = Message->get("params");
    if (*Method == "initialize")
      reply(std::move(Named), initialize(Parameters));
    else if (*Method == "ping")
      reply(std::move(Named), json::Object());
    else if (*Method == "tools/list")
      reply(std::move(Named), listOfTools());
    else if (*Method == "tools/call")
      call(std::move(Named), Parameters);
    else
      fail(std::move(Named), ErrorCode::MethodNotFound,
           "no method '" + *Method + "'");
  }

  json::Object initialize(const json::Value *Parameters) {
    const json::Object *Given =
        Parameters ? Parameters->getAsObject() : nullptr;
    StringRef Asked =
        Given ? Given->getString("protocolVersion").value_or("") : "";
    const auto *Known = find(Versions, Asked);
    return json::Object{
        {"protocolVersion", Known == std::end(Versions) ? Versions[0] : *Known},
        {"capabilities", json::Object{{"tools", json::Object()}}},
        {"serverInfo",
         json::Object{{"name", "warplint"}, {"version", Options.Version}}},
        {"instructions", Instructions}};
  }

  static json::Object listOfTools() {
    json::Array Listed;
    for (const Tool &T : allTools())
      Listed.push_back(json::Object{
          {"name", T.Name},
          {"title", T.Title},
          {"description", T.Sentence},
          {"inputSchema", schemaOf(T.Known)},
          {"annotations", json::Object{{"readOnlyHint", !T.Writes},
                                       {"destructiveHint", T.Writes},
                                       {"idempotentHint", true},
                                       {"openWorldHint", false}}}});
    return json::Object{{"tools", std::move(Listed)}};
  }

  void call(json::Value Id, const json::Value *Parameters) {
    const json::Object *Given =
        Parameters ? Parameters->getAsObject() : nullptr;
    std::optional<StringRef> Name =
        Given ? Given->getString("name") : std::nullopt;
    if (!Name)
      return fail(std::move(Id), ErrorCode::InvalidParams, "'name' is missing");
    const auto *Called =
        find_if(allTools(), [&](const Tool &T) { return T.Name == *Name; });
    if (Called == allTools().end())
      return fail(std::move(Id), ErrorCode::InvalidParams,
                  "'name': no tool '" + *Name + "'");
    reply(std::move(Id), resultOf(*Called, Given->get("arguments")));
  }

  json::Object resultOf(const Tool &Called, const json::Value *Given) {
    Expected<Arguments> Read = Arguments::read(Given, Called.Known);
    if (!Read)
      return Answer::failure(toString(Read.takeError()));
    Answer Made(*Read);
    if (Error E = Called.Call(Options, *Read, Made))
      return Answer::failure(toString(std::move(E)));
    return std::move(Made).result();
  }

  const ServerOptions &Options;
  int In;
  raw_fd_ostream &Out;
  std::string Received;
};

} // namespace

bool serveTools(const ServerOptions &Options, int In, raw_fd_ostream &Out) {
  return Dialogue(Options, In, Out).run();
}

} // namespace warplint
