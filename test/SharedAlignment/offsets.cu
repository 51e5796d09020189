// RUN: not %warplint --checks='-*,warplint-shared-alignment' %s %stub | %check %s
//
// Offsets in arrays that begin at a multiple of 16, as declared: is the address of
// every active lane a multiple of the access's width?

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// Byte 16 * t + 4.
__global__ void oneWordOn(float4 *g) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t + 1]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's' needs 16-byte alignment; the kernel traps [warplint-shared-alignment]
  // CHECK: note: lane 0 is at byte 4, 4 bytes past a multiple of 16
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t + 4]);
}

// A row of 33 words takes 132 bytes, 4 more than a multiple of 16: lane 8 is the
// first of the second row. One of 36 takes 144.
__global__ void oddPitch(float4 *g) {
  __shared__ alignas(16) float odd[32][33];
  __shared__ alignas(16) float even[32][36];
  int x = threadIdx.x, y = threadIdx.y;
  g[x] = *reinterpret_cast<float4 *>(&odd[y][4 * x]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 'odd' needs
  // CHECK: note: in warp 0, lane 8 is at byte 132, 4 bytes past a multiple of 16
  // CHECK: note: with block (8,32,1)
  g[x] = *reinterpret_cast<float4 *>(&even[y][4 * x]);
}

struct Tail {
  float head[3];
  float tile[64];
};
struct AlignedTail {
  float head[3];
  alignas(16) float tile[64];
};

// tile begins at byte 12; with an alignment of its own, at 16.
__global__ void members(float4 *g) {
  __shared__ alignas(16) Tail s;
  __shared__ AlignedTail a;
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s.tile[4 * t]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's.tile' needs
  // CHECK: note: lane 0 is at byte 12, 12 bytes past a multiple of 16
  g[t] = *reinterpret_cast<float4 *>(&a.tile[4 * t]);
}

// Every other lane begins in the middle of a double.
__global__ void wordsAsDoubles(double *g) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<double *>(&s[t]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 64-bit load of 's' needs 8-byte alignment; the kernel traps
  // CHECK: note: in warp 0, lane 1 is at byte 4, 4 bytes past a multiple of 8
  g[t] = *reinterpret_cast<double *>(&s[2 * t]);
  if (t % 2 == 0) // The other lanes take no part.
    g[t] = *reinterpret_cast<double *>(&s[t]);
  if (t > 2000) // No block has such a lane.
    g[t] = *reinterpret_cast<double *>(&s[1]);
}

__global__ void stores(float2 v) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  *reinterpret_cast<float2 *>(&s[2 * t + 3]) = v;
  // CHECK: :[[@LINE-1]]:3: error: misaligned address: this 64-bit store of 's' needs 8-byte alignment
  *reinterpret_cast<float2 *>(&s[2 * t + 2]) = v;
}

// A row of 36 halves takes 72 bytes, one of 40 takes 80.
__global__ void matrixRows(int *g) {
  __shared__ alignas(16) __half narrow[16][36];
  __shared__ alignas(16) __half wide[16][40];
  int t = threadIdx.x;
  int a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&narrow[t % 16][t / 16 * 8])));
  // CHECK: :[[@LINE-3]]:3: error: misaligned address: this ldmatrix.x4 of 'narrow' needs 16-byte alignment
  // CHECK: note: lane 1 is at byte 72, 8 bytes past a multiple of 16
  g[t] = a + b + c + d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&wide[t % 16][t / 16 * 8])));
  g[t + 32] = a + b + c + d;
}

__global__ void asyncCopies(const float4 *g) {
  __shared__ alignas(16) float s[32][33];
  __shared__ alignas(16) float p[32][36];
  int t = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&s[t][0])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: error: misaligned address: this 16-byte cp.async of 's' needs 16-byte alignment
  // CHECK: note: lane 1 is at byte 132, 4 bytes past a multiple of 16
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&p[t][0])), "l"(g + t));
}

__global__ void longAtomics() {
  __shared__ alignas(16) unsigned s[64];
  int t = threadIdx.x;
  atomicAdd(reinterpret_cast<unsigned long long *>(&s[2 * (t % 4) + 1]), 5ull);
  // CHECK: :[[@LINE-1]]:3: error: misaligned address: this 64-bit atomic of 's' needs 8-byte alignment
  atomicAdd(reinterpret_cast<unsigned long long *>(&s[2 * (t % 4) + 8]), 5ull);
}

// Bytes 4 * t + 2 of a buffer of characters.
__global__ void wordsOfBytes(int *g) {
  __shared__ alignas(16) char bytes[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<int *>(&bytes[4 * t + 2]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 32-bit load of 'bytes' needs 4-byte alignment
  g[t] = *reinterpret_cast<int *>(&bytes[4 * t + 8]);
}

struct __attribute__((packed)) Packed {
  char tag;
  int value;
};

// nvcc reads what is packed byte by byte, and so it copies what may lie anywhere.
__global__ void piecewise(int *g, float4 *h) {
  __shared__ Packed records[32];
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  g[t] = records[t].value;
  float4 v;
  __builtin_memcpy(&v, &s[4 * t + 1], sizeof v);
  h[t] = v;
}

// What comes from memory is not known, but here it counts whole elements.
__global__ void indicesFromMemory(float4 *g, const int *at) {
  __shared__ float4 s[64];
  __shared__ alignas(16) float w[256];
  int t = threadIdx.x;
  g[t] = s[at[t]];
  g[t] = *reinterpret_cast<float4 *>(&w[4 * at[t]]);
  g[t] = *reinterpret_cast<float4 *>(&w[at[t]]); // Nothing is known.
}

void run(float4 *g) {
  oneWordOn<<<1, 32>>>(g);
  oddPitch<<<1, dim3(8, 32)>>>(g);
  members<<<1, 16>>>(g);
  wordsAsDoubles<<<1, 64>>>((double *)g);
  stores<<<1, 32>>>(make_float2(1, 2));
  matrixRows<<<1, 32>>>((int *)g);
  asyncCopies<<<1, 32>>>(g);
  longAtomics<<<1, 32>>>();
  wordsOfBytes<<<1, 32>>>((int *)g);
}
