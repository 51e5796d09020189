// REQUIRES: nvcc
// RUN: %warplint --cuda-path=%cuda_path --issued=nvcc --layouts=false --sort=source --fail-on=never %s --arch=sm_90 -- %flags | FileCheck %s
// RUN: %warplint --cuda-path=%cuda_path --issued=model --layouts=false --sort=source --fail-on=never %s --arch=sm_90 -- %flags | FileCheck --check-prefix=MODEL %s
// RUN: %warplint --cuda-path=%cuda_path --issued=nvcc --layouts=false --format=json --fail-on=never %s --arch=sm_90 -- %flags | FileCheck --check-prefix=JSON %s
// RUN: not %warplint --issued=nvcc --as-written %s 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: error: --issued=nvcc cannot be combined with --as-written
// MODEL-NOT: nvcc
// JSON: "compiler": "nvcc {{[0-9.]+}}"
// JSON-NEXT: "compilerProblem": null

#ifndef __NVCC__ // Which has all of CUDA.
#include "cuda_stub.h"
#endif

// A short loop in another one: the rules can't say whether it is unrolled. nvcc
// 13.0 does it four times, and leaves at most three loads to the end.
__global__ void shortInLong(float *g, const float *in, int n, int m) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float x = 0;
  for (int q = 0; q < m; ++q)
    for (int k = 0; k < n % 8; ++k)
      x = x * in[q] + s[4 * t + 16 * q + k];
  // MODEL: :[[@LINE-1]]:23: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // MODEL: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load: 4 wavefronts together, ideal 4
  // Four words each make 4 wavefronts together, which is the ideal: no warning.
  // CHECK-NOT: :[[@LINE-4]]:{{[0-9]+}}: warning
  // JSON: "kernel": "shortInLong"
  // JSON: "line": [[@LINE-6]],
  // JSON: "issue": "fused",
  // JSON-NEXT: "fusedBytes": 16,
  // JSON: "issuedBy": "nvcc {{[0-9.]+}}",
  // JSON-NEXT: "issueDoubt": null
  g[t] = x;
}

// The counter begins with a parameter, whose multiple of 4 nvcc does not see:
// whatever it unrolls, words at unknown places can't be one request.
__global__ void fromParameter(float *out, const float *in, int n, int m) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float x = 0;
  for (int i = 4 * m; i < n; ++i)
    x = x * 1.5f + s[8 * threadIdx.x + i];
  // MODEL: :[[@LINE-1]]:20: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts
  // MODEL: note: as written; the compiler may issue
  // CHECK: :[[@LINE-3]]:20: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts
  // CHECK: :[[@LINE-4]]:20: {{.*}}as issued by nvcc {{[0-9.]+}}, each load separately
  // CHECK-NOT: the compiler may issue
  out[threadIdx.x] = x;
}

// Four words at once, as the rules are sure of, too.
__global__ void certain(float *out, const float *in) {
  __shared__ alignas(16) float s[32][32];
  for (int r = 0; r < 32; ++r)
    s[r][threadIdx.x] = in[32 * r + threadIdx.x];
  __syncthreads();
  float x = 0;
#pragma unroll
  for (int i = 0; i < 32; ++i)
    x = x * 1.5f + s[threadIdx.x][i];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4
  // CHECK: :[[@LINE-2]]:20: {{.*}}as issued by nvcc {{[0-9.]+}}{{$}}
  out[threadIdx.x] = x;
}

// Two loads of one line: four words of 'a' may be joined, those of 'b' lie 16
// words apart and can't be. For each load of 16 bytes nvcc 13.0 issues four of 4:
// as many as 'b' has, so that none of 'a' is left among them. Four words each
// make 4 wavefronts, which is the ideal: no warning.
__global__ void dot(float *out, const float *in) {
  __shared__ float a[16 * 132], b[16 * 128];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int d = tx; d < 128; d += 16) {
    a[ty * 132 + d] = in[ty * 128 + d];
    b[d * 16 + ty] = in[ty * 128 + d];
  }
  __syncthreads();
  float s = 0;
  for (int d = 0; d < 128; ++d)
    s += a[tx * 132 + d] * b[d * 16 + ty];
  // MODEL-NOT: :[[@LINE-1]]:{{[0-9]+}}: warning
  // CHECK-NOT: :[[@LINE-2]]:{{[0-9]+}}: warning
  // JSON: "kernel": "dot",
  // JSON: "array": "a",
  // JSON: "kind": "load",
  // JSON: "issue": "fused",
  // JSON: "issuedBy": "nvcc
  out[tx + 16 * ty] = s;
}

// docs/fusion.md, "Loops that stay have a trap": a register points at the
// middle of four words, and two loads of two words are issued. That is neither
// of the two readings, and the figure stays that of the source.
__global__ void middle(float *out, int n) {
  __shared__ float s[2048];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float x = 0;
  for (int i = 0; i < n; ++i)
    x += s[threadIdx.x * 64 + i];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts
  // CHECK: :[[@LINE-2]]:10: note: the machine code from nvcc {{[0-9.]+}} does not show how it is issued: the loads of 4 and 8 bytes that nvcc emits match no expected combination
  // CHECK: :[[@LINE-3]]:10: note: as written; the compiler may issue 4 iterations
  // JSON: "kernel": "middle"
  // JSON: "issuedBy": "model",
  // JSON-NEXT: "issueDoubt": "the loads of 4 and 8 bytes that nvcc emits match no expected combination"
  out[threadIdx.x] = x;
}

// Nobody makes an instance of it but warplint.
template <int N> __global__ void nobodys(float *out) {
  __shared__ float s[32 * N];
  s[threadIdx.x * N] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: {{.*}}-way bank conflict
  // CHECK: :[[@LINE-2]]:3: note: the machine code from nvcc {{[0-9.]+}} does not show how it is issued: nvcc emits no code for this kernel
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// What each compiler calls these kernels in its own way is found all the same:
// as written, since a lane reads one word.
namespace {
__global__ void unnamed(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:3: {{.*}}as issued by nvcc {{[0-9.]+}}, each store separately
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
} // namespace
static __global__ void own(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:3: {{.*}}as issued by nvcc {{[0-9.]+}}, each store separately
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(float *out) {
  dot<<<1, dim3(16, 16)>>>(out, out);
  unnamed<<<1, 32>>>(out);
  own<<<1, 32>>>(out);
}
