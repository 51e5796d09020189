// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// One dynamic allocation carved up by casts. The parts begin at offsets that may
// not be known, but all lanes share them.

extern __shared__ char memory[];
extern __shared__ float floats[];

__global__ void carved(float *g, double *d, int n) {
  int t = threadIdx.x;
  float *a = reinterpret_cast<float *>(memory);
  float *b = a + 1024;
  float *c = b + n;

  g[t] = a[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = b[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // A multiple of four bytes permutes the banks and changes nothing else.
  g[t] = c[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = c[4 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]

  // A part of another type, at a known offset.
  double *e = reinterpret_cast<double *>(a + 2048);
  d[t] = e[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  d[t] = e[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 64-bit load takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
}

// The row length is a parameter of the launch: a column of n words a row is
// free of conflicts when n is odd and the worst there is when it is 0 modulo 32.
__global__ void unknownRows(float *g, int n) {
  int t = threadIdx.x;
  g[t] = floats[n * t];
  // CHECK: :[[@LINE-1]]:10: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: conflict-free when n is odd; 32-way when n is a multiple of 32; 2 to 16 wavefronts otherwise
  g[t] = floats[n + t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g, double *d, int n) {
  carved<<<1, 256, 65536>>>(g, d, n);
  unknownRows<<<1, 256, 65536>>>(g, n);
}
