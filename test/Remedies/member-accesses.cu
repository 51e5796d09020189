// RUN: not %warplint %s %stub | FileCheck %s --implicit-check-not='declare an array for each member'
//
// Elements of a structure stay whole in every layout. By hand: one member of 32
// elements of 16 bytes is in 8 banks, 4 wavefronts: 512 for 64 rounds of 2 warps, which
// store with 8 more. The members of one name, side by side, would be in 32 banks.
struct Body {
  float x, y, z, m;
};

__global__ void bodies(const Body *in, float *out) {
  __shared__ Body s[64];
  // CHECK: [[@LINE-1]]:19: note: no layout of 's' needs fewer than 520 wavefronts per block (proven)
  // CHECK: [[@LINE-2]]:19: note: elements of 's' have 16 bytes and stay whole; declare an array for each member to place 4-byte accesses side by side
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float Sum = 0;
  for (int j = 0; j < 64; ++j)
    Sum += s[(threadIdx.x + j) & 63].m;
  out[threadIdx.x] = Sum;
}

// Floats have no members: the 16-byte stores keep them together.
__global__ void floats(const float4 *in, float *out) {
  __shared__ alignas(16) float v[256];
  // CHECK: [[@LINE-1]]:32: note: no layout of 'v' needs fewer than 16 wavefronts per block (proven)
  *reinterpret_cast<float4 *>(&v[4 * threadIdx.x]) = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = v[4 * threadIdx.x];
}

void run(const Body *b, const float4 *f, float *o) {
  bodies<<<1, 64>>>(b, o);
  floats<<<1, 64>>>(f, o);
}
