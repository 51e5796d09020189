//===- Ptx.h - What is wrong with a module of PTX ---------------*- C++ -*-===//
//
// Each follows "kernel.ptx:LINE:COLUMN: error: ".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_PTX_H
#define WARPLINT_MESSAGES_PTX_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

SENTENCE(PtxNoDirective, "expected a directive, not '{0}'");
SENTENCE(PtxUnknownDirective, "unknown directive '.{0}'");
SENTENCE(PtxExpected, "expected {0}");
SENTENCE(PtxNoSemicolon, "expected ';' before '{0}'");
SENTENCE(PtxNotClosed, "this '{0}' is never closed");
SENTENCE(PtxClosesNothing, "this '}' has no matching '{'");
SENTENCE(PtxMalformed, "cannot read the statement '{0}'");
SENTENCE(PtxSecondModule,
         "a second module begins here; a file holds one module");
SENTENCE(PtxNoVersion, "'.version' must come first");
SENTENCE(PtxFileOfTwoNames, "'.file' takes one name");
SENTENCE(PtxNoLabel, "the function has no label '{0}'");
SENTENCE(PtxTwoLabels, "the label '{0}' is defined twice");
SENTENCE(PtxSecondBody, "'{0}' already has a body");
SENTENCE(PtxNotDeclared, "'{0}' is not declared");
SENTENCE(PtxOtherPrototype, "'{0}' was declared with other parameters");
SENTENCE(PtxDeclaredTwice, "'{0}' is declared twice");
SENTENCE(PtxNoNumber, "'{0}' is not a number");
SENTENCE(PtxUnexpected, "unexpected {0}");
SENTENCE(PtxWrongCount, "number of operands: {2}; '{0}' takes {1}");
SENTENCE(PtxWrongWidth, "'{0}' is a {1}-bit register; '{2}' takes {3} bits");
SENTENCE(PtxNoPredicate, "'{0}' is not a predicate");
SENTENCE(PtxOtherSpace, "'{0}' is in another state space");
SENTENCE(PtxNoType, "'{0}' needs a type");
SENTENCE(PtxWrongCall, "the call has {0} operands; '{1}' has {2}");
SENTENCE(PtxTooManyValues, "'{0}' has fewer elements than initial values");
SENTENCE(PtxLargeBlock, "a block has at most {0} threads");

// Of binaries with PTX in them.
SENTENCE(NoFatbin, "it has no CUDA code");
SENTENCE(
    FatbinWithoutPtx,
    "it has machine code without PTX; compile with 'code=compute_XX' as well");
SENTENCE(FatbinBroken, "its CUDA code is corrupt");
SENTENCE(FatbinZstd, "its PTX is compressed with zstd, which this build of "
                     "LLVM does not support");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_PTX_H
