// RUN: not %warplint %s %stub | %check %s
// RUN: not %warplint --assumed=warning %s %stub | FileCheck %s --check-prefix=WARNING
// RUN: not %warplint --trials=0 %s %stub 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %warplint --stats %s %stub | FileCheck %s --check-prefix=STATS
//
// Kernel templates that nothing instantiates get figures for arguments that fit
// them. What rests on such arguments is a remark, and says so.

// A row of 64, 65, 32, 128 and 16 words is tried. Lane t reads word N * t: of 64,
// 32 and 128 all are in bank 0; of 16 half of them in bank 0, half in bank 16; of
// 65 lane t is in bank t.
template <int N> __global__ void column(float *p) {
  __shared__ float tile[32][N];
  p[threadIdx.x] = tile[threadIdx.x % 32][0];
  // CHECK: :[[@LINE-1]]:20: remark: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1, with N = 64 (assumed) [warplint-bank-conflict]
  // CHECK: note: in instantiation 'column<64>' with assumed arguments; set them with --instantiate
  // CHECK: note: block shape unknown; assuming blockDim.x is a multiple of 32 (set it with --block)
  // CHECK: note: 32 wavefronts, ideal 1 when N = 64, 32, 128; 16 wavefronts, ideal 1 when N = 16; conflict-free when N = 65 (5 argument lists tried)
}
// WARNING: :14:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1, with N = 64 (assumed)
// NONE: :12:34: note: skipped 'column': this file does not instantiate it

// Two words a lane, whatever the size is.
template <int SIZE> __global__ void everySize(float *p) {
  __shared__ float s[1024];
  for (int i = 0; i < SIZE; ++i)
    p[i] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:12: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with SIZE = 8 (assumed)
  // CHECK: note: the same for all 5 argument lists tried
}

// Only 48 fulfils the condition. 48 * t mod 32 is 0 or 16.
template <int N> __global__ void onlyOne(float *p) {
  static_assert(N == 48, "");
  __shared__ float tile[32][N];
  p[threadIdx.x] = tile[threadIdx.x % 32][0];
  // CHECK: :[[@LINE-1]]:20: remark: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1, with N = 48 (assumed)
}

// Four tiles of 64 x 64 floats are 64 KB, more than a block may have: 32 x 32.
template <int N> __global__ void fourTiles(float *p) {
  __shared__ float a[N][N], b[N][N], c[N][N], d[N][N];
  int t = threadIdx.x % 32;
  p[t] = a[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: 32-way bank conflict: {{.*}}, with N = 32 (assumed)
  b[0][t] = c[0][t] = d[0][t] = p[t];
}

// 32 * 32 threads, the most that a block has, and 33 * 33 are too many.
template <int SIDE> __global__ void __launch_bounds__(SIDE * SIDE * 16) bounds(float *p) {
  __shared__ float s[SIDE * 32];
  p[threadIdx.x] = s[SIDE * (threadIdx.x % 32)];
  // CHECK: :[[@LINE-1]]:20: remark: {{8|4|2}}-way bank conflict: {{.*}}, with SIDE = {{8|4|2}} (assumed)
}

// Default arguments are nobody's choice here, but their author's.
template <int N = 8> __global__ void defaults(float *p) {
  __shared__ float s[32 * N];
  p[threadIdx.x] = s[N * (threadIdx.x % 32)];
  // CHECK: :[[@LINE-1]]:20: remark: 8-way bank conflict: {{.*}}, with N = 8 (assumed)
  // CHECK: note: in instantiation 'defaults<8>' with the template's default arguments (assumed)
}

// A member of a class template.
template <int W> struct Rows {
  static __global__ void first(float *p) {
    __shared__ float s[W * 32];
    p[threadIdx.x] = s[4 * threadIdx.x];
    // CHECK: :[[@LINE-1]]:22: remark: 4-way bank conflict: {{.*}}, with W = {{[0-9]+}} (assumed)
    // CHECK: note: the same for all {{[0-9]}} argument lists tried
  }
};

// Proven figures come first: the helper is used by a kernel that is there.
__device__ float twice(const float *s) { return s[2 * threadIdx.x]; }
// CHECK: :[[@LINE-1]]:49: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
// CHECK: note: in 'alsoTwice' with assumed template arguments: 2 wavefronts, ideal 1
__global__ void real(float *p) {
  __shared__ float s[64];
  p[threadIdx.x] = twice(s);
}
template <bool FLAG> __global__ void alsoTwice(float *p) {
  __shared__ float s[64];
  p[threadIdx.x] = twice(s);
}

// STATS: real
// STATS: column<64> (assumed)
// STATS: 1 {{.*}}total: 1 kernel in 1 file
// STATS: assumed: {{[0-9]+}} kernels in 1 file
