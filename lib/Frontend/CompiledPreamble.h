//===- CompiledPreamble.h - Makes and uses a preamble -----------*- C++ -*-===//
//
// Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMPILEDPREAMBLE_H
#define WARPLINT_LIB_FRONTEND_COMPILEDPREAMBLE_H

#include "warplint/Frontend/Preamble.h"

namespace clang {
class CompilerInvocation;
class Decl;
} // namespace clang

namespace warplint {

struct Prelude;

/// Makes \p Invocation, to which \p Added was added, begin with a preamble of
/// \p Store. False where it is left as it is. \p FS is what lies below the
/// files of \p Added.
bool usePreamble(clang::CompilerInvocation &Invocation, const Prelude &Added,
                 llvm::vfs::FileSystem &FS, PreambleStore &Store);

/// Host code of the standard library that has no say in what runs on the
/// device: its body need not be parsed. Function templates are not among it,
/// since they may call what the user hands them.
bool isBodyOfNoInterest(const clang::Decl *D);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMPILEDPREAMBLE_H
