// What the stand-in of CUDA's headers lacks. As CUDA's own, no file of the user's.
#pragma once
#pragma clang system_header
struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct CUgraph_st;
struct CUgraphNode_st;
extern "C" {
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *kernel, void **arguments);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid,
                                        dim3 block, void **arguments,
                                        size_t bytes, cudaStream_t stream);
cudaError_t cudaGraphAddKernelNode(CUgraphNode_st **node, CUgraph_st *graph,
                                   CUgraphNode_st *const *after, size_t count,
                                   const cudaKernelNodeParams *parameters);
int sscanf(const char *text, const char *format, ...);
void qsort(void *of, size_t count, size_t size,
           int (*compare)(const void *, const void *));
}
template <class... Expected, class... Actual>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                               void (*kernel)(Expected...),
                               Actual &&...actual) {
  return [&](Expected... given) {
    void *arguments[] = {&given...};
    return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
  }(static_cast<Actual &&>(actual)...);
}
