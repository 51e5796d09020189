//===- RuntimeCalls.cpp - What CUDA's functions do with kernels -----------===//

#include "RuntimeCalls.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint {

RuntimeCall runtimeCallOf(llvm::StringRef Name) {
  using enum RuntimeCall;
  Name.consume_back("_ptsz");
  Name.consume_back("_v2");
  return llvm::StringSwitch<RuntimeCall>(Name)
      .Cases({"cudaLaunchKernel", "cudaLaunchCooperativeKernel",
              "cudaLaunchKernelEx", "cudaLaunchKernelExC"},
             Launches)
      .Cases({"cudaFuncSetAttribute", "cudaFuncGetAttributes",
              "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig",
              "cudaFuncGetName", "cudaFuncGetParamInfo",
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
              "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
              "cudaOccupancyAvailableDynamicSMemPerBlock",
              "cudaOccupancyMaxPotentialBlockSize",
              "cudaOccupancyMaxPotentialBlockSizeWithFlags",
              "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
              "cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
              "cudaOccupancyMaxPotentialClusterSize",
              "cudaOccupancyMaxActiveClusters"},
             Asks)
      .Cases(
          {"cuModuleGetFunction", "cuLibraryGetKernel", "cudaLibraryGetKernel"},
          FindsKernel)
      .Cases({"cuModuleEnumerateFunctions", "cuLibraryEnumerateKernels",
              "cudaLibraryEnumerateKernels", "cuGraphKernelNodeGetParams",
              "cudaGraphKernelNodeGetParams", "cuGraphNodeGetParams",
              "cudaGraphNodeGetParams"},
             FindsAny)
      .Cases({"cudaGetDriverEntryPoint", "cudaGetDriverEntryPointByVersion",
              "cuGetProcAddress"},
             FindsCall)
      .Default(Other);
}

} // namespace warplint
