//===- Constraints.cpp - `$N` to outputs and call arguments ---------------===//

#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace warplint;

/// Width of a register of this constraint letter on NVPTX.
static unsigned registerBits(char Letter) {
  switch (Letter) {
  case 'b':
    return 1;
  case 'c':
    return 8;
  case 'h':
    return 16;
  case 'r':
  case 'f':
    return 32;
  case 'l':
  case 'd':
    return 64;
  case 'q':
    return 128;
  default:
    return 0;
  }
}

/// Everything about an operand that its letters say.
static PtxOperand operandOf(StringRef Code) {
  PtxOperand Operand;
  Operand.IsMemory = Code.consume_front("*");
  Operand.IsImmediate =
      !Code.empty() && Code.find_first_not_of("ni") == StringRef::npos;
  // "ir" may be either; as a register it has a width.
  for (char Letter : Code)
    Operand.Bits = std::max(Operand.Bits, registerBits(Letter));
  return Operand;
}

PtxConstraints warplint::readPtxConstraints(StringRef Constraints) {
  PtxConstraints Result;
  SmallVector<StringRef, 16> Codes;
  Constraints.split(Codes, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Code : Codes) {
    Code = Code.trim();
    if (Code.consume_front("~")) {
      Result.ClobbersMemory |= Code == "{memory}";
      continue;
    }
    if (Code.starts_with("!")) {
      Result.Operands.emplace_back();
      continue;
    }
    const bool IsOutput = Code.consume_front("=");
    Code = Code.ltrim("&%");
    unsigned Tied = 0;
    if (!IsOutput && !Code.empty() && isDigit(Code.front()) &&
        !Code.getAsInteger(10, Tied) && Tied < Result.Operands.size()) {
      PtxOperand Operand = Result.Operands[Tied];
      Operand.Output.reset();
      Operand.Argument = Result.NumArguments++;
      Operand.TiedTo = Tied;
      Result.Operands[Tied].Argument = Operand.Argument;
      Result.Operands.push_back(Operand);
      continue;
    }
    PtxOperand Operand = operandOf(Code);
    if (IsOutput && !Operand.IsMemory)
      Operand.Output = Result.NumOutputs++;
    else
      Operand.Argument = Result.NumArguments++;
    Result.Operands.push_back(Operand);
  }
  return Result;
}
