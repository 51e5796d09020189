//===- Evaluation.h - One register instruction ------------------*- C++ -*-===//
//
// An instruction under evaluation, with what its evaluators share. Each of them
// answers with the value of the destination, unknown for what it does not do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_EVALUATION_H
#define WARPLINT_LIB_KERNEL_PTX_EVALUATION_H

#include "LinearForm.h"
#include "Opcodes.h"
#include "Operations.h"
#include "Registers.h"

namespace warplint::ptx {

struct IntegerType {
  unsigned Bits = 0;
  bool Signed = false;
};

/// u16 to s64 and b16 to b64; nothing for other types.
std::optional<IntegerType> integerType(llvm::StringRef Part);

/// \p V truncated, or extended by sign or zero; values that are no number as
/// they are.
Value resized(Value V, unsigned Bits, bool Signed);

/// Operands are counted from the destination, number 0.
struct Evaluation {
  const Statement &S;
  const RegisterFile &Registers;

  OperationTable &operations() const { return Registers.operations(); }
  bool has(llvm::StringRef Part) const { return hasPart(S.Opcode, Part); }
  Value unknown() const { return unknownValue(S.Text); }
  /// The type at the end of the opcode.
  std::optional<IntegerType> type() const {
    return S.Opcode.empty() ? std::nullopt : integerType(S.Opcode.back());
  }

  Value operand(unsigned I) const {
    return I < S.Operands.size() ? Registers.read(S.Operands[I]) : unknown();
  }
  /// Operand \p I of \p Bits; nothing where it is no form.
  std::optional<PtxLinear> form(unsigned I, unsigned Bits,
                                bool Signed = false) const;
  /// Operand \p I where it is a number.
  std::optional<uint64_t> constant(unsigned I, unsigned Bits) const;
};

/// and, or, xor, not, cnot, lop3, shl, shr, shf, bfe, bfi, bmsk, prmt, popc,
/// clz, bfind, brev.
std::optional<Value> evaluateBits(const Evaluation &E);

/// setp, and the logic of predicates; false where \p E is none of these.
bool executePredicate(const Evaluation &E, RegisterFile &Registers,
                      const PtxGuard &Guard);

/// shfl.sync d|p, a, b, c, mask.
void executeShuffle(const Evaluation &E, RegisterFile &Registers,
                    const PtxGuard &Guard);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_EVALUATION_H
