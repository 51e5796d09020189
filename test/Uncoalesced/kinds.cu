// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// All ways to read and write global memory. Lanes are 32 bytes apart where nothing
// else is said: 32 sectors for 4 of 4-byte accesses.

__global__ void readOnly(float *g, const float *__restrict__ in) {
  int t = threadIdx.x;
  g[t] = __ldg(&in[8 * t]) + in[8 * t + 1];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: :[[@LINE-3]]:30: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  g[t] = __ldg(&in[t]);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: coalesced: this 32-bit load touches 4 sectors
}

// No value is needed: nvcc does not load it, unless it is volatile.
__global__ void unused(const float *in) {
  float x = in[8 * threadIdx.x];
  float y = *(const volatile float *)&in[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:13: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

__global__ void atomics(int *counts) {
  atomicAdd(&counts[8 * threadIdx.x], 1);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit atomic touches 32 sectors, ideal 4
  atomicAdd(&counts[threadIdx.x], 1);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit atomic touches 4 sectors
  // All lanes at one word: contention, but one sector.
  atomicAdd(&counts[0], 1);
}

__global__ void assembly(float *g, const float *in) {
  float value, other;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(in + 8 * threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(other) : "l"(in + threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit load touches 4 sectors
  asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(g + 8 * threadIdx.x), "f"(value), "f"(other));
  // 8 bytes a lane: 256 bytes fill 8 sectors.
  // CHECK: :[[@LINE-2]]:3: warning: uncoalesced: this 64-bit store touches 32 sectors, ideal 8
}

// The global side of cp.async: 16 bytes of every 32, and of every 16.
__global__ void copies(const float *in) {
  __shared__ float tile[256];
  unsigned to = __cvta_generic_to_shared(tile + 4 * threadIdx.x);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 8 * threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 16-byte cp.async touches 32 sectors, ideal 16; 512 of 1,024 bytes moved are used
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 16-byte cp.async touches 16 sectors
}

// Shared, local and constant memory are not this check's.
__constant__ float table[1024];
__global__ void elsewhere(float *g) {
  __shared__ float tile[1024];
  float own[4] = {};
  tile[32 * threadIdx.x] = table[32 * threadIdx.x];
  own[threadIdx.x & 3] = 1;
  g[threadIdx.x] = tile[threadIdx.x] + own[threadIdx.x & 1];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A helper is told of once, with the call.
__device__ float strided(const float *p) { return p[8 * threadIdx.x]; }
// CHECK: :[[@LINE-1]]:51: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
// CHECK: note: called from here in 'helped'
__global__ void helped(float *g, const float *in) {
  g[threadIdx.x] = strided(in);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A template is told of once, for its worst instance. Its one warp waits for its
// store as long as for 4 sectors: a remark.
template <int Stride> __global__ void instances(float *g) {
  g[Stride * threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 12 sectors, ideal 4
  // CHECK: note: in instantiation 'instances<3>'
  // CHECK: note: in 'instances<1>': coalesced
}

void run(float *g, int *i) {
  readOnly<<<1, 32>>>(g, g);
  unused<<<1, 32>>>(g);
  atomics<<<1, 32>>>(i);
  assembly<<<1, 32>>>(g, g);
  copies<<<1, 32>>>(g);
  elsewhere<<<1, 32>>>(g);
  helped<<<1, 32>>>(g, g);
  instances<1><<<1, 32>>>(g);
  instances<3><<<1, 32>>>(g);
}
