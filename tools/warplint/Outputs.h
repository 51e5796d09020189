//===- Outputs.h - What is written, and where -------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_OUTPUTS_H
#define WARPLINT_TOOLS_OUTPUTS_H

#include "CommandLine.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Report/AccessDiff.h"
#include "warplint/Report/TextReport.h"
#include "llvm/Support/Error.h"

namespace warplint {

enum class Format : uint8_t { Text, Json, Sarif, Github, Html };

/// The outputs of a run: --format and -o.
class Outputs {
public:
  /// Fails where a format is not known, or two are for one place.
  static llvm::Expected<Outputs> create(const CommandLine &Line);

  /// What goes to standard output, if anything does.
  std::optional<Format> onStandardOutput() const;

  /// From now on JSON is about \p Changes.
  void compare(std::vector<AccessChange> Changes) {
    Compared = std::move(Changes);
  }

  /// The format that --explain follows.
  Format first() const { return All.empty() ? Format::Text : All.front().What; }

  /// Fails where one of the files that are written, or of \p Others, is one of
  /// \p Inputs, by whatever name or link, or is there and has the name of a
  /// source: a slip of the hand would take it.
  llvm::Error check(llvm::ArrayRef<std::string> Others,
                    llvm::ArrayRef<std::string> Inputs) const;

  /// Prints at once what can be printed file by file.
  void add(const FileReport &Report, TextReport &Text) const;

  /// Writes the rest. Files appear whole or not at all. \p IsComplete: every
  /// file was read.
  llvm::Error finish(const std::vector<FileReport> &Reports,
                     bool IsComplete) const;

private:
  struct Output {
    Format What = Format::Text;
    std::string File; ///< Empty: standard output.
  };
  void print(llvm::raw_ostream &Out, Format What,
             const std::vector<FileReport> &Reports, bool IsComplete) const;

  std::vector<Output> All;
  std::optional<std::vector<AccessChange>> Compared;
  std::string Root;
  bool HasColor = false, IsGrouped = false;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_OUTPUTS_H
