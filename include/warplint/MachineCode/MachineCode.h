//===- MachineCode.h - What a compiler issues for a file --------*- C++ -*-===//
//
// Of each kernel the requests to shared and local memory that are in its machine
// code, with the line that each was compiled from. Plain data.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MACHINECODE_MACHINECODE_H
#define WARPLINT_MACHINECODE_MACHINECODE_H

#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A load or a store of shared memory; copies to it, atomics and matrix loads
/// have the width that the source gives them, and are not listed.
struct CodeRequest {
  /// The innermost place, where calls were inlined; empty: none is known. As
  /// the compiler names it, absolute, without "." and "..".
  std::string File;
  unsigned Line = 0;
  bool IsStore = false;
  unsigned BytesPerLane = 0;
  /// Through an address of which the compiler does not know the memory.
  bool IsGeneric = false;
  bool IsInLoop = false;
};

/// A load or a store of the thread's stack: of a register that was spilled, or of
/// an array at a constant index.
struct StackRequest {
  std::string File; ///< As of a CodeRequest.
  unsigned Line = 0;
  bool IsStore = false;
  unsigned Bytes = 0;
  bool IsInLoop = false;
};

/// Bytes of a thread that spills store and load, each instruction once, and those
/// of its stack.
struct SpilledBytes {
  unsigned Stored = 0, Loaded = 0, Frame = 0;
};

struct KernelCode {
  std::string Name; ///< As codeName() has it.
  unsigned Instructions = 0;
  unsigned Registers = 0; ///< Of a thread; 0: not known.
  std::vector<CodeRequest> Requests;
  std::vector<StackRequest> Stack;
  /// Where the compiler says it.
  std::optional<SpilledBytes> Spilled;
};

struct MachineCode {
  std::string Compiler; ///< "nvcc 13.0".
  std::vector<KernelCode> Kernels;

  /// The kernel of the mangled name \p Mangled, or null.
  const KernelCode *find(llvm::StringRef Mangled) const;
};

/// A file with another text than the one on the disk.
using EditedFile = ParsedText;

/// \p Mangled as all compilers would say it: static functions and unnamed
/// namespaces are marked by each in its own way.
///
///   _ZL4copyPf, _Z4copyPf                          _Z4copyPf
///   _ZN36_GLOBAL__N__8f8281db_4_a_cu_26c8c7e34copyEPf,
///   _ZN12_GLOBAL__N_14copyEPf                      _ZN12_GLOBAL__N_14copyEPf
std::string codeName(llvm::StringRef Mangled);

} // namespace warplint

#endif // WARPLINT_MACHINECODE_MACHINECODE_H
