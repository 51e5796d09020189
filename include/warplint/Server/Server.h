//===- Server.h - warplint as a language server -----------------*- C++ -*-===//
//
// Serves one editor, as the language server protocol (3.17) has it: findings as
// diagnostics, remedies as code actions, figures as hovers, lenses and inlay
// hints. docs/editors.md tells users what there is.
//
// The server is one thread that waits for the client and for the processes that
// analyse (lib/Server/Work/Analyst.h). It writes nothing: edits go to the client.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SERVER_SERVER_H
#define WARPLINT_SERVER_SERVER_H

#include "warplint/Session/SessionOptions.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct ServerOptions {
  /// What holds for all files, as for a run of the program.
  SessionOptions Session;
  /// The value of -p: a build folder, a database, or empty.
  std::string BuildPath;
  /// What followed "--".
  std::optional<std::vector<std::string>> FixedFlags;
  std::string Version; ///< Told to the client.
  /// The folder of the checks' pages, which diagnostics lead to; or empty.
  std::string Pages;
};

/// Serves the client that writes to \p In and reads \p Out until it says "exit"
/// or is gone. The exit code of the protocol: 0 after "shutdown", else 1. The
/// process has to have one thread.
int serve(const ServerOptions &Options, int In, llvm::raw_fd_ostream &Out);

} // namespace warplint

#endif // WARPLINT_SERVER_SERVER_H
