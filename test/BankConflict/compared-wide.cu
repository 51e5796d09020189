// RUN: %warplint --fail-on=never --report-clean --report-unproven --block=64 --sort=source %s %stub | FileCheck %s --implicit-check-not=warning:
//
// A negative number is a large one to a comparison without a sign: 2 > -n holds for
// n = 0 alone, and 2 > -n + 1 for n = 0 and 1.

__global__ void negated(unsigned *o, unsigned char n) {
  __shared__ unsigned s[256];
  s[(2ull > -n ? 2 : 4) * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: up to 4-way bank conflict
  o[threadIdx.x] = s[threadIdx.x];
}

__global__ void of_sixteen_bits(unsigned *o, unsigned short n) {
  __shared__ unsigned s[256];
  s[(2ull > -n ? 2 : 4) * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: {{warning: up to 4-way|remark: unproven}}
  o[threadIdx.x] = s[threadIdx.x];
}

__global__ void shifted(unsigned *o, unsigned short n) {
  __shared__ unsigned s[256];
  s[(2ull > (long long)-n + 1 ? 2 : 4) * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: {{warning: up to 4-way|remark: unproven}}
  o[threadIdx.x] = s[threadIdx.x];
}

// With a sign 2 > -n holds for all n of that type.
__global__ void with_sign(unsigned *o, unsigned short n) {
  __shared__ unsigned s[256];
  s[(2ll > -n ? 2 : 4) * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict
  o[threadIdx.x] = s[threadIdx.x];
}
