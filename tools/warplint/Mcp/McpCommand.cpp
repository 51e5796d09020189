//===- McpCommand.cpp - warplint mcp --------------------------------------===//

#include "CommandLine.h"
#include "Dialogue.h"
#include "ServerLine.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;

namespace warplint {

int runMcpCommand(ArrayRef<const char *> Arguments) {
  std::optional<ServerOptions> Options =
      readServerLine("mcp", "client", Arguments);
  if (!Options)
    return Failed;
  // Everything is named from the root, the other options' files as well.
  std::string &Root = Options->Session.Root;
  if (!Root.empty()) {
    if (std::error_code Problem = sys::fs::set_current_path(Root)) {
      error() << "--root=" << Root << ": " << Problem.message() << '\n';
      return Failed;
    }
    Root = ".";
  }
  if (!canServe(*Options))
    return Failed;
  // A client that is gone is an error of the write.
  std::signal(SIGPIPE, SIG_IGN);
  return serveTools(*Options, STDIN_FILENO, outs()) ? Nothing : Failed;
}

} // namespace warplint
