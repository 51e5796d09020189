// RUN: not %warplint --stats %s %stub | FileCheck %s
//
// The table of --stats: a row for each kernel, a total, and what was left out.

// CHECK: {{^}}accesses  clean  conflicting  depends  never-runs  unproven  reasons{{ +}}kernel
// CHECK: {{^ +}}5      1            1        1           1         1  data-dependent-index=1  {{.*}}stats.cu: every{{$}}
// CHECK: {{^ +}}0      0            0        0           0         0  -                       {{.*}}stats.cu: empty{{$}}
// CHECK: {{^ +}}1      1            0        0           0         0  -                       {{.*}}stats.cu: clean<float>{{$}}
// CHECK: {{^ +}}6      2            1        1           1         1  data-dependent-index=1  total: 3 kernels in 1 file{{$}}

__global__ void every(float *g, const int *index, int n) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  float x = s[t];  // clean
  x += s[2 * t];   // 2-way
  x += s[n * t];   // as n is
  x += s[index[t]]; // unproven
  if (t > 100)     // of 32 threads
    x += s[t];
  g[t] = x;
}

template <class T> __global__ void clean(T *g) {
  __shared__ T s[32];
  g[threadIdx.x] = s[threadIdx.x];
}

__global__ void empty() {}

void run(float *g, const int *index) {
  every<<<1, 32>>>(g, index, 3);
  clean<<<1, 32>>>(g);
  empty<<<1, 32>>>();
}
