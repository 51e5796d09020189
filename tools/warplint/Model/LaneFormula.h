//===- LaneFormula.h - Offsets as an expression of the lane -----*- C++ -*-===//
//
// "lane*33*4", "(lane/8*64 + (lane%8 ^ lane/8)) * 16": C's integer operators
// + - * / % & | ^ << >> and parentheses over numbers and `lane`, in 64 bits
// that wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MODEL_LANEFORMULA_H
#define WARPLINT_TOOLS_MODEL_LANEFORMULA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace warplint {

/// The value of \p Formula for \p Lane. Fails for text that is no formula, for
/// a division by zero and for shifts by less than 0 or more than 63.
llvm::Expected<int64_t> evaluateLaneFormula(llvm::StringRef Formula,
                                            unsigned Lane);

} // namespace warplint

#endif // WARPLINT_TOOLS_MODEL_LANEFORMULA_H
