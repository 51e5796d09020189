//===- Fatbin.h - The PTX in binaries of nvcc -------------------*- C++ -*-===//
//
// nvcc puts containers into programs, libraries and .fatbin files that have
// machine code and PTX for several GPUs, mostly compressed. They are found by
// their magic number, whatever is around them. The format is documented nowhere:
// what is read here is what nvcc 13.0 and fatbinary write with each
// --compress-mode.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MACHINECODE_FATBIN_H
#define WARPLINT_MACHINECODE_FATBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// The modules of PTX in \p Bytes, of each container those for the newest
/// architecture. Fails where there are none, and says why.
llvm::Expected<std::vector<std::string>> ptxIn(llvm::StringRef Bytes);

/// By its name: .cubin, .fatbin, .o, .so, .so.1.2.
inline bool isPtxContainer(llvm::StringRef File) {
  File = File.rtrim("0123456789.");
  return File.ends_with(".cubin") || File.ends_with(".fatbin") ||
         File.ends_with(".o") || File.ends_with(".so");
}

} // namespace warplint

#endif // WARPLINT_MACHINECODE_FATBIN_H
