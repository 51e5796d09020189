// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A record copied in a function that does not know where its pointers lead stays
// whole, however its fields are used there.

__device__ void increment(float4 *to, const float4 *from) {
  float4 value = *from;
  value.x += 1;
  *to = value;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts
}

// Quads 4 * t: the eight lanes of a quarter meet in two groups of banks.
__device__ float sum(const float4 *quads, int t) {
  float4 value = quads[4 * t];
  // CHECK: :[[@LINE-1]]:18: warning: {{.*}} bank conflict: this 128-bit load takes 16 wavefronts, ideal 4
  return value.x + value.w;
}

__global__ void kernel(const float4 *from, float *out) {
  __shared__ float4 rows[128];
  int t = threadIdx.x;
  increment(&rows[t], &from[t]);
  float4 local[1];
  increment(local, &from[t]); // No shared access.
  __syncthreads();
  out[t] = sum(rows, t) + local[0].x;
}

void launch(const float4 *from, float *out) { kernel<<<1, 32>>>(from, out); }
