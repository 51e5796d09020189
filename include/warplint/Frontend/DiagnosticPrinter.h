//===- DiagnosticPrinter.h - Diagnostics as clang prints them ---*- C++ -*-===//
//
// Clang's own TextDiagnostic over places that are plain numbers, for outputs
// that know nothing of Clang. Files are read anew, by a printer each once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_DIAGNOSTICPRINTER_H
#define WARPLINT_FRONTEND_DIAGNOSTICPRINTER_H

#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace warplint {

class DiagnosticPrinter {
public:
  /// Help is a note that says what to do.
  enum class Level : uint8_t { Note, Remark, Warning, Error, Help };

  /// \p Color: ANSI escapes, in clang's colours.
  DiagnosticPrinter(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                    bool Color);
  ~DiagnosticPrinter();

  /// With the lines of \p Where; without them where its file does not have the
  /// place.
  void print(llvm::raw_ostream &Out, Level L, const SourcePlace &Where,
             llvm::StringRef Message);

  /// The line that clang opens a diagnostic with, alone. What is about no file
  /// and no note is "warplint: ...".
  void printHeader(llvm::raw_ostream &Out, Level L, const SourcePlace &Where,
                   llvm::StringRef Message) const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_DIAGNOSTICPRINTER_H
