// RUN: %warplint --fail-on=never %s %stub 2>&1 | FileCheck %s --implicit-check-not=Bare --implicit-check-not=Hidden --implicit-check-not=Indexed
//
// A parameter that must be a class is tried with the classes that have what the template
// asks of it; what is found so is assumed.

struct Wide {
  static constexpr int Rows = 32;
  using Value = float;
  static __device__ int place(int Row) { return Row * 32; }
};
struct Base {
  using Value = float;
  static __device__ int place(int Row) { return Row * 33; }
};
struct Padded : Base { // With what it inherits.
  static constexpr int Rows = 32;
};
struct Bare { // Has no place().
  static constexpr int Rows = 32;
  using Value = float;
};
class Hidden { // Nobody may call it.
  static constexpr int Rows = 32;
  using Value = float;
  static __device__ int place(int Row) { return Row; }
};

// Words 32 * t, all in bank 0, or 33 * t.
template <class Policy> __global__ void column(float *p) {
  __shared__ typename Policy::Value tile[Policy::Rows * 33];
  p[threadIdx.x] = tile[Policy::place(threadIdx.x % 32)];
}
// CHECK-DAG: :[[@LINE-2]]:20: remark: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1, with Policy = Wide (assumed) [warplint-bank-conflict]
// CHECK-DAG: :[[@LINE-3]]:20: note: 32 wavefronts, ideal 1 when Policy = Wide; conflict-free when Policy = Padded (2 argument lists tried)

// A functor that is called in a function it is handed on to: of the class template, which
// has the call operator, the class that the file uses.
template <typename T> struct Sum {
  __device__ T operator()(T A, T B) const { return A + B; }
};
__device__ Sum<float> used;
template <typename Op> __device__ float apply(Op op, float A, float B) {
  return op(A, B);
}
template <typename Op> __global__ void reduce(float *p, Op op) {
  __shared__ float tile[32][32];
  p[threadIdx.x] = apply(op, tile[threadIdx.x % 32][0], 1.0f);
}
// CHECK-DAG: :[[@LINE-2]]:30: remark: 32-way bank conflict: {{.*}}, with Op = Sum<float> (assumed) [warplint-bank-conflict]

// A template in a class template, which nothing calls: lane t reads word N * t, and
// N = 64 is tried first.
template <typename T> struct Agent {
  template <int N> __device__ T first() {
    __shared__ T tile[32][N];
    return tile[threadIdx.x % 32][0];
  }
};
// CHECK-DAG: :[[@LINE-3]]:12: remark: 32-way bank conflict: {{.*}} (assumed) [warplint-bank-conflict]

// A pointer is subscripted, not what it points to.
struct Indexed {
  __device__ float operator[](int I) const { return I; }
};
template <typename T> __global__ void scale(T *p) {
  __shared__ T s[64];
  p[threadIdx.x] = s[2 * (threadIdx.x % 32)];
}
// CHECK-DAG: :[[@LINE-2]]:20: note: 4 wavefronts, ideal 2 when T = double; 2 wavefronts, ideal 1 when T = float; conflict-free when T = __half, signed char (4 argument lists tried)

// Nothing here has that.
template <typename Policy> __global__ void lacking(float *p) {
  __shared__ float tile[32][32];
  p[threadIdx.x] = tile[threadIdx.x % 32][Policy::Missing];
}
// CHECK-DAG: :[[@LINE-4]]:44: note: skipped 'lacking': this file does not instantiate it; {{.*}}: no class in this file provides what 'Policy' needs: Missing
