//===- FileWork.h - The analysis of a file that a call names ----*- C++ -*-===//
//
// Files are named from the root, the current folder. What lies outside of it is
// no file of the client's: it is not linted, not written, and not quoted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MCP_FILEWORK_H
#define WARPLINT_TOOLS_MCP_FILEWORK_H

#include "Answer.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Server/Server.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

struct FileQuestion {
  enum Purpose : uint8_t { Findings, Explanations, Costs, Fixes };
  std::string File; ///< From the root.
  std::optional<std::string> Text;
  Config More; ///< Said by this call.
  Purpose For = Findings;

  /// As \p Given has it. An error names the argument.
  static llvm::Expected<FileQuestion> of(const Arguments &Given, Purpose For);
};

struct FileAnswer {
  FileReport Report;
  /// What is to be told besides, a line each.
  std::vector<std::string> Notes;
  /// The files of the root alone, with the text of the question.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
};

/// Lints the file by another process: a crash is an error of the one call.
llvm::Expected<FileAnswer> analyse(const ServerOptions &Options,
                                   const FileQuestion &Asked);
/// The same of the file that \p Given names.
llvm::Expected<FileAnswer> analyse(const ServerOptions &Options,
                                   const Arguments &Given,
                                   FileQuestion::Purpose For);

/// Whether \p Path, all links resolved, lies below the current folder.
bool isBelowRoot(llvm::StringRef Path);

/// What was not read or rests on something that is not known: no answer may look
/// as if it were about all of the file.
void sayIncomplete(const FileAnswer &Made, Answer &Into);

/// The first of the list \p Name of the file of --format=json that stands for
/// \p Report.
llvm::json::Object firstOf(const FileReport &Report, llvm::StringRef Name);

/// The members of \p From that \p Names has, between blanks, and that are not
/// null.
llvm::json::Object pick(const llvm::json::Object &From, llvm::StringRef Names);

} // namespace warplint

#endif // WARPLINT_TOOLS_MCP_FILEWORK_H
