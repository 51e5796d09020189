//===- DeviceIntrinsics.h - libdevice's functions ---------------*- C++ -*-===//
//
// warplint parses without libdevice. Its integer functions that can stand in an
// index (min, max, abs, mul24, mulhi, clz, popc, ffs, byte_perm, sad), and those
// of floating-point numbers that are one instruction (fminf, fabsf, fmaf), are
// replaced by LLVM's intrinsics.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H

#include <optional>

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace warplint {

void foldLibdeviceCalls(llvm::Module &M);

/// Weakens what LLVM 22 knows of special registers, such as that a block has at most
/// 1,024 threads: nvcc 13.0 does not, and keeps what stands under
/// `blockDim.x > 1024`.
void widenRanges(llvm::Module &M);

/// nvcc knows them when it computes addresses: `in[threadIdx.x + 64]` is 256 bytes
/// behind `in[threadIdx.x]`.
void recallRanges(llvm::Function &Kernel);

/// \p Call is of a function of libdevice, `__nv_sincosf`: nvcc inlines them all.
bool isOfLibdevice(const llvm::CallBase &Call);

/// \p Call is of a function of libdevice that touches no memory: nvcc puts it in
/// place, whatever it computes.
bool isMathCall(const llvm::CallBase &Call);

/// About how many instructions such a call becomes, where they have no branch
/// for special values; nothing where they may have one.
std::optional<unsigned> straightSizeOf(const llvm::CallBase &Call);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H
