// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// A pointer or index that is carried from one iteration to the next, a part in
// which lanes differ and an offset that they share: the offset moves all lanes to
// other banks together.

// Lane l reads word 4 * l + 1024 * read: bank 4 * l mod 32, 8 banks for 32 lanes.
__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__global__ void ring(float *g, int n) {
  __shared__ float s[3072];
  float *p = s + 4 * threadIdx.x, *q = p;
  int read = 0;
  for (int i = 0; i < n; ++i) {
    g[i] = *q;
    // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
    read = read == 2 ? 0 : read + 1;
    q = p + 1024 * read;
  }
}

// Lane l reads word 33 * l + an unknown: bank l + unknown mod 32.
__global__ void indexOfUnknownStep(float *g, const int *where, int n) {
  __shared__ float s[4096];
  int row = 33 * threadIdx.x, at = row;
  for (int i = 0; i < n; ++i) {
    g[i] = s[at];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    at = where[i] > 3 ? row + 5 * where[i] : row;
  }
}

// Lanes lie apart in one way in the first iteration and in another later: no
// offset that they share leads from one to the other.
__global__ void otherDistances(float *g, const int *where, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x, at = t;
  for (int i = 0; i < n; ++i) {
    g[i] = s[at];
    // CHECK: :[[@LINE-1]]:12: remark: unproven: 32-bit load: the index is computed by an operation that warplint does not model: at
    at = 2 * t + where[i];
  }
}

// The unknown is a multiple of 2 bytes, no more. Lane l reads half-word 2 * l + u:
// the lower half of word l + u / 2 for an even u, the upper half for an odd one.
__global__ void halfWords(short *g, const int *where, int n) {
  __shared__ short s[4096];
  int row = 2 * threadIdx.x, at = row;
  for (int i = 0; i < n; ++i) {
    g[i] = s[at];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
    at = row + where[i];
  }
}

// Set to something else after the first use: lane l stores to word 2 * l or l,
// bank 2 * l mod 32 at worst.
__global__ void setToAnother(int *g, int n) {
  __shared__ int s[1024];
  unsigned i = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[i] = k;
    // CHECK: :[[@LINE-1]]:5: warning: up to 2-way bank conflict: this 32-bit store takes up to 2 wavefronts, ideal 1 [warplint-bank-conflict]
    i = 2 * threadIdx.x;
  }
  kept = s;
}
