// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Parts of vectors and vectors made of scalars: what counts is the width of the
// access, not the type of the array.

__global__ void members(float *g) {
  __shared__ float4 v[64];
  __shared__ float2 p[64];
  int t = threadIdx.x;
  // One word of each float4: words 4 * t.
  v[t].x = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = v[t].w;
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 2 * t + 1.
  g[t] = p[t].y;
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words t / 4 * 4 + t % 4: each word once.
  g[t] = (&v[t / 4].x)[t % 4];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void wholeVectors(float4 *g) {
  __shared__ float4 v[64];
  __shared__ float y[32 * 32];
  __shared__ alignas(16) float z[4 * 64];
  int t = threadIdx.x;
  // Eight lanes fill the banks.
  g[t] = v[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  v[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  // The same through a cast, though the array holds floats.
  g[t] = *reinterpret_cast<float4 *>(&z[4 * t]);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  g[t] = reinterpret_cast<float4 *>(z)[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  *reinterpret_cast<float4 *>(&z[4 * t]) = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  // Words 32 * t: the 8 lanes of a quarter are all in banks 0-3.
  g[t] = *reinterpret_cast<float4 *>(&y[32 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  *reinterpret_cast<float4 *>(&y[32 * t]) = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 128-bit store takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
}

// An unknown offset moves all lanes alike. One that is no multiple of four elements
// would misalign the access, which no valid program does.
__global__ void unknownOffset(float4 *g, int offset) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[offset + 4 * t]);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  g[t] = *reinterpret_cast<float4 *>(&s[offset + 32 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
}

__global__ void pairsOfFloats(float2 *g) {
  __shared__ alignas(8) float y[4 * 64];
  int t = threadIdx.x;
  // Words 4 * t: lanes t and t + 8 of a half-warp meet.
  g[t] = *(float2 *)(y + 4 * t);
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 64-bit load takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
  g[t] = *(float2 *)(y + 2 * t);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
}

void run(float *f, float2 *f2, float4 *f4) {
  members<<<1, 32>>>(f);
  wholeVectors<<<1, 32>>>(f4);
  unknownOffset<<<1, 32, 8192>>>(f4, 4);
  pairsOfFloats<<<1, 32>>>(f2);
}
