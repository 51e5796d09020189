//===- WholeFile.h - Files written whole or not at all ----------*- C++ -*-===//
//
// What warplint writes (sources with their fixes, reports, baselines) is never
// seen half written: not by another process, and not after a full disk or a
// killed process.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_WHOLEFILE_H
#define WARPLINT_SUPPORT_WHOLEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// Puts \p Text in the place of \p File: written beside it and renamed, with
/// the permissions and the owner of the file that was there; of a link, what it
/// leads to. What is no regular file (a pipe, a terminal) is written to. Where
/// it fails, what was there stays, and the error names the file and the cause:
/// also where the file is read-only (to root, too), where its owner can't be
/// kept, and where it has another name (a hard link), which would keep the old
/// text.
llvm::Error writeWholeFile(llvm::StringRef File, llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SUPPORT_WHOLEFILE_H
