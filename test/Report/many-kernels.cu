// RUN: not %warplint %s %stub | FileCheck %s
//
// One finding for one access, whatever the number of kernels, launches and calls that
// lead to it: the worst in full, the others by what they have in common.

template <int Stride> __global__ void gather(float *g) {
  __shared__ float s[32 * 8];
  g[threadIdx.x] = s[Stride * threadIdx.x];
}

// Strides 1, 3, 5 and 7 are odd: a bank for each lane. 2 and 4 are the greatest common
// divisors of 32 with 2 and 4, 6; 8 is the worst.
// CHECK: :8:20: warning: 8-way bank conflict
// CHECK: note: in instantiation 'gather<8>'
// CHECK: note: in 'gather<2>' and 'gather<6>': 2 wavefronts, ideal 1
// CHECK-NEXT: note: in 'gather<1>', 'gather<3>' and 2 others: conflict-free

template <class... Types> struct List {};
template <class L> __global__ void longName(float *g) {
  __shared__ float s[64];
  g[threadIdx.x] = s[2 * threadIdx.x];
}
using Eight = List<double, double, double, double, double, double, double, double>;
using Many = List<Eight, Eight>;
// CHECK: :21:20: warning: 2-way bank conflict
// CHECK: note: in instantiation 'longName<...>'

__device__ float f1(float *s, int i) { return s[2 * i]; }
__device__ float f2(float *s, int i) { return f1(s, i); }
__device__ float f3(float *s, int i) { return f2(s, i); }
__device__ float f4(float *s, int i) { return f3(s, i); }
__device__ float f5(float *s, int i) { return f4(s, i); }
__device__ float f6(float *s, int i) { return f5(s, i); }
__device__ float f7(float *s, int i) { return f6(s, i); }
__global__ void deep(float *g) {
  __shared__ float s[64];
  g[threadIdx.x] = f7(s, threadIdx.x);
}
// CHECK: :28:47: warning: 2-way bank conflict
// CHECK: :29:47: note: called from here in 'f2'
// CHECK: :30:47: note: called from here in 'f3'
// CHECK: :31:47: note: called from here in 'f4'
// CHECK: note: (skipping 1 call; the JSON output has them all)
// CHECK: :33:47: note: called from here in 'f6'
// CHECK: :34:47: note: called from here in 'f7'
// CHECK: :37:20: note: called from here in 'deep'

// Rows of 16 threads touch the same words, of 32 each other's banks.
__global__ void columns(float *g) {
  __shared__ float s[32 * 33];
  g[threadIdx.x] = s[32 * threadIdx.x + threadIdx.y];
}
// CHECK: :51:20: warning: 32-way bank conflict
// CHECK: :64:3: note: block (32,4,1) from this launch
// CHECK: :63:3: note: with block (8,4,1) from this launch: 8 wavefronts, ideal 1

void run(float *g) {
  gather<1><<<1, 32>>>(g), gather<2><<<1, 32>>>(g), gather<3><<<1, 32>>>(g);
  gather<5><<<1, 32>>>(g), gather<6><<<1, 32>>>(g), gather<7><<<1, 32>>>(g);
  gather<8><<<1, 32>>>(g);
  longName<Many><<<1, 32>>>(g);
  deep<<<1, 32>>>(g);
  columns<<<1, dim3(8, 4)>>>(g);
  columns<<<1, dim3(32, 4)>>>(g);
}
