//===- LspCommand.cpp - warplint lsp --------------------------------------===//

#include "CommandLine.h"
#include "ServerLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// The folder with the pages of the checks: beside an installed program, or in
/// the repository that it was built in.
static std::string pagesBeside(StringRef Program) {
  SmallString<256> Folder(sys::path::parent_path(Program));
  for (unsigned Up = 0; Up != 4 && !Folder.empty(); ++Up) {
    for (StringRef Below : {"share/doc/warplint/docs/checks", "docs/checks"}) {
      SmallString<256> Pages(Folder);
      sys::path::append(Pages, Below);
      if (sys::fs::exists(Pages + "/warplint-bank-conflict.md"))
        return Pages.str().str();
    }
    sys::path::remove_filename(Folder);
  }
  return "";
}

int runLspCommand(ArrayRef<const char *> Arguments) {
  std::optional<ServerOptions> Options =
      readServerLine("lsp", "editor", Arguments);
  if (!Options || !canServe(*Options))
    return Failed;
  Options->Pages = pagesBeside(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&runLspCommand)));
  // A client that is gone is an error of the write.
  std::signal(SIGPIPE, SIG_IGN);
  return serve(*Options, STDIN_FILENO, outs());
}

} // namespace warplint
