//===- Expectations.h - `// warplint: expect(...)` --------------*- C++ -*-===//
//
// A comment that says what the accesses of a line cost:
//
//   out[t] = tile[t][0];   // warplint: expect(wavefronts == 32)
//
//   // warplint: expect(wavefronts == ideal)
//   out[t] = tile[0][t];
//
// Behind code it is about the shared-memory accesses of that line; on a line of
// its own about those of the statement below it, and above a kernel about all
// that are written in the kernel. An access for which the condition does not
// hold, or is not proven, is an error. One for which it holds is not warned of.
//
//   expectation:  'expect' '(' condition { '&&' condition } ')'
//   condition:    term ('==' | '<' | '<=' | '>' | '>=') term
//   term:         'wavefronts' | 'ideal' | 'excess' | number
//
// 'wavefronts' is the figure that the warning tells: that of the costliest
// request of any warp, under the worst of the launches. Every instantiation is
// held to it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_EXPECTATIONS_H
#define WARPLINT_LIB_CHECKS_EXPECTATIONS_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

inline constexpr const char *ExpectationCheck = "warplint-expectation";

/// Adds errors for the expectations that do not hold, in the main file and in
/// every file that accesses are in, and marks the findings of those that do.
/// If the errors are not reported (\p AreReported), the findings stay.
void checkExpectations(FileReport &Report,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                       bool AreReported);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_EXPECTATIONS_H
