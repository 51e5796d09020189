//===- LinearForm.h - Arithmetic of linear forms ----------------*- C++ -*-===//
//
// Every operation is exact modulo 2^Bits, with one exception that is recorded
// in PtxLinear::AssumesNoWrap: widening a sum.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_LINEARFORM_H
#define WARPLINT_LIB_KERNEL_PTX_LINEARFORM_H

#include "warplint/Kernel/InlinePtx.h"

namespace warplint::ptx {

PtxLinear constantForm(int64_t Value, unsigned Bits = 0);
PtxLinear leafForm(PtxTerm Term, unsigned Bits);

/// The result is as wide as the wider operand.
PtxLinear addForms(const PtxLinear &L, const PtxLinear &R);
PtxLinear scaleForm(const PtxLinear &Form, int64_t Factor);
/// Defined when one side is constant.
std::optional<PtxLinear> multiplyForms(const PtxLinear &L, const PtxLinear &R);
/// Truncates, or extends by sign or zero, to \p Bits.
PtxLinear resizeForm(PtxLinear Form, unsigned Bits, bool Signed);

bool sameForm(const PtxLinear &L, const PtxLinear &R);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_LINEARFORM_H
