// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Vectors of 8 and 16 bytes a lane. Loads are served by half-warps and
// quarter-warps, which merge in pairs when all lanes agree with the lane beside
// them, or all with the lane two further (the pair rule); stores never merge.
// Eight float4 side by side fill the 32 banks.

#include "launch.h"

// expect float2Loads: ld=14 st=2
__global__ void float2Loads(const float2 *in, float2 *out) {
  __shared__ float2 v[128];
  int t = threadIdx.x;
  v[t] = in[t]; // 32 words a half-warp: st 1 + 1
  __syncthreads();
  float2 a = v[t];      // the same: ld 2
  float2 b = v[t >> 1]; // lanes i and i xor 1 agree, 32 words in all: ld 1
  // Lanes i and i xor 2 agree, 32 words in all: ld 1.
  float2 c = v[(t & 1) | (t >> 2 << 1)];
  // Lanes i and i xor 4 agree: no rule, 16 words a half-warp: ld 1 + 1.
  float2 d = v[(t & 3) | (t >> 3 << 2)];
  // Words 4 * t and the next: 8 pairs of banks, two lanes each: ld 2 + 2.
  float2 e = v[2 * t];
  // Pairs agree, words 8 * (t / 2) and the next: 16 elements in 4 pairs of
  // banks, four words a bank: ld 4.
  float2 f = v[4 * (t >> 1)];
  out[t] = a;
  out[32 + t] = b;
  out[64 + t] = c;
  out[96 + t] = d;
  out[128 + t] = e;
  out[160 + t] = f;
}

// expect float4Loads: ld=48 st=4
__global__ void float4Loads(const float4 *in, float4 *out) {
  __shared__ float4 v[256];
  int t = threadIdx.x;
  v[t] = in[t]; // 32 words a quarter-warp: st 4
  __syncthreads();
  out[t] = v[t];           // the same: ld 4
  out[32 + t] = v[t >> 1]; // pairs agree, 32 words for lanes 0-15: ld 1 + 1
  // Lanes i and i xor 2 agree: ld 1 + 1.
  out[64 + t] = v[(t & 1) | (t >> 2 << 1)];
  // Lanes i and i xor 4 agree: no rule, ld 4.
  out[96 + t] = v[(t & 3) | (t >> 3 << 2)];
  out[128 + t] = v[t & 7]; // all quarters alike: no rule, ld 4
  // Words 32 * t: 8 words in each of four banks, for each quarter: ld 32.
  out[160 + t] = v[8 * t];
}

// expect float4Stores: ld=4 st=44
__global__ void float4Stores(const float4 *in, float4 *out) {
  __shared__ float4 v[256];
  int t = threadIdx.x;
  v[8 * t] = in[t]; // 8 words in each of four banks, four times: st 32
  __syncthreads();
  v[t >> 1] = in[32 + t]; // pairs agree, but stores never merge: st 4
  __syncthreads();
  v[2 * t] = in[64 + t]; // words 8 * t: two words a bank, four times: st 8
  __syncthreads();
  out[t] = v[t]; // ld 4
}

// The lanes as 4 rows x 8 columns: lane row r needs a[r], lane column c needs
// b[c].
//
// expect rowMajor: ld=6 st=4
__global__ void rowMajor(const float4 *in, float4 *out) {
  __shared__ float4 a[32];
  __shared__ float4 b[32];
  int t = threadIdx.x;
  if (t < 16) // two quarters each: st 2 + 2
    a[t] = in[t];
  else
    b[t] = in[t];
  __syncthreads();
  out[t] = a[t / 8];           // a quarter reads one element, pairs agree: ld 2
  out[32 + t] = b[16 + t % 8]; // a quarter reads all eight: ld 4
}

// The same with rows 32 words apart, which share their banks.
//
// expect rowsApart: ld=4 st=4
__global__ void rowsApart(const float4 *in, float4 *out) {
  __shared__ float4 a[32];
  int t = threadIdx.x;
  a[t] = in[t]; // st 4
  __syncthreads();
  out[t] =
      a[t / 8 * 8]; // pairs agree; two words a bank for lanes 0-15: ld 2 + 2
}

