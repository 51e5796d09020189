//===- Ptx.h - What is wrong with a module of PTX ---------------*- C++ -*-===//
//
// Each follows "kernel.ptx:LINE:COLUMN: error: ".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_PTX_H
#define WARPLINT_MESSAGES_PTX_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<"expected a directive, not '{0}'"> PtxNoDirective;
inline constexpr Sentence<"unknown directive '.{0}'"> PtxUnknownDirective;
inline constexpr Sentence<"expected {0}"> PtxExpected;
inline constexpr Sentence<"expected ';' before '{0}'"> PtxNoSemicolon;
inline constexpr Sentence<"this '{0}' is never closed"> PtxNotClosed;
inline constexpr Sentence<"this '}' closes nothing"> PtxClosesNothing;
inline constexpr Sentence<"cannot read the statement '{0}'"> PtxMalformed;
inline constexpr Sentence<"a second module begins here; a file has one">
    PtxSecondModule;
inline constexpr Sentence<"'.version' has to come first"> PtxNoVersion;
inline constexpr Sentence<"'.file' has one name"> PtxFileOfTwoNames;
inline constexpr Sentence<"the function has no label '{0}'"> PtxNoLabel;
inline constexpr Sentence<"the label '{0}' is defined twice"> PtxTwoLabels;
inline constexpr Sentence<"'{0}' has a body already"> PtxSecondBody;
inline constexpr Sentence<"'{0}' is not declared"> PtxNotDeclared;
inline constexpr Sentence<"'{0}' was declared with other parameters">
    PtxOtherPrototype;
inline constexpr Sentence<"'{0}' is declared twice"> PtxDeclaredTwice;
inline constexpr Sentence<"'{0}' is not a number"> PtxNoNumber;
inline constexpr Sentence<"unexpected {0}"> PtxUnexpected;
inline constexpr Sentence<"number of operands: {2}; '{0}' takes {1}">
    PtxWrongCount;
inline constexpr Sentence<"'{0}' is a {1}-bit register; '{2}' takes {3} bits">
    PtxWrongWidth;
inline constexpr Sentence<"'{0}' is not a predicate"> PtxNoPredicate;
inline constexpr Sentence<"'{0}' is in another state space"> PtxOtherSpace;
inline constexpr Sentence<"'{0}' needs a type"> PtxNoType;
inline constexpr Sentence<"the call has {0} operands; '{1}' has {2}">
    PtxWrongCall;
inline constexpr Sentence<"'{0}' has fewer elements than initial values">
    PtxTooManyValues;
inline constexpr Sentence<"a block has at most {0} threads"> PtxLargeBlock;

// Of binaries with PTX in them.
inline constexpr Sentence<"it has no CUDA code"> NoFatbin;
inline constexpr Sentence<
    "it has machine code without PTX; compile with 'code=compute_XX' as well">
    FatbinWithoutPtx;
inline constexpr Sentence<"its CUDA code is damaged"> FatbinBroken;
inline constexpr Sentence<
    "its PTX is compressed by zstd, which LLVM lacks here">
    FatbinZstd;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_PTX_H
