//===- SwizzleHeader.h - The text of warplint/swizzle.h ---------*- C++ -*-===//
//
// A source that --fix-style=helper has changed includes warplint/swizzle.h,
// which its build may find and warplint's own parse need not: it carries the
// header along.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_SWIZZLEHEADER_H
#define WARPLINT_REWRITE_SWIZZLEHEADER_H

#include "warplint/Frontend/CompileCommand.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

/// As it is installed.
llvm::StringRef swizzleHeader();

/// Where \p Command's file names the header: lets it be found, behind all
/// folders that the command has.
void addSwizzleHeader(DeviceCommand &Command,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &FS);

} // namespace warplint

#endif // WARPLINT_REWRITE_SWIZZLEHEADER_H