// Z-order: lane bit 0 is a column, lane bit 1 a row.
//
// expect columnsFirst: ld=4 st=4
__global__ void columnsFirst(const float4 *in, float4 *out) {
  __shared__ float4 a[32];
  int t = threadIdx.x;
  int r = (t >> 1 & 1) | (t >> 3 & 1) << 1;
  int c = (t & 1) | (t >> 2 & 1) << 1 | (t >> 4) << 2;
  a[t] = in[t]; // st 4
  __syncthreads();
  out[t] = a[r];          // lanes i and i xor 1 agree: ld 1 + 1
  out[32 + t] = a[8 + c]; // lanes i and i xor 2 agree: ld 1 + 1
}

// Z-order the other way: lane bit 0 is a row, lane bit 1 a column.
//
// expect rowsFirst: ld=4 st=4
__global__ void rowsFirst(const float4 *in, float4 *out) {
  __shared__ float4 a[32];
  int t = threadIdx.x;
  int r = (t & 1) | (t >> 2 & 1) << 1;
  int c = (t >> 1 & 1) | (t >> 3) << 1;
  a[t] = in[t]; // st 4
  __syncthreads();
  out[t] = a[r];          // lanes i and i xor 2 agree: ld 1 + 1
  out[32 + t] = a[8 + c]; // lanes i and i xor 1 agree: ld 1 + 1
}

#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

// expect casts: ld=16 st=36
__global__ void casts(const float4 *in, float4 *out) {
  __shared__ alignas(16) float y[32 * 32];
  int t = threadIdx.x;
  // Words 32 * t: 8 words in each of four banks, four times: st 32.
  *reinterpret_cast<float4 *>(&y[32 * t]) = in[t];
  __syncthreads();
  FLOAT4(y[4 * t]) = in[32 + t]; // side by side: st 4
  __syncthreads();
  out[t] = FLOAT4(y[4 * t]); // ld 4
  // Words 12 * t: eight lanes in eight different groups of four banks: ld 4.
  out[32 + t] = FLOAT4(y[12 * t]);
  // Words 8 * t: two words a bank: ld 8.
  out[64 + t] = *reinterpret_cast<const float4 *>(y + 8 * t);
}

// Single members of vectors are 32-bit accesses at words 4 * t: four words in
// each of 8 banks.
//
// expect members: ld=8 st=4
__global__ void members(const float *in, float *out) {
  __shared__ volatile float4 v[32];
  int t = threadIdx.x;
  v[t].x = in[t]; // st 4
  __syncthreads();
  float a = v[t].x;      // ld 4
  float b = v[31 - t].w; // ld 4
  out[t] = a + b;
}

// The vector instructions themselves.
//
// expect inlinePtx: ld=10 st=34
__global__ void inlinePtx(const float4 *in, float4 *out) {
  __shared__ alignas(16) float y[32 * 32];
  int t = threadIdx.x;
  float4 v = in[t];
  // Words 32 * t: st 8 + 8 + 8 + 8.
  asm volatile("st.volatile.shared.v4.f32 [%0], {%1,%2,%3,%4};"
               :
               : "r"(sharedAddress(&y[32 * t])), "f"(v.x), "f"(v.y), "f"(v.z),
                 "f"(v.w)
               : "memory");
  // Words 2 * t: st 1 + 1.
  asm volatile("st.volatile.shared.v2.f32 [%0], {%1,%2};"
               :
               : "r"(sharedAddress(&y[2 * t])), "f"(v.x), "f"(v.y)
               : "memory");
  __syncthreads();
  // Words 8 * t, and 16 words further: two words a bank, ld 8.
  asm volatile("ld.volatile.shared.v4.f32 {%0,%1,%2,%3}, [%4 + 64];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"(sharedAddress(&y[8 * t])));
  out[t] = v;
  // Words 2 * t: ld 2.
  asm volatile("ld.volatile.shared.v2.f32 {%0,%1}, [%2];"
               : "=f"(v.x), "=f"(v.y)
               : "r"(sharedAddress(&y[2 * t])));
  out[32 + t] = v;
}

int main() {
  const float4 *in = deviceArray<float4>();
  float4 *out = deviceArray<float4>();
  float2Loads<<<1, 32>>>(deviceArray<float2>(), deviceArray<float2>());
  float4Loads<<<1, 32>>>(in, out);
  float4Stores<<<1, 32>>>(in, out);
  rowMajor<<<1, 32>>>(in, out);
  rowsApart<<<1, 32>>>(in, out);
  columnsFirst<<<1, 32>>>(in, out);
  rowsFirst<<<1, 32>>>(in, out);
  casts<<<1, 32>>>(in, out);
  members<<<1, 32>>>(deviceArray<float>(), deviceArray<float>());
  inlinePtx<<<1, 32>>>(in, out);
  return finish();
}
