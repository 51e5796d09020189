// An access that a function of Clang's own headers makes is told at the user's call. No
// note leads into those headers, which nobody has in a build; one into the toolkit's does.

// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks='warplint-*' --negligible=warning --verbose %s -- -std=c++17 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=__clang_cuda --implicit-check-not=__warplint__

#include <cuda_pipeline.h>

__global__ void kernel(float *out, const float *in) {
  __shared__ float tile[32][32];
  __pipeline_memcpy_async(&tile[threadIdx.x][0], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  float v = __ldg(in + 32 * threadIdx.x);
  // CHECK-DAG: own-headers.cu:[[@LINE-1]]:13: warning: uncoalesced: this 32-bit load touches 32 sectors
  out[threadIdx.x] = atomicAdd(&tile[threadIdx.x][1], v);
  // CHECK-DAG: own-headers.cu:[[@LINE-1]]:22: warning: {{.*}}this 32-bit atomic
  __stcg(out + 32 * threadIdx.x, v);
  // CHECK-DAG: own-headers.cu:[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors
}
// CHECK-DAG: cuda_pipeline_helpers.h:{{[0-9:]+}} note: the access is made here
void run(float *out, const float *in) { kernel<<<1, 32>>>(out, in); }
