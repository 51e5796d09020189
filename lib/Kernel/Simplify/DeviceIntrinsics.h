//===- DeviceIntrinsics.h - libdevice's integer functions -------*- C++ -*-===//
//
// warplint parses without libdevice. Its integer functions that can stand in an
// index (min, max, abs, mul24, mulhi, clz, popc, ffs, byte_perm, sad) are
// replaced by LLVM's intrinsics.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H

namespace llvm {
class Module;
}

namespace warplint {

void foldLibdeviceCalls(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_DEVICEINTRINSICS_H
