// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
//
// A figure that depends on a parameter is a finding with its condition.

// Word pitch * t: gcd(pitch, 32) lanes in a bank.
__global__ void stride(float *g, int pitch) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  g[t] = s[pitch * t];
  // CHECK: :[[@LINE-1]]:10: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1
  // CHECK: note: conflict-free when pitch is odd; 32-way when pitch is a multiple of 32; 2 to 16 wavefronts otherwise
}

// Two rows in a warp: words pitch * y + x, with x from 0 to 15. They share banks
// unless pitch is 16 modulo 32.
__global__ void rows(float *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[pitch * threadIdx.y + threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: up to 2-way bank conflict: this 32-bit load takes up to 2 wavefronts, ideal 1
  // CHECK: note: conflict-free when pitch is an odd multiple of 16; 2-way {{.*}}
}

// An offset is no stride: it moves all lanes alike.
__global__ void offset(float *g, int first) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[first + threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// A multiple of 8 plus one is odd, whatever the factor is.
__global__ void oddByConstruction(float *g, int n) {
  extern __shared__ float s[];
  int pitch = 8 * n + 1;
  g[threadIdx.x] = s[pitch * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// Rows of e elements: with e = 1 each lane is in a row of its own, and all are
// in one bank where pitch is a multiple of 32. No request costs more.
__global__ void rowsOfElements(const float *g, unsigned e, unsigned pitch, int n) {
  extern __shared__ float s[];
  for (unsigned i = threadIdx.x; i < n * e; i += 256)
    s[i / e * pitch + i % e] = g[i];
  // CHECK: :[[@LINE-1]]:5: warning: up to 32-way bank conflict: this 32-bit store takes up to 32 wavefronts, ideal 1
  // CHECK: note: depends on e and pitch
}

void run(float *g, int n) {
  rowsOfElements<<<1, 256, 65536>>>(g, n, n, n);
  stride<<<1, 32, 65536>>>(g, n);
  rows<<<1, dim3(16, 16), 65536>>>(g, n);
  offset<<<1, 32, 65536>>>(g, n);
  oddByConstruction<<<1, 32, 65536>>>(g, n);
}
