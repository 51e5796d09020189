//===- Messages.h - What is said on standard error --------------*- C++ -*-===//

#ifndef WARPLINT_LIB_SESSION_MESSAGES_H
#define WARPLINT_LIB_SESSION_MESSAGES_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Database.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace warplint {

/// What is said about one file, kept until the turn of the file has come.
class Messages {
public:
  Messages();

  /// "warplint: error: ", to be followed by a message and a line's end.
  llvm::raw_ostream &error();
  llvm::raw_ostream &warning();
  /// "note: "
  llvm::raw_ostream &note();
  llvm::raw_ostream &text() { return Stream; }

  std::string take();

private:
  llvm::raw_ostream &label(llvm::HighlightColor Level, llvm::StringRef Name);

  std::string Kept;
  llvm::raw_string_ostream Stream;
  bool HasColor; ///< Standard error is a terminal.
};

/// "6 of 7 functions analysed": after errors, when something is left out. First,
/// where \p NamesHeader, the header that is missing, unless a finding names it.
void sayCoverage(const FileReport &Report, bool NamesHeader, Messages &To);

/// What was not analysed, one line each: silence would look like "clean".
void sayOmitted(const FileReport &Report, bool Verbose, Messages &To);

/// For -v: which command, toolkit and flags are used.
/// That \p File is compiled in another way, too: with arguments that \p Taken has
/// not.
void sayOtherCommand(llvm::StringRef File, const DeviceCommand &Taken,
                     const DeviceCommand &Other, Messages &To);
void sayCommand(const RawCommand &Raw, const CommandOptions &Options,
                const DeviceCommand &Command, Messages &To);

/// For -v: what was found and done for a file that its command alone does not
/// complete.
void sayRemedies(const FileReport &Report, Messages &To);

} // namespace warplint

#endif // WARPLINT_LIB_SESSION_MESSAGES_H
