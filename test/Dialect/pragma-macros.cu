// RUN: not %warplint %s -- %stub_flags -D__NVCC__ 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=error: < %t.err
// RUN: %warplint %s --format=json --fail-on=never -- %stub_flags -D__NVCC__ | FileCheck %s --check-prefix=JSON
//
// Macros that expand to a directive #pragma, as CuTe has them for nvcc. nvcc 13.0
// takes it: with "#pragma unroll 4" it reads 4 times in a round, with 25 25 times.

// NONE-NOT: clang reports

#define UNROLL #pragma unroll
#define NO_UNROLL # pragma unroll 1
#define MESSAGE #pragma message("a \"quoted\" text")

MESSAGE

__global__ void k(int *p, int n) {
  __shared__ int s[64];
  UNROLL
  for (int i = 0; i < 2; ++i)
    s[32 * i + threadIdx.x] = p[i];
  __syncthreads();
  int sum = 0;
  NO_UNROLL
  for (int i = 0; i < n; ++i)
    sum += s[2 * threadIdx.x];
  // Words 0, 2, ..., 62 are two of each even bank.
  // CHECK: :[[@LINE-2]]:{{[0-9]+}}: warning: 2-way bank conflict
  p[threadIdx.x] = sum;
}
void run(int *p) { k<<<1, 32>>>(p, 8); }

// The pragma holds: four words are one request where the loop is taken apart.
__global__ void apart(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  int sum = 0;
  UNROLL
  for (int i = 0; i < 4; ++i)
    // JSON: "line": [[@LINE+2]],
    // JSON: "issue": "fused"
    sum += s[threadIdx.x / 16 * 4 + i];
  NO_UNROLL
  for (int i = 0; i < 4; ++i)
    // JSON: "line": [[@LINE+2]],
    // JSON: "issue": "as-written"
    sum += s[threadIdx.x / 16 * 4 + i + 32];
  p[threadIdx.x] = sum;
}
