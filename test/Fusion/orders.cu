// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Stores to neighbouring variables. What nvcc 13.0 issues for sm_90 stands behind
// each kernel.

// STS.32 twice: nobody else reads `end`, which is gone, so that `flag` is not
// where it seems.
__global__ void handedOn(int *out, const int *in) {
  __shared__ int a, begin, end, flag;
  if (threadIdx.x == 5) {
    a = in[2];
    begin = in[0];
    end = in[1];
    // CHECK-NOT: :[[@LINE-1]]:5: {{.*}}issued
    flag = end - begin;
    // CHECK-NOT: :[[@LINE-1]]:5: {{.*}}issued
  }
  __syncthreads();
  out[threadIdx.x] = begin * flag + a;
}

void run(int *i) { handedOn<<<1, 32>>>(i, i); }
