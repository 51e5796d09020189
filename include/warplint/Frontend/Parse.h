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

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/ParseTypes.h"
#include <memory>

namespace warplint {

struct ParsedDevice {
  ParseOutcome Outcome;
  std::unique_ptr<DeviceUnit> Unit; ///< Null when nothing could be parsed.
};

/// Parses \p Command, and again with remedies for what clang refuses of it: the
/// best of the results. Of \p Options what they refer to has to live as long as
/// the unit.
ParsedDevice parseDevice(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options);

/// Parses \p Command without generating code: enough to read launches. Null
/// when nothing could be parsed.
std::unique_ptr<ParsedUnit>
parseSource(const DeviceCommand &Command,
            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
            const ParseOptions &Options);

} // namespace warplint

#endif // WARPLINT_FRONTEND_PARSE_H
