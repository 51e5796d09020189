// RUN: not %warplint --stats %s %stub \
// RUN:   | FileCheck %s --implicit-check-not=': empty'
// RUN: not %warplint --stats -v %s %stub | FileCheck %s --check-prefixes=CHECK,EMPTY
//
// The table of --stats: a row for each kernel that touches shared memory (with -v for
// each kernel) and a total. Of six accesses four are decided: one has an index that is data,
// and one too many cases.

// CHECK: {{^}}accesses  clean  conflicting  depends  never-runs  data-dependent  unproven  decided  reasons{{ +}}kernel
// CHECK-NEXT: {{^ +}}6      1            1        1           1               1         1    66.6%  too-many-cases=1  {{.*}}stats.cu: every{{$}}
// EMPTY-NEXT: {{^ +}}0      0            0        0           0               0         0        -  -                 {{.*}}stats.cu: empty{{$}}
// CHECK-NEXT: {{^ +}}1      1            0        0           0               0         0   100.0%  -                 {{.*}}stats.cu: clean<float>{{$}}
// CHECK-NEXT: {{^ +}}7      2            1        1           1               1         1    71.4%  too-many-cases=1  total: 3 kernels in 1 file, 1 without shared memory{{$}}

__global__ void every(float *g, const int *index, int n, int m, int k) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  float x = s[t];  // clean
  x += s[2 * t];   // 2-way
  x += s[n * t];   // as n is
  x += s[index[t]]; // data-dependent
  x += s[t * n + t / 8 * m + t % 8 * k]; // 32 * 32 * 32 cases
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
  every<<<1, 32>>>(g, index, g[0], g[1], g[2]);
  clean<<<1, 32>>>(g);
  empty<<<1, 32>>>();
}
