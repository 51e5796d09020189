// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
//
// n << 63 is n times the least number of 64 bits, which has no positive
// counterpart.

__global__ void k(float *x, unsigned long long m, unsigned long long n) {
  __shared__ float t[64];
  unsigned long long i = (n << 63) - m;
  if (i / 4 < 1000)
    x[threadIdx.x] = t[threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free
  if ((long long)i < (long long)threadIdx.x)
    x[threadIdx.x] = t[threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free
}

void run(float *x) { k<<<1, 64>>>(x, 1, 2); }
