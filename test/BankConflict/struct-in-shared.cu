// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Structures in shared memory: the offset of a member moves all lanes alike, and the
// size of an element is the stride.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

struct Storage {
  float offset[3];
  float tile[32][32];
  float padded[32][33];
};

// Structure of arrays: unit stride in each.
struct Particles {
  float x[256], y[256], z[256];
};

struct Particle3 {
  float x, y, z;
};
struct Particle4 {
  float x, y, z, w;
};
struct Particle8 {
  float position[4], velocity[4];
};

__global__ void arrayInStruct(float *g) {
  __shared__ Storage s;
  int t = threadIdx.x;
  // Words 3 + 32 * t: all in bank 3.
  g[t] = s.tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s.padded[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s.tile[0][t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void structOfArrays(float *g) {
  __shared__ Particles s;
  int t = threadIdx.x;
  g[t] = s.x[t] + s.y[t] + s.z[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:19: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // CHECK: :[[@LINE-3]]:28: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // The stride counts, whichever member it is.
  g[t] = s.z[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

__global__ void arrayOfStructs(float *g) {
  __shared__ Particle3 three[256];
  __shared__ Particle4 four[256];
  __shared__ Particle8 eight[256];
  int t = threadIdx.x;
  // Three words an element, and three is odd.
  g[t] = three[t].y;
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = four[t].y;
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  eight[t].velocity[1] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 32-bit store takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  kept = eight;
}

void run(float *g) {
  arrayInStruct<<<1, 256>>>(g);
  structOfArrays<<<1, 256>>>(g);
  arrayOfStructs<<<1, 256>>>(g);
}
