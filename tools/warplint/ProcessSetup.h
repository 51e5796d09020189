//===- ProcessSetup.h - Limits and signals of the program -------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_PROCESSSETUP_H
#define WARPLINT_TOOLS_PROCESSSETUP_H

namespace warplint {

/// A limit on the size of files is an error of the write, as a full disk is,
/// and no end of the process.
void allowFailingWrites();

/// Lets the stack grow to 64 MiB where the system allows it: deeply nested
/// sources are read by functions that call themselves.
void allowDeepNesting();

/// LLVM thinks of the user's quit key as of a crash, tells whom to report a
/// crash to, and has another program look up the names of functions.
void keepCrashesSimple();

} // namespace warplint

#endif // WARPLINT_TOOLS_PROCESSSETUP_H
