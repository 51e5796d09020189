// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --assume=pitch=33 --assume=oddly:pitch=64 \
// RUN:   %s %stub | FileCheck %s --check-prefix=OPTION
//
// What a comment above a kernel says of its block and its parameters, and that
// an option counts before it.

// Lane 32-word rows of a 32 x 8 block: a column, all lanes in one bank.
// warplint: block(32, 8)
__global__ void block(float *g) {
  __shared__ float s[32][32];
  g[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-5]]:14: note: block (32,8,1) from this comment
}

// A multiple of 32 words a lane: all lanes meet in one bank.
/* Transposes.
 * warplint: block(256), assume(pitch % 32 == 0 &&
 *                              pitch > 0)
 */
template <typename T> __global__ void multiple(T *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-7]]:33: note: assuming pitch % 32 == 0 (from this comment)
  // CHECK: :[[@LINE-7]]:33: note: assuming pitch > 0 (from this comment)
  // OPTION: :[[@LINE-4]]:20: remark: conflict-free
}
template __global__ void multiple<float>(float *, int);

// An odd number of words a lane: every bank once.
// warplint: assume(pitch % 2 == 1)
__global__ void oddly(float *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // OPTION: :[[@LINE-2]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // OPTION: note: assuming pitch == 64 (from --assume)
}

// A field of a struct, and one word of 33: 33 * l is l modulo 32.
struct Params {
  float *g;
  int rows, ld;
};
// warplint: assume(p.ld == 33)
__global__ void field(Params p) {
  extern __shared__ float s[];
  p.g[threadIdx.x] = s[threadIdx.x * p.ld];
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Every second word: lanes l and l + 16 meet.
// warplint: assume(gridDim.x == 1)
__global__ void grid(float *g) {
  __shared__ float s[64];
  g[threadIdx.x] = s[2 * threadIdx.x * gridDim.x];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-5]]:21: note: assuming gridDim.x == 1 (from this comment)
}
