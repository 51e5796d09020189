// RUN: not %warplint %s %stub | %check %s
//
// A variable without a name, that of an anonymous union, in the code that launches.

__global__ void k(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  // Words 0, 2, ..., 62 are two of each even bank.
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

template <class T> T run(int *p, float f) {
  union {
    float written;
    T read;
  };
  written = f;
  k<<<1, 32>>>(p);
  return read;
}
int runs(int *p) { return run<int>(p, 1); }
