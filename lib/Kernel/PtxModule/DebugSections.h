//===- DebugSections.h - The bytes of a module's debug data -----*- C++ -*-===//
//
// `.section .debug_info { .b32 203 .b64 $L__tmp1 ... }` as the bytes that an
// assembler makes of it. A label of code is worth its offset in the text, one of
// a section its offset in the section. PTX ISA 9.0, section 11.5.2.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_DEBUGSECTIONS_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_DEBUGSECTIONS_H

#include "ModuleText.h"

namespace warplint::ptx {

/// By name: "debug_info". Little-endian. An unknown label is 0.
llvm::StringMap<std::string> debugSections(const ModuleText &Text);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_DEBUGSECTIONS_H
