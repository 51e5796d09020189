//===- IdleReasons.h - Why nothing runs a function --------------*- C++ -*-===//

#ifndef WARPLINT_BASIC_IDLEREASONS_H
#define WARPLINT_BASIC_IDLEREASONS_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// LeftOut::Why of functions that no kernel of the file can run.
inline constexpr llvm::StringLiteral NotReached =
    "no kernel in this file reaches it";
inline constexpr llvm::StringLiteral NotInstantiated =
    "template that this file does not instantiate";

} // namespace warplint

#endif // WARPLINT_BASIC_IDLEREASONS_H
