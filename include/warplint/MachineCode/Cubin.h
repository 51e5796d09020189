//===- Cubin.h - Reading a compiler's output --------------------*- C++ -*-===//
//
// A cubin is an ELF file with one section of code for each kernel, 16 bytes an
// instruction (since compute capability 7.0), and with -lineinfo a table of
// lines in DWARF's form. No more is decoded than what is asked: opcodes and
// widths of loads and stores, and where branches lead. docs/issued.md says what
// was read off which code.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MACHINECODE_CUBIN_H
#define WARPLINT_MACHINECODE_CUBIN_H

#include "warplint/MachineCode/MachineCode.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// Reads the text of a cubin; fails where it is none, or has no lines.
llvm::Expected<MachineCode> readCubin(llvm::StringRef Bytes);

} // namespace warplint

#endif // WARPLINT_MACHINECODE_CUBIN_H
