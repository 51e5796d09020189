//===- AssemblyText.h - Percent signs in assembly ---------------*- C++ -*-===//
//
// In the text of assembly with operands nvcc wants no second percent sign where
// no operand can be meant: "%laneid" is the register, as "%%laneid" is; "%r1",
// which is operand 1 with a modifier, is an error to both compilers. Where what
// follows is no letter, nvcc drops both characters.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_ASSEMBLYTEXT_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_ASSEMBLYTEXT_H

namespace clang {
class Decl;
}

namespace warplint {

/// Writes the assembly of \p D, a function with a body, as Clang wants it, but
/// for that of headers of the system; others are left alone. To be called before
/// code is generated.
void escapeAssembly(clang::Decl &D);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_ASSEMBLYTEXT_H
