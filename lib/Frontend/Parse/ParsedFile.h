//===- ParsedFile.h - One run of clang over a file --------------*- C++ -*-===//
//
// A file that was parsed, with the compiler, its Sema and AST, and what its
// consumer was handed: templates can be instantiated and code be generated as
// long as it lives.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_PARSEDFILE_H
#define WARPLINT_LIB_FRONTEND_PARSE_PARSEDFILE_H

#include "ConsumerCalls.h"
#include "Frontend/Recovery/ForcedIncludes.h"
#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/Recovery/LaunchBraces.h"
#include "Frontend/Recovery/MissingHeaderEffects.h"
#include "Frontend/Text/ErrorRecorder.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Parse.h"
#include "clang/Basic/DiagnosticOptions.h"
#include <functional>
#include <memory>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
} // namespace clang

namespace warplint {

class FoundHeaders;

/// How a file is parsed, beyond its command.
struct ParseVariant {
  /// The main file, where the file is parsed through one that includes it.
  std::string Through;
  /// Such variants are compared by the functions that have code, not by those
  /// that would have if they were instantiated.
  bool CountsCode = false;
  DialectRows Rows;
  LaunchTexts Launches;
  /// Declarations of what is missing (MissingNames.h).
  std::string Declared;
};

/// A main file of one line that includes the file: for a header that includes
/// itself in a circle, which no main file can do without being read twice.
constexpr llvm::StringRef Wrapper = "/__warplint__/wrapper.cu";

inline bool isWrapper(llvm::StringRef Through) { return Through == Wrapper; }

class ParsedFile : public ParsedUnit {
public:
  /// What a parse is for.
  enum class Purpose { Code, Launches, Host };

  /// Parses, and for code once more with what the last parse found that has to
  /// be known from its begin. Never null.
  static std::unique_ptr<ParsedFile>
  parse(const DeviceCommand &Command,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
        const ParseOptions &Options, ParseVariant How, Purpose For);
  ~ParsedFile() override;

  /// Else only the outcome tells anything.
  bool isParsed() const { return Parsed; }

  ParseOutcome Outcome;
  /// Follows why a function has no code: no more repairs were tried. Or empty.
  std::string Unrepaired;
  /// Calls of the parser's consumer, and later Sema and what loads a preamble.
  std::vector<ConsumerCall> Calls;
  /// Where declarations go that a preamble gives only when code is generated that
  /// uses them; null while none is.
  std::function<void(clang::Decl *)> Late;

  const ParseVariant &how() const { return How; }
  bool isOfHost() const { return For == Purpose::Host; }
  clang::CompilerInstance &compiler() { return *CI; }
  clang::ASTContext &ast() override;
  const std::vector<ParseError> &errors() const { return Recorder.Errors; }
  /// Whether Clang refused what nvcc takes.
  bool hasTakenErrors() const { return Recorder.HasTaken; }
  /// Which functions are whole, whatever missing headers may change.
  WholeFunctions &whole() {
    if (!Functions)
      Functions =
          std::make_unique<WholeFunctions>(ast(), errors(), hasTakenErrors());
    return *Functions;
  }
  /// To be called when there are new functions.
  void forgetWhole() { Functions = nullptr; }
  bool isOpenToHeaders(const clang::FunctionDecl &F) override {
    if (!Doubts)
      Doubts = std::make_unique<WholeFunctions>(
          ast(), errors(), hasTakenErrors(), &InDoubt, undefinedMacros());
    return Doubts->mayChange(&F).IsByHeader;
  }
  const MissingHeaderEffects &inDoubt() const { return InDoubt; }
  /// Null where nothing is in doubt.
  UndefinedMacros *undefinedMacros() const { return Undefined.get(); }

private:
  /// Which compiled headers a parse may begin with.
  enum class Compiled { None, Toolkit, Leading };
  enum class Result { Done, NoPreamble, Astray };
  class Action;

  ParsedFile(ParseVariant How, Purpose For, const ParseOptions &Options);

  std::shared_ptr<clang::CompilerInvocation>
  invocationFor(const DeviceCommand &Command, const ParseOptions &Options,
                llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Diags,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);
  ForcedIncludes addFiles(const DeviceCommand &Command,
                          llvm::vfs::FileSystem &FS,
                          clang::CompilerInvocation &To) const;
  void settle(const DeviceCommand &Command, const ParseOptions &Options,
              const FoundHeaders *Looked);
  Result run(const DeviceCommand &Command,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
             const ParseOptions &Options, Compiled Wanted, bool WasAstray);

  // In the order in which they are needed.
  ParseVariant How;
  Purpose For;
  clang::DiagnosticOptions DiagOpts;
  ErrorRecorder Recorder;
  MissingHeaderEffects InDoubt;
  std::unique_ptr<clang::CompilerInstance> CI;
  std::unique_ptr<Action> Running;
  std::unique_ptr<UndefinedMacros> Undefined;
  std::unique_ptr<WholeFunctions> Functions, Doubts;
  bool Parsed = false;
};

/// Generates the LLVM IR of the functions that are whole: the calls
/// that \p File kept are replayed into Clang's CodeGen. Null if there can be none. \p
/// Own is the file that is looked at; with \p OnlyOwn kernels that have nothing
/// to do with it get no code, with \p AllOwn each function of it does.
std::unique_ptr<DeviceUnit> buildDeviceCode(std::unique_ptr<ParsedFile> File,
                                            const OwnFile &Own, bool OnlyOwn,
                                            bool AllOwn);

/// Whether an error of \p File, a parse of the device side, is in no device code:
/// a parse of the host side has it, too.
bool hasErrorOfHost(ParsedFile &File);

/// Parses the host side of \p Command as \p How says, and generates the LLVM IR
/// of all of it. Null where there is an error.
std::unique_ptr<HostUnit>
parseHost(const DeviceCommand &Command,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
          const ParseOptions &Options, ParseVariant How);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_PARSEDFILE_H
