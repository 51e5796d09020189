//===- Dialogue.h - The messages of the Model Context Protocol --*- C++ -*-===//
//
// JSON-RPC 2.0, one message a line. A message is answered before the next one is
// read. What can't be understood is answered with an error, and the dialogue
// goes on.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MCP_DIALOGUE_H
#define WARPLINT_TOOLS_MCP_DIALOGUE_H

#include "Tools.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// Serves the client that writes to \p In and reads \p Out until it is gone.
/// False where its end was an error of a write.
bool serveTools(const ServerOptions &Options, int In,
                llvm::raw_fd_ostream &Out);

} // namespace warplint

#endif // WARPLINT_TOOLS_MCP_DIALOGUE_H
