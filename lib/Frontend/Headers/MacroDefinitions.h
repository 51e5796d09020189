//===- MacroDefinitions.h - Macros that some text defines -------*- C++ -*-===//
//
// A textual search: what follows a #define counts, whatever condition or comment
// it stands in, and so does what a build turns into one: #cmakedefine and
// #mesondefine, and #undef in the .in files of autoconf. Not so in a file that is
// compiled alone: no header includes it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_MACRODEFINITIONS_H
#define WARPLINT_LIB_FRONTEND_HEADERS_MACRODEFINITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace warplint {

/// The macros that \p Text defines, each time that it does.
void forEachDefinition(llvm::StringRef Text, bool IsTemplate,
                       llvm::function_ref<void(llvm::StringRef Name)> Found);

/// How often the texts of \p Files define each macro. Nothing where one can't be
/// read, or all of them hold more than is looked at. Those that are compiled
/// alone are passed over.
std::optional<llvm::StringMap<unsigned>>
countDefinitions(llvm::vfs::FileSystem &FS, llvm::ArrayRef<std::string> Files);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_MACRODEFINITIONS_H
