// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' %s %stub | %check %s
//
// Variables that are const, not __constant__, lie in global memory: nvcc 13.0 emits
// .global and ld.global.nc for all of these, where clang has .const.

__device__ const float table[4096] = {1};
template <class T> __device__ const T values[64] = {1, 2};

__global__ void k(float *out) {
  static const float local[64] = {1, 2};
  int t = threadIdx.x;
  out[t] = table[8 * t];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  out[t] = local[2 * (t & 31)];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4
  out[t] = values<float>[2 * (t & 31)];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4
}

void run(float *out) { k<<<1, 256>>>(out); }
