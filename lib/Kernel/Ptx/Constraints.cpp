//===- Constraints.cpp - `$N` to outputs and call arguments ---------------===//

#include "Constraints.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint::ptx;

unsigned warplint::ptx::registerBits(char Letter) {
  return StringSwitch<unsigned>(StringRef(&Letter, 1))
      .Case("b", 1)
      .Case("c", 8)
      .Case("h", 16)
      .Cases({"r", "f"}, 32)
      .Cases({"l", "d"}, 64)
      .Case("q", 128)
      .Default(0);
}

/// Everything about an operand that its letters say.
static AsmOperand operandOf(StringRef Code) {
  AsmOperand O;
  O.IsMemory = Code.consume_front("*");
  O.IsImmediate =
      !Code.empty() && Code.find_first_not_of("ni") == StringRef::npos;
  // "ir" may be either; as a register it has a width.
  for (char Letter : Code)
    O.Bits = std::max(O.Bits, registerBits(Letter));
  return O;
}

Constraints warplint::ptx::readConstraints(StringRef Text) {
  Constraints Result;
  SmallVector<StringRef, 16> Codes;
  Text.split(Codes, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Code : Codes) {
    Code = Code.trim();
    if (Code.starts_with("~"))
      continue;
    if (Code.starts_with("!")) {
      Result.Operands.emplace_back();
      continue;
    }
    const bool IsOutput = Code.consume_front("=");
    Code = Code.ltrim("&%");
    unsigned Tied = 0;
    if (!IsOutput && !Code.empty() && isDigit(Code.front()) &&
        !Code.getAsInteger(10, Tied) && Tied < Result.Operands.size()) {
      AsmOperand O = Result.Operands[Tied];
      O.Output.reset();
      O.Argument = Result.NumArguments++;
      O.TiedTo = Tied;
      Result.Operands[Tied].Argument = O.Argument;
      Result.Operands.push_back(O);
      continue;
    }
    AsmOperand O = operandOf(Code);
    if (IsOutput && !O.IsMemory)
      O.Output = Result.NumOutputs++;
    else
      O.Argument = Result.NumArguments++;
    Result.Operands.push_back(O);
  }
  return Result;
}
