//===- NvccInput.h - What the host compiler of nvcc reads -------*- C++ -*-===//

#ifndef WARPLINT_LIB_MACHINECODE_NVCCINPUT_H
#define WARPLINT_LIB_MACHINECODE_NVCCINPUT_H

#include "warplint/Frontend/CompileCommand.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

struct NvccInput {
  /// Macros and folders for gcc, each in one word.
  std::vector<std::string> Words;
  /// Lines that include what the command has included before the source.
  std::string Includes;
};

/// What \p Command says of macros and headers. Where \p Copies is not empty,
/// headers are looked for in that folder first: it holds /a/b.h as
/// COPIES/a/b.h.
llvm::Expected<NvccInput> inputOf(const DeviceCommand &Command,
                                  llvm::StringRef Copies = "");

/// The line `#include "File"`; fails where no quotes can hold the name.
llvm::Expected<std::string> includeLine(llvm::StringRef File);

/// \p Words in the form of gcc's @file, which no shell reads.
std::string responseFile(llvm::ArrayRef<std::string> Words);

/// The files behind the colon of a rule of make.
std::vector<std::string> dependencies(llvm::StringRef Rule);

} // namespace warplint

#endif // WARPLINT_LIB_MACHINECODE_NVCCINPUT_H
