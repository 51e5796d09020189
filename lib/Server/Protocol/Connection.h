//===- Connection.h - Messages of one client --------------------*- C++ -*-===//
//
// JSON-RPC as the language server protocol has it, on a file descriptor and a
// stream. Messages are handed out one by one, in their order; reading never
// waits, so that one thread can attend to the client and to all else.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_PROTOCOL_CONNECTION_H
#define WARPLINT_LIB_SERVER_PROTOCOL_CONNECTION_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"
#include <optional>
#include <string>

namespace warplint {

class Connection {
public:
  Connection(int In, llvm::raw_fd_ostream &Out)
      : In(In), Out(Out),
        Transport(std::unique_ptr<llvm::lsp::JSONTransportInput>(), Out) {}

  int input() const { return In; }

  /// Takes in what has come, once the input is ready. False at its end.
  bool receive();

  /// The next message that is there as a whole: an object. What is none is
  /// answered with an error, and left out.
  std::optional<llvm::json::Object> next();

  /// Where messages begin can't be told any more, or nobody reads the answers.
  bool isBroken() const { return Broken || Out.has_error(); }

  void notify(llvm::StringRef Method, llvm::json::Value Params) {
    Transport.notify(Method, std::move(Params));
  }
  /// The id of the request.
  int64_t ask(llvm::StringRef Method, llvm::json::Value Params) {
    Transport.call(Method, std::move(Params), ++Asked);
    return Asked;
  }
  void reply(const llvm::json::Value &Id, llvm::json::Value Result) {
    Transport.reply(Id, std::move(Result));
  }
  void fail(const llvm::json::Value &Id, llvm::lsp::ErrorCode Code,
            const llvm::Twine &Why) {
    Transport.reply(Id, llvm::make_error<llvm::lsp::LSPError>(Why.str(), Code));
  }

private:
  std::optional<std::string> nextText();

  int In;
  llvm::raw_fd_ostream &Out;
  llvm::lsp::JSONTransport Transport;
  std::string Received;
  size_t Used = 0; ///< Bytes of Received that were handed out.
  bool Broken = false;
  int64_t Asked = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_PROTOCOL_CONNECTION_H
