// RUN: not %warplint --checks='-*,warplint-shared-alignment' %s %stub | %check %s
// RUN: not %warplint --checks='-*,warplint-shared-alignment' --check-option=warplint-shared-alignment.ReportUnpromised=true %s %stub | FileCheck %s --check-prefix=LUCK
//
// Offsets are multiples of 16 bytes, and the array need not begin at one. nvcc lays
// static arrays out in the order of their declarations, from a multiple of 16 on, each
// at the alignment of its declaration (lib/Kernel/Issue/SharedLayout.h).

// flag lies at byte 0, s at 4.
__global__ void afterFlag(float4 *g) {
  __shared__ int flag;
  __shared__ float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 's' needs 16-byte alignment, but nvcc places 's' at offset 4 (mod 16) [warplint-shared-alignment]
  // CHECK: :[[@LINE-4]]:20: note: 's' is declared here as float[256]
  // CHECK: :[[@LINE-6]]:18: note: nvcc places static arrays in declaration order, and 'flag' takes 4 bytes
  if (t == 0)
    flag = int(g[1].x);
  __syncthreads();
  g[0].x = flag;
}

// The other way round s lies at byte 0.
__global__ void beforeFlag(float4 *g) {
  __shared__ float s[256];
  __shared__ int flag;
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  // LUCK: :[[@LINE-1]]:10: remark: accidental alignment: this 128-bit load of 's' needs 16-byte alignment, but 's' is declared with 4-byte alignment
  if (t == 0)
    flag = int(g[1].x);
  __syncthreads();
  g[0].x = flag;
}

// 33 words are 132 bytes: b lies at 132, and c at 264, 8 past a multiple of 16 but at
// one of 8.
__global__ void threeTiles(float4 *g, float2 *h) {
  __shared__ float a[33], b[33];
  __shared__ float c[128];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&a[4 * (t % 8)]);
  g[t] = *reinterpret_cast<float4 *>(&b[4 * (t % 8)]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 'b' {{.*}} but nvcc places 'b' at offset 4 (mod 16)
  g[t] = *reinterpret_cast<float4 *>(&c[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 'c' {{.*}} but nvcc places 'c' at offset 8 (mod 16)
  h[t] = *reinterpret_cast<float2 *>(&c[2 * t]);
}

// Sizes that are multiples of 16 move nothing.
__global__ void evenTiles(float4 *g) {
  __shared__ float a[8][32], b[32][8];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&a[t / 8][t % 8 * 4]);
  // LUCK: :[[@LINE-1]]:10: remark: accidental alignment: this 128-bit load of 'a'
  g[t] = *reinterpret_cast<float4 *>(&b[t / 2][t % 2 * 4]);
  // LUCK: :[[@LINE-1]]:10: remark: accidental alignment: this 128-bit load of 'b'
}

// Declared, or of a type that has it.
__global__ void promised(float4 *g) {
  __shared__ char c;
  __shared__ alignas(16) float s[64];
  __shared__ __align__(32) float l[64];
  __shared__ float4 v[64];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  g[t] = *reinterpret_cast<float4 *>(&l[4 * t]);
  g[t] = v[t];
  g[0].x = c;
}

// nvcc aligns these, and lays them behind the static ones.
extern __shared__ float dynamic[];
__global__ void dynamicAfterFlag(float4 *g) {
  __shared__ int flag;
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&dynamic[4 * t]);
  g[0].x = flag;
}

// A double's alignment is 8: d takes 24 bytes, and e lies at 24.
__global__ void doubles(double2 *g) {
  __shared__ double d[3];
  __shared__ double e[64];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<double2 *>(&e[2 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 'e' needs 16-byte alignment, but nvcc places 'e' at offset 8 (mod 16)
  g[0].x = d[t % 3] + e[t];
}

// bytes takes 5: s lies at 8, which is enough for pairs.
__global__ void pairs(float2 *g) {
  __shared__ char bytes[5];
  __shared__ float s[64];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float2 *>(&s[2 * t]);
  // LUCK: :[[@LINE-1]]:10: remark: accidental alignment: this 64-bit load of 's' needs 8-byte alignment
  g[0].x = bytes[t % 5];
}

// Which of two functions' arrays comes first is not known here.
__device__ float total(float v) {
  __shared__ float sums[33];
  sums[threadIdx.x] = v;
  return sums[0];
}
__global__ void callsTotal(float4 *g) {
  __shared__ float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 's' needs 16-byte alignment, but 's' is declared with 4-byte alignment
  // CHECK: note: {{.*}}'sums' takes 132 bytes
  g[0].x = total(1);
}

// An offset that is none, in an array that may make up for it: not certain.
__global__ void offsetInMovedArray(float4 *g) {
  __shared__ float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t + 1]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned address for some values: this 128-bit load of 's'
  g[0].x = total(1);
}

// Rows of 33 words: whatever s begins at, some row is off.
__global__ void rowsOfMovedArray(float4 *g) {
  __shared__ float s[64][33];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[t / 8][t % 8 * 4]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's' needs 16-byte alignment; the kernel traps
  g[0].x = total(1);
}

// A structure has the alignment of its widest member: 8 here.
struct Pair {
  float2 p[9];
};
__global__ void structures(float4 *g) {
  __shared__ Pair first;
  __shared__ Pair second;
  int t = threadIdx.x;
  // 72 bytes further on: 8 past a multiple of 16.
  g[t] = *reinterpret_cast<float4 *>(&second.p[2 * (t % 4)]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 'second' {{.*}} but nvcc places 'second' at offset 8 (mod 16)
  g[0].x = first.p[t % 9].x;
}

// Among the stores alone nothing reads flag, and nvcc may leave it out.
__global__ void unreadFlag(float4 *g) {
  __shared__ int flag;
  __shared__ float s[256];
  int t = threadIdx.x;
  flag = t;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 's' {{.*}} but 's' is declared with 4-byte alignment
}

// A tensor as CuTe has it, whose elements are taken four at a time: the cast is the
// library's, the access the user's. odd lies at byte 4 of its array.
template <class T, int Stride> struct Tensor {
  T *data;
  __device__ T &operator()(int i) const { return data[Stride * i]; }
};
template <class To, class From> __device__ Tensor<To, 1> recast(Tensor<From, 1> t) {
  return {reinterpret_cast<To *>(t.data)};
}
__global__ void tensors(float4 *g) {
  __shared__ alignas(16) float s[260];
  int t = threadIdx.x;
  g[t] = recast<float4>(Tensor<float, 1>{s + 4})(t);
  g[t] = recast<float4>(Tensor<float, 1>{s + 1})(t);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's' needs 16-byte alignment
  // CHECK: note: lane 0 is 4 bytes past a multiple of 16
}
