//===- LongDoubles.h - long double in device code ---------------*- C++ -*-===//
//
// In nvcc's device code a long double has the host's size, and values of a double
// (warning #20208). Clang knows such a type for the device
// (-mlong-double-80), but refuses to compute with it, and would with all 80 bits.
//
//   fadd x86_fp80 %a, %b   =>   fpext (fadd double (fptrunc %a), (fptrunc %b))
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_NVCC_LONGDOUBLES_H
#define WARPLINT_LIB_FRONTEND_NVCC_LONGDOUBLES_H

namespace clang {
class TargetInfo;
}
namespace llvm {
class Module;
}

namespace warplint {

/// Makes Sema take code with a long double. To be called when the macros of \p
/// Target are defined, which do not change.
void allowLongDouble(clang::TargetInfo &Target);

/// Makes \p M compute with doubles.
void computeWithDouble(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_NVCC_LONGDOUBLES_H
