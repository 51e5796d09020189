// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: %races < %t | FileCheck %s
// RUN: %warplint --checks='-*,warplint-shared-race' %s %stub 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: not %warplint --checks='-*,warplint-shared-race' --assumed=warning %s %stub
//
// Nothing instantiates these kernels. A verdict for the arguments that warplint assumes says so. A race
// counts only with all arguments that were tried, and is a remark: exit code 0, unless --assumed says else.

// CHECK: "ordered<{{.*}}>": "race-free", "assuming these template arguments; assuming blocks of one row of threads (x,1,1)"
template <typename T> __global__ void ordered(T *out, const T *in) {
  __shared__ T s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// CHECK: "unordered<{{.*}}>": "race", "assuming these template arguments; in blocks of (32,1,1), (64,1,1), (256,1,1); the block shape is unknown"
template <typename T> __global__ void unordered(T *out, const T *in) {
  __shared__ T s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[0];
  // SAY: :[[@LINE-1]]:22: remark: data race: {{.*}}load of 's' by thread 1 {{.*}}store by thread 0, with T = {{.*}} (assumed)
}

// The block is known.
// CHECK: "inKnownBlock<{{.*}}>": "race", "assuming these template arguments"
// warplint: block(64)
template <typename T> __global__ void inKnownBlock(T *out, const T *in) {
  __shared__ T s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// Right with one argument.
// CHECK: "withBarrier<true>": "race-free", "assuming these template arguments; assuming blocks of one row of threads (x,1,1)"
// CHECK: "withBarrier<false>": "unproven", "its template arguments are assumed"
template <bool HasBarrier> __global__ void withBarrier(int *out, const int *in) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  if (HasBarrier)
    __syncthreads();
  out[threadIdx.x] = s[0];
  // SAY-NOT: :[[@LINE-1]]:{{.*}}race
}

// Race with n = 0, whatever the type is.
// CHECK: "byData<{{.*}}>": "unproven", "several threads may access the same byte
template <typename T> __global__ void byData(T *out, const T *in, int n) {
  __shared__ T s[64];
  s[threadIdx.x * n] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}
