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

// Two errors in a function that is called: that the second is reached says that the
// first is gone. A product is no dereference: the index is a number.
template <typename T, int N> struct Vector;
template <> struct Vector<double, 8> {
  double value;
};
template <typename T, int N, typename Op> struct Step {
  static __device__ float run(const float *s, int pitch, Op op) {
    Vector<T, N> v;
    v.value = s[pitch * threadIdx.x];
    // CHECK: :[[@LINE-1]]:15: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Element = double, VecLen = 8, Index = int, Other = warplint::FirstArgument (assumed)
    return op(v.value);
  }
};
template <typename Element, int VecLen, typename Index, typename Other>
__global__ void deep(float *p, Index one, Other op) {
  __shared__ float s[512];
  p[threadIdx.x] = Step<Element, VecLen, Other>::run(s, 2 + one * Index(0), op);
}
