// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean --arch=sm_70 %s %stub \
// RUN:   | %check %s --check-prefix=SM70
// RUN: not %warplint --checks=-warplint-uncoalesced-access --arch=sm_90 %s %stub | %check %s --check-prefix=SM90
// RUN: not %warplint --checks=-warplint-uncoalesced-access %s %stub | %check %s --check-prefix=SM90
// RUN: not %warplint --checks=-warplint-uncoalesced-access %s %stub --cuda-gpu-arch=sm_86 \
// RUN:   | %check %s --check-prefix=SM80
// RUN: not %warplint --checks=-warplint-uncoalesced-access --arch=sm_90 %s %stub --cuda-gpu-arch=sm_80 \
// RUN:   | %check %s --check-prefix=SM90
//
// The device is --arch, else that of the flags, else sm_90.

__global__ void kernel(float *g) {
  __shared__ float s[32 * 32];
#if __CUDA_ARCH__ >= 900
  g[threadIdx.x] = s[32 * threadIdx.x];
  // SM90: :[[@LINE-1]]:20: warning: 32-way bank conflict
#elif __CUDA_ARCH__ >= 800
  g[threadIdx.x] = s[8 * threadIdx.x];
  // SM80: :[[@LINE-1]]:20: warning: 8-way bank conflict
#else
  g[threadIdx.x] = s[threadIdx.x];
  // SM70: :[[@LINE-1]]:20: remark: conflict-free
#endif
}
