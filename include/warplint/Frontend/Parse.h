//===- Parse.h - One device-side parse: AST and LLVM IR ---------*- C++ -*-===//
//
// warplint parses the device side of a file once and keeps both what the user
// wrote (the AST) and what it means (LLVM IR from Clang's own CodeGen, before
// any optimisation, with a debug location on every instruction).
//
// The parse keeps going past errors. The unit of trust is the function: one is
// *whole* when its signature and body and, transitively, the functions,
// variables and types that it uses hold no error. Whole functions get IR; the
// others are listed with the first error that broke them. A file without errors
// is the case where nothing is left out. docs/foreign-files.md tells how more
// of a file is made whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_PARSE_H
#define WARPLINT_FRONTEND_PARSE_H

#include "warplint/Basic/CompilerError.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Basic/UndefinedMacro.h"
#include "warplint/Frontend/Preamble.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Frontend/Templates.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
} // namespace clang
namespace llvm {
class Module;
}

namespace warplint {

struct DeviceCommand;

struct ParseOptions {
  bool Color = false;
  /// Where headers are looked up that the command's folders do not have; null:
  /// nowhere.
  Repository *Files = nullptr;
  /// As Repository::definitions; null: nothing is assumed of undefined macros.
  std::function<std::optional<unsigned>(llvm::StringRef Folder,
                                        llvm::StringRef Macro)>
      Definitions;
  /// Where the toolkit's headers are kept, compiled; null: parsed each time.
  PreambleStore *Preambles = nullptr;
  /// Take the file as a compiler would: no repair for what clang refuses.
  bool Strict = false;
  /// Declare names that no header declares as their uses demand.
  bool DeclareMissing = true;
  /// Look at the file's own functions that no kernel reaches, too, whether they
  /// have shared memory or not.
  bool AllFunctions = false;
  /// Which templates are instantiated for the analysis alone.
  TemplateOptions Templates;
};

struct ParseOutcome {
  /// The driver understood the command and the file could be read.
  bool Parsed = false;
  bool HadErrors = false;
  std::vector<CompilerError> Errors;
  /// As written in the #include directives that found no file.
  std::vector<std::string> MissingHeaders;
  SourcePlace MissingAt; ///< The first such directive.
  /// What switches all device code of the file off, each once; empty where there
  /// is none, or some is on.
  std::vector<UndefinedMacro> SwitchedOffBy;
  std::vector<FoundHeader> Found;
  /// The main file, where the file is a fragment that was parsed through one
  /// that includes it. Absolute.
  std::string Through;
  /// What was done so that more of the file is whole, one line each, for -v.
  std::vector<std::string> Repairs;
};

/// What clang made of a file. It owns the compiler with all that this refers
/// to, and is nobody else's: several may live, each in one thread at a time.
class ParsedUnit {
public:
  /// Where clang's errors are.
  std::vector<clang::SourceLocation> ErrorPlaces;

  virtual ~ParsedUnit() = default;
  virtual clang::ASTContext &ast() = 0;
  /// Whether a header that was not found may change the code of \p F, although
  /// it is whole.
  virtual bool isOpenToHeaders(const clang::FunctionDecl & /*F*/) {
    return false;
  }
};

/// What a parse of the host side gives.
class HostUnit : public ParsedUnit {
public:
  /// Unoptimized IR of all host code.
  virtual llvm::Module &module() = 0;
  /// The declaration that a symbol of the module was emitted for, or null.
  virtual const clang::Decl *declOf(llvm::StringRef MangledName) = 0;
};

/// What a parse of the device side gives.
class DeviceUnit : public ParsedUnit {
public:
  /// Parses the host side of the same file, found and repaired in the same way;
  /// null where the host's compiler would have errors.
  std::function<std::unique_ptr<HostUnit>()> ParseHost;
  /// The same without code, and with errors.
  std::function<std::unique_ptr<ParsedUnit>()> ParseHostText;
  /// The kernel templates that the file does not instantiate, and the instances
  /// that were made of them.
  KernelTemplates Templates;
  /// The file that the parse is about, where it is not the main file but a
  /// fragment that the main file includes. As the user named it.
  std::string Fragment;

  /// Unoptimised IR of the whole device functions.
  virtual llvm::Module &module() = 0;
  /// The declaration that a symbol of the module was emitted for, or null.
  virtual const clang::Decl *declOf(llvm::StringRef MangledName) = 0;
  /// Kernels and device functions that have no IR, and why.
  virtual const std::vector<LeftOut> &omitted() const = 0;
  /// The kernels, and of the device functions that declare shared memory those
  /// that a kernel reaches, and those that none does, which are looked at all
  /// the same: what calls them and is itself called by nothing has the code of
  /// a kernel, with parameters of which nothing is known. All with code in the
  /// module when it was made, but for those of the toolkit's and the system's
  /// headers.
  virtual const std::vector<const clang::FunctionDecl *> &reached() const = 0;
  /// Why the code of \p F might be other than what was read, although it is
  /// whole: "may change with 'config.h', which was not found: a.cu:7 tests
  /// 'TILE'". Nothing where all is known.
  virtual std::optional<std::string> doubtOf(const clang::FunctionDecl &F) = 0;
  /// Where that is nothing: the macros that the code of \p F rests on, as not
  /// defined, each once. A header that was not found could define them, but
  /// nothing that is at hand does.
  virtual const std::vector<UndefinedMacro> &
  assumedFor(const clang::FunctionDecl &F) = 0;
  /// Frees the IR: there are neither module() nor declOf() afterwards.
  virtual void releaseCode() = 0;
};

struct ParsedDevice {
  ParseOutcome Outcome;
  std::unique_ptr<DeviceUnit> Unit; ///< Null when nothing could be parsed.
};

/// Parses \p Command, and again with repairs for what clang refuses of it: the
/// best of the results. Of \p Options what they refer to has to live as long as
/// the unit.
ParsedDevice parseDevice(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options);

/// Parses the host side of \p Command; null where there are errors.
std::unique_ptr<HostUnit>
parseHost(const DeviceCommand &Command,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
          const ParseOptions &Options);

/// Parses the host side of \p Command without generating code: enough to read
/// launches. Null when nothing could be parsed.
std::unique_ptr<ParsedUnit>
parseSource(const DeviceCommand &Command,
            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
            const ParseOptions &Options);

} // namespace warplint

#endif // WARPLINT_FRONTEND_PARSE_H
