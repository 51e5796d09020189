//===- CompilerNames.h - What gcc's text has otherwise ----------*- C++ -*-===//
//
// nvcc preprocesses device code with gcc. These names have another value there than
// with Clang, which depends on gcc's release:
//
//   #if __has_builtin(__builtin_elementwise_max)  // gcc 12: no
//   tile[threadIdx.x * __GNUC_MINOR__]
//   struct Slot { va_list list; };                // 24 bytes, Clang's device: 8
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_NVCC_COMPILERNAMES_H
#define WARPLINT_LIB_FRONTEND_NVCC_COMPILERNAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Whether \p Macro may have another value, or be defined by gcc alone or not at all.
bool isOtherInGcc(llvm::StringRef Macro);

/// Whether \p Text has such a name, or a longer one that holds it; but for the many
/// that begin with __cpp_.
bool hasOtherInGcc(llvm::StringRef Text);

/// Whether both define \p Macro, which is one of these.
bool isDefinedByBoth(llvm::StringRef Macro);

/// Goes over the types in \p Text that have another size, with their offsets.
void forEachTypeOfGcc(
    llvm::StringRef Text,
    llvm::function_ref<void(llvm::StringRef Name, size_t Offset)> Of);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_NVCC_COMPILERNAMES_H
