// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s --sort=source %stub | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --as-written %s --sort=source %stub | FileCheck %s --check-prefix=WRITTEN
// RUN: not %warplint --checks=-warplint-uncoalesced-access --format=json %s %stub | FileCheck %s --check-prefix=JSON
//
// nvcc issues adjacent loads and stores as one request; figures are those of that
// request.

// Words 4 * t to 4 * t + 3: each load on its own would be 4-way, a 128-bit load
// of consecutive words takes the 4 wavefronts that its 512 bytes need.
__global__ void four(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: these 4 loads are issued as one 128-bit load: 4 wavefronts together [warplint-bank-conflict]
  // WRITTEN: :[[@LINE-2]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  float b = s[4 * t + 1];
  // CHECK: :[[@LINE-1]]:13: remark: the compiler issues this 32-bit load together with others; see line [[@LINE-4]] [warplint-bank-conflict]
  float c = s[4 * t + 2];
  // CHECK: :[[@LINE-1]]:13: remark: the compiler issues this {{.*}} together with others
  float d = s[4 * t + 3];
  // CHECK: :[[@LINE-1]]:13: remark: the compiler issues this {{.*}} together with others
  g[t] = a * b + c * d;
}
// JSON: "issue":{{ ?}}"fused"
// JSON: "fusedBytes":{{ ?}}16
// JSON: "fusedParts":{{ ?}}4
// JSON: "fusedWavefronts":{{ ?}}4

// Rows of 32 words: lane t reads words 32 * t to 32 * t + 3, all in banks 0 to 3.
// Quarters of 8 lanes: 8 wavefronts each.
__global__ void rows(float *g) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k)
    sum += s[t][k];
  // CHECK: :[[@LINE-1]]:12: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4 [warplint-bank-conflict]
  // CHECK: note: executed 8 times per warp: 224 excess wavefronts per block
  g[t] = sum;
}

// A store writes nothing that nobody asked for: three words are a pair and one.
__global__ void stores(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[4 * t] = 1;
  // Pairs at words 4 * t: half-warps of 16 lanes, 2 words a bank, 4 wavefronts.
  // CHECK: :[[@LINE-2]]:3: warning: 2-way bank conflict: these 2 stores are issued as one 64-bit store: 4 wavefronts, ideal 2 [warplint-bank-conflict]
  s[4 * t + 1] = 2;
  // CHECK: :[[@LINE-1]]:3: remark: the compiler issues this {{.*}} together with others
  s[4 * t + 2] = 3;
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  __syncthreads();
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// The same word twice, with and without a barrier in between.
__global__ void again(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront
  g[t + 32] = s[t];
  // CHECK: :[[@LINE-1]]:15: remark: the compiler removes this 32-bit load: its value is already in a register [warplint-bank-conflict]
  __syncthreads();
  g[t + 64] = s[t];
  // CHECK: :[[@LINE-1]]:15: remark: conflict-free: this 32-bit load takes 1 wavefront
}

void run(float *g) {
  four<<<1, 32>>>(g);
  rows<<<1, 32>>>(g);
  stores<<<1, 32>>>(g);
  again<<<1, 32>>>(g);
}
