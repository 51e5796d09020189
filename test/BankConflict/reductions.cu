// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Tree reductions: each iteration has another stride, all of them are judged, and
// the worst is reported.

// Interleaved addresses, 256 threads. Step s reads words 2 * s * t of the lanes with
// 2 * s * t < 256: 2, 4, 8 lanes a bank for s = 1, 2, 4. With s = 8 only 16 lanes are
// left, at words 16 * t in two banks: 8; with s = 16 eight lanes in one bank: 8; with
// s = 32, 64 and 128 four, two and one.
__global__ void interleaved(float *g) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    int i = 2 * s * t;
    if (i < 256)
      x[i] += x[i + s];
      // CHECK: :[[@LINE-1]]:7: warning: up to 8-way bank conflict: this 32-bit load takes up to 8 wavefronts, ideal 1 [warplint-bank-conflict]
      // CHECK: note: 2, 4, 8, 8, 8, 4, 2, 1 wavefronts as s = 1, 2, 4, 8, 16, 32, 64, 128
      // CHECK: :[[@LINE-3]]:7: warning: up to 8-way bank conflict: this 32-bit store takes up to 8 wavefronts, ideal 1 [warplint-bank-conflict]
      // CHECK: :[[@LINE-4]]:15: warning: up to 8-way bank conflict: this 32-bit load takes up to 8 wavefronts, ideal 1 [warplint-bank-conflict]
    __syncthreads();
  }
}

// With 1024 threads all 32 lanes take part until s = 16: 32 lanes a bank. From
// there on half of them drop out in each step, down to one lane for s = 512.
__global__ void interleavedLarge(float *g) {
  __shared__ float x[1024];
  int t = threadIdx.x;
  x[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int i = 2 * s * t;
    if (i < blockDim.x)
      x[i] += x[i + s];
      // CHECK: :[[@LINE-1]]:7: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
      // CHECK: note: 2, 4, 8, 16, 32, 16, 8, 4, 2, 1 wavefronts as s = 1, 2, 4, 8, 16, 32, 64, 128, 256, 512
      // CHECK: :[[@LINE-3]]:7: warning: up to 32-way bank conflict: this 32-bit store takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
      // CHECK: :[[@LINE-4]]:15: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
    __syncthreads();
  }
}

// Every 2s-th lane takes part, at the word of its own number: wasteful, but free of
// conflicts.
__global__ void divergent(float *g) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    if (t % (2 * s) == 0)
      x[t] += x[t + s];
      // CHECK: :[[@LINE-1]]:7: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      // CHECK: :[[@LINE-2]]:7: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
      // CHECK: :[[@LINE-3]]:15: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    __syncthreads();
  }
}

// Sequential addresses: neighbouring lanes, neighbouring words.
__global__ void sequential(float *g) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s)
      x[t] += x[t + s];
      // CHECK: :[[@LINE-1]]:7: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      // CHECK: :[[@LINE-2]]:7: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
      // CHECK: :[[@LINE-3]]:15: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    __syncthreads();
  }
}

void run(float *g) {
  interleaved<<<1, 256>>>(g);
  interleavedLarge<<<1, 1024>>>(g);
  divergent<<<1, 256>>>(g);
  sequential<<<1, 256>>>(g);
}
