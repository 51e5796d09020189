// RUN: %warplint --cost %s %stub | FileCheck %s
//
// What is not known stays in the table by its name.

// 4 warps. Each round of i has a product, and two multiply-adds for each round of j,
// of a quarter cycle; two pointers. What counts j are two instructions for 4 rounds.
// CHECK: cost of 'loops', sm_90, per block of 128x1x1
// CHECK: {{^ +}}2 + i + 2*i*j       100 %   fma  8 + 4*i + 8*i*j warp instructions{{$}}
// CHECK-NEXT: {{^ +}}6 + 4*i + i*j        50 %   alu  12 + 8*i + 2*i*j warp instructions{{$}}
// CHECK: {{^ +}}2*i*j  line [[@LINE+11]]   fma  8*i*j warp instructions{{$}}
// The sum of the inner loop is two multiply-adds of 4 cycles behind each other.
// CHECK: {{^  }}estimated to be bound by the latency of arithmetic; the busiest pipe is 32-bit floating point{{$}}
// CHECK-NEXT: {{^  }}bound: latency of arithmetic, line [[@LINE+8]]: {{.*}} + 8*i*j cycles per wave of 16 blocks on an SM
// CHECK-NEXT: {{^  }}i: iterations of a loop while i < n, unknown{{$}}
// CHECK-NEXT: {{^  }}j: iterations of a loop while j < m, unknown{{$}}
__global__ void loops(float *x, int n, int m) {
  float v = x[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    v = v * v;
    for (int j = 0; j < m; ++j)
      v = (v * 1.5f + 2.f) * 2.5f + 2.f;
  }
  x[threadIdx.x + blockIdx.x * 128] = v;
}

// Two loops of one name. The condition on n holds in inner blocks.
// CHECK: cost of 'again'
// CHECK: {{^ +}}2*k + 2*k_1       100 %  fp64  4*k + 4*k_1 warp instructions{{$}}
// CHECK: {{^  }}assuming unknown conditions hold{{$}}
__global__ void again(double *x, int n) {
  if (blockIdx.x * 128 + threadIdx.x >= n)
    return;
  double v = x[threadIdx.x];
  for (int k = 0; k < n; ++k)
    v = v * 1.5 + 2.;
  for (int k = 1; k < n; ++k)
    v = v * 2.5 + 2.;
  x[threadIdx.x + blockIdx.x * 128] = v;
}

// A promise makes a number of it: 4 warps, 50 rounds, half a cycle.
// CHECK: cost of 'promised'
// CHECK: {{^ +}}100       100 %  fp64  200 warp instructions{{$}}
// warplint: assume(n == 50)
__global__ void promised(double *x, int n) {
  double v = 1;
  for (int k = 0; k < n; ++k)
    v = v * 1.5 + 2.;
  x[threadIdx.x] = v;
}

// Where nothing launches it all is that of one warp, and the bound that of blocks of 8:
// 64 warps on an SM.
// CHECK: cost of 'nobody', sm_90, per warp, because its block is unknown
// CHECK: {{^ +}}0.25 + 0.5*i       100 %   fma  1 + 2*i warp instructions{{$}}
// CHECK: {{^  }}bound: fma, line [[@LINE+4]]: 16 + 32*i cycles per wave of 8 blocks on an SM, assuming 256 threads per block, because the block is unknown{{$}}
__global__ void nobody(float *x, int n) {
  float v = 1;
  for (int i = 0; i < n; ++i)
    v = (v * 1.5f + 2.f) * 2.5f + 2.f;
  x[threadIdx.x] = v;
}

// An index that is data counts as a wavefront, the least that it can take.
// CHECK: cost of 'data'
// CHECK: {{^ +}}4  {{.*}} shared  4 wavefronts
// CHECK: {{^  }}accesses with an unproven cost count at their ideal: no conflicts, fully used sectors{{$}}
__global__ void data(float *x, const int *index) {
  __shared__ float table[256];
  x[threadIdx.x] = table[index[threadIdx.x]];
}

// A function that nothing is known of is named.
// CHECK: cost of 'named'
// CHECK: {{^  }}not counted because unknown: __nv_unheard_of{{$}}
extern "C" __device__ float __nv_unheard_of(float);
__global__ void named(float *x) { x[threadIdx.x] = __nv_unheard_of(x[0]); }

// One table for each instance: 2 warps, 64 rounds of a quarter and of half a cycle; two
// pointers.
// CHECK: cost of 'generic<float, 64>'
// CHECK: {{^ +}}33  {{.*}} fma  132 warp instructions{{$}}
// CHECK: cost of 'generic<double, 64>'
// CHECK: {{^ +}}64  {{.*}} fp64  128 warp instructions{{$}}
template <typename T, int N> __global__ void generic(T *x) {
  T v = x[threadIdx.x];
  for (int i = 0; i < N; ++i)
    v = v * T(1.5) + T(2);
  x[threadIdx.x + blockIdx.x * 64] = v;
}

void run(float *f, double *d, int *i, int n) {
  loops<<<64, 128>>>(f, n, n);
  again<<<64, 128>>>(d, n);
  promised<<<64, 128>>>(d, n);
  data<<<64, 128>>>(f, i);
  named<<<64, 128>>>(f);
  generic<float, 64><<<64, 64>>>(f);
  generic<double, 64><<<64, 64>>>(d);
}
