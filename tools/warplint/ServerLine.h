//===- ServerLine.h - The command lines of servers --------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_SERVERLINE_H
#define WARPLINT_TOOLS_SERVERLINE_H

#include "warplint/Server/Server.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// The first option of the command line that is for a run over files, which is
/// over once they are read, but for those of \p Allowed; empty: there is none.
llvm::StringRef optionOfRuns(llvm::ArrayRef<llvm::StringRef> Allowed = {});

/// Reads `warplint NAME [options]`, whose \p Client ("editor") names the files
/// later. Nothing on an error, which has been said.
std::optional<ServerOptions>
readServerLine(llvm::StringRef Name, llvm::StringRef Client,
               llvm::ArrayRef<const char *> Arguments);

/// What is wrong with the build or the settings is said before a client is kept
/// waiting. False on an error.
bool canServe(const ServerOptions &Options);

} // namespace warplint

#endif // WARPLINT_TOOLS_SERVERLINE_H
