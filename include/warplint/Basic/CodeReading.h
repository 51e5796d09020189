//===- CodeReading.h - What machine code says of an access ------*- C++ -*-===//

#ifndef WARPLINT_BASIC_CODEREADING_H
#define WARPLINT_BASIC_CODEREADING_H

#include <string>

namespace warplint {

/// Machine code was asked how an access is issued.
struct CodeReading {
  std::string Compiler; ///< "nvcc 13.0".
  /// Why it does not tell; empty: it does, and the access is issued as is said.
  std::string Doubt;

  bool isDecided() const { return Doubt.empty(); }
};

} // namespace warplint

#endif // WARPLINT_BASIC_CODEREADING_H
