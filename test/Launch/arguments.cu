// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
//
// Constants that a launch passes: arguments, fields of structs, the grid.

// 32 words a lane: one bank. 33: every bank once.
__global__ void twice(float *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+35]]:3: note: block (64,1,1), pitch = 32 from this launch
  // CHECK: :[[@LINE+32]]:3: note: with block (64,1,1), pitch = 33 from this launch: conflict-free
}

// Only the launch's own value counts where one is unknown.
__global__ void unknown(float *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:20: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+27]]:3: note: block (64,1,1) from this launch
}

struct Shape {
  int rows, pitch;
};
__global__ void field(float *g, Shape shape) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * shape.pitch];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Lanes 0 to 15 of words 2 * l, since n is 16: each in a bank of its own.
__global__ void guard(float *g, int n) {
  __shared__ float s[64];
  if (threadIdx.x < n)
    g[threadIdx.x] = s[2 * threadIdx.x];
    // CHECK: :[[@LINE-1]]:22: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

static void launch(float *g, int pitch) { field<<<1, 64>>>(g, {8, pitch}); }

void run(float *g, int n) {
  const int Padded = 33;
  twice<<<1, 64>>>(g, Padded);
  // Launched again, with another pitch.
  twice<<<1, 64>>>(g, 32);
  unknown<<<n, 64>>>(g, n);
  launch(g, 33);
  guard<<<1, 32>>>(g, 16);
}
