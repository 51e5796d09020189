//===- ParseOnce.h - One run of clang over a file ---------------*- C++ -*-===//
//
// What parseDevice and parseSource are made of. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_PARSEONCE_H
#define WARPLINT_LIB_FRONTEND_PARSE_PARSEONCE_H

#include "Frontend/Recovery/EditedFiles.h"
#include "Frontend/Recovery/ErrorRecorder.h"
#include "Frontend/Recovery/ForcedIncludes.h"
#include "Frontend/Recovery/MissingHeaderEffects.h"
#include "LeadingHeaders.h"
#include "warplint/Frontend/Parse.h"
#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class CompilerInstance;
}

namespace warplint {

/// How a file is parsed, beyond its command.
struct Attempt {
  /// The main file, where the file is parsed through one that includes it.
  std::string Through;
  /// Such attempts are compared by the functions that have code, not by those
  /// that would have if they were instantiated.
  bool CountsCode = false;
  DialectRows Rows;
  TextEdits Edits;
  /// Classes whose objects in shared memory clang refused.
  llvm::StringSet<> SharedClasses;
  /// Headers that __has_include asks for and that no folder has.
  llvm::StringSet<> Unasked;
};

/// All of one parse that consumers share.
struct ParseState {
  clang::CompilerInstance &CI;
  ErrorRecorder &Errors;
  ParseOutcome &Outcome;
  const Doubts &InDoubt;
  const LeadingHeadersSeen &Leading;

  /// At its end: it has to be done again without its leading headers.
  bool isAstray() const { return Leading.isAstray(); }
};

/// A main file of one line that includes the file: for a header that includes
/// itself in a circle, which no main file can do without being read twice.
constexpr llvm::StringRef Wrapper = "/__warplint__/wrapper.cu";

inline bool isWrapper(llvm::StringRef Through) { return Through == Wrapper; }

using ConsumerFactory =
    llvm::function_ref<std::unique_ptr<clang::ASTConsumer>(ParseState)>;

/// Parses once. True when it has to be done again, with more in \p How.Unasked.
bool parseOnce(const DeviceCommand &Command,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
               const ParseOptions &Options, Attempt &How,
               ConsumerFactory MakeConsumer, ParseOutcome &Outcome);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_PARSEONCE_H
