// RUN: %warplint --report-clean %s %stub | FileCheck %s --implicit-check-not=warning: --implicit-check-not=unproven:
//
// Data that chooses a row of 32 words leaves each lane its bank: clean, whatever it
// is. So is what all lanes of a warp read from one place.

__global__ void rows(const int *value, int *out, int n) {
  __shared__ unsigned count[64][32];
  for (int i = threadIdx.x; i < 2048; i += 256)
    count[i / 32][i % 32] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256)
    atomicAdd(&count[value[i] & 63][threadIdx.x % 32], 1u);
  // CHECK: :[[@LINE-1]]:5: remark: {{.*}}conflict-free
  __syncthreads();
  out[threadIdx.x] = count[threadIdx.x / 32][threadIdx.x % 32];
}
__global__ void flat(const int *value, int *out) {
  __shared__ unsigned count[64 * 32];
  count[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = count[(value[threadIdx.x] & 63) * 32 + threadIdx.x % 32];
  // CHECK: :[[@LINE-1]]:22: remark: {{.*}}conflict-free
}
__global__ void ofWarp(const int *first, float *out) {
  __shared__ float t[2048];
  t[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[first[threadIdx.x / 32] + threadIdx.x % 32];
  // CHECK: :[[@LINE-1]]:22: remark: {{.*}}conflict-free
}
void run(const int *v, int *o, float *f, int n) {
  rows<<<1, 256>>>(v, o, n);
  flat<<<1, 256>>>(v, o);
  ofWarp<<<1, 256>>>(v, f);
}
