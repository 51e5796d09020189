// REQUIRES: cuda-toolkit
// RUN: %warplint %s | %check %s
//
// A functor that nobody names is one that returns its first argument.

// Lane t reads word 2 * t: lanes t and t + 16 share a bank. The operation is
// called in a function that is called.
template <typename T, typename Op> __device__ T twice(T x, Op op) {
  return op(op(x, x), x);
}
template <typename ReduceOp> __global__ void reduce(float *p, ReduceOp op) {
  __shared__ float s[512];
  p[threadIdx.x] = twice(s[2 * threadIdx.x], op);
  // CHECK: :[[@LINE-1]]:26: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with ReduceOp = warplint::FirstArgument (assumed)
}

// Two in one statement: the error of either would hide that of the other.
template <typename Main, typename Reduce>
__global__ void transformReduce(float *p, Main toEach, Reduce join) {
  __shared__ float s[512];
  p[threadIdx.x] = join(toEach(s[2 * threadIdx.x], 1), p[0]);
  // CHECK: :[[@LINE-1]]:32: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Main = warplint::FirstArgument, Reduce = warplint::FirstArgument (assumed)
}
