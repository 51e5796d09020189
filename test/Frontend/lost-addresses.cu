// RUN: not %warplint --report-clean --report-unproven --layouts=false %s %stub 2>&1 | FileCheck %s
//
// Host code that does not compile may hand a kernel's address on: what launches it so
// has any block. With 8 x 4 threads rows of 65 words are 4-way; with whole rows, as in
// the launches that are seen, they have no conflict.

#define KERNEL(NAME)                                                          \
  __global__ void NAME(float *o) {                                            \
    __shared__ float s[64][65];                                               \
    s[threadIdx.y][threadIdx.x] = 1;                                          \
    __syncthreads();                                                          \
    o[threadIdx.x] = s[threadIdx.x][threadIdx.y];                             \
  }

KERNEL(inTable) // CHECK-DAG: :[[@LINE]]:1: remark: unproven
void *table[] = {(void *)inTable};

KERNEL(inBraces) // CHECK-DAG: :[[@LINE]]:1: remark: unproven
KERNEL(inList)   // CHECK-DAG: :[[@LINE]]:1: remark: unproven
void hand() {
  Missing parameters = {(void *)inBraces, 8};
  Missing others{(void *)inList, 8};
  send(&parameters, &others);
}

// Nothing hands this on.
KERNEL(known) // CHECK-DAG: :[[@LINE]]:1: remark: conflict-free
void run(float *o) {
  inTable<<<1, dim3(32, 4)>>>(o);
  inBraces<<<1, dim3(32, 4)>>>(o);
  inList<<<1, dim3(32, 4)>>>(o);
  known<<<1, dim3(32, 4)>>>(o);
}
// CHECK: 8 shared-memory accesses: 2 clean, 6 unproven
