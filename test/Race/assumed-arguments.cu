// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: %races < %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=NONE < %t
//
// Nothing instantiates these kernels. A proof for the arguments that warplint assumes says so; a race
// with these arguments is no finding, since the kernel may be meant for others.

// CHECK: "ordered<{{.*}}>": "race-free", "assuming these template arguments; assuming blocks of one row of threads (x,1,1)"
template <typename T> __global__ void ordered(T *out, const T *in) {
  __shared__ T s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// CHECK: "unordered<{{.*}}>": "unproven", "its template arguments are assumed"
template <typename T> __global__ void unordered(T *out, const T *in) {
  __shared__ T s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[0];
}

// With a block that is known, thread 0 of it races.
// CHECK: "inKnownBlock<{{.*}}>": "unproven", "its template arguments are assumed"
template <typename T>
__global__ void __launch_bounds__(64) inKnownBlock(T *out, const T *in) {
  __shared__ T s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// NONE-NOT: "check": "warplint-shared-race"
