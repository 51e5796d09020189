//===- EnumNames.h - What enumerators are called ----------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_ENUMNAMES_H
#define WARPLINT_SUPPORT_ENUMNAMES_H

#include "llvm/ADT/StringRef.h"
#include <cassert>
#include <cstddef>

namespace warplint {

/// \p Names are in the order of the enumerators, which count from 0.
template <typename Enum, size_t Count>
llvm::StringRef nameOf(Enum Value, const llvm::StringLiteral (&Names)[Count]) {
  assert(size_t(Value) < Count && "an enumerator without a name");
  return Names[size_t(Value)];
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_ENUMNAMES_H
