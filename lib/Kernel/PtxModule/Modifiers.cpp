//===- Modifiers.cpp - Modifiers of instructions --------------------------===//

#include "Modifiers.h"
#include "Kernel/Ptx/Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

bool warplint::ptx::hasKnownModifiers(const Statement &S) {
  static const StringSet<> Known = {
      "pred", "cc", "sat", "ftz", "lo", "hi", "wide", "to", "sync", "aligned",
      // Rounding and forms of floating-point arithmetic.
      "rn", "rz", "rm", "rp", "rna", "rs", "rni", "rzi", "rmi", "rpi", "approx",
      "full", "relu", "satfinite", "noftz", "oob", "scaled", "NaN", "xorsign",
      "abs", "pack",
      // Comparisons, and what joins them.
      "eq", "ne", "lt", "le", "gt", "ge", "ls", "hs", "equ", "neu", "ltu",
      "leu", "gtu", "geu", "num", "nan", "and", "or", "xor", "popc",
      // Shifts, fields, bytes.
      "l", "r", "wrap", "clamp", "shiftamt", "f4e", "b4e", "rc8", "ecl", "ecr",
      "rc16",
      // Exchange between lanes.
      "up", "down", "bfly", "idx", "all", "any", "uni", "ballot", "add", "min",
      "max",
      // Order and caches.
      "weak", "volatile", "relaxed", "acquire", "release", "mmio", "cta",
      "cluster", "gpu", "sys", "ca", "cg", "cs", "cv", "lu", "wb", "wt", "nc",
      "unified"};
  return all_of(drop_begin(S.Opcode), [](StringRef Word) {
    return typeBits(Word) > 0 || vectorLength(Word) > 0 || spaceOf(Word) ||
           Word.starts_with("L1::") || Word.starts_with("L2::") ||
           Known.contains(Word);
  });
}
