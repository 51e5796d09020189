//===- SharedArguments.h - Arguments that share memory ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H
#define WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H

#include "warplint/Kernel/ClangView.h"

namespace warplint {

/// A launch of \p Kernel in the parsed file passes one object's memory twice,
/// `k<<<1, 64>>>(p, p + 1)`: its parameters may overlap. Those declared __restrict__ do
/// not, by their promise.
bool sharesArguments(ClangView &View, const clang::FunctionDecl &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H
