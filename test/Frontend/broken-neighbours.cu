// RUN: not %warplint --declare-missing=false %s %stub 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=LEFT < %t.err
//
// A function is left out when something that it uses has errors, or when an
// error took away what it would have used instead.

enum { Undone = undeclared, After };
using Alias = float[Undone];

struct Base : Missing {
  int a;
};

__device__ int pick(float) { return 1; }
__device__ int pick(Missing, int);

template <class T> struct Traits {
  static constexpr int Width = 1;
};
template <> struct Traits<float> : Unknown {
  static constexpr int Width = 8;
};

struct Methods {
  int a;
  __device__ int good() { return a; }
  __device__ int bad() { return undeclared; }
};

__global__ void enumerator(int *g) {
  __shared__ int s[64];
  g[threadIdx.x] = s[After * threadIdx.x];
}
// LEFT: 'enumerator' is not analysed
__global__ void record(int *g) {
  __shared__ Base s[32];
  g[threadIdx.x] = s[threadIdx.x].a;
}
// LEFT: 'record' is not analysed
__global__ void overload(int *g) {
  __shared__ int s[64];
  g[threadIdx.x] = s[pick(0) * threadIdx.x];
}
// LEFT: 'overload' is not analysed
__global__ void specialisation(int *g) {
  __shared__ int s[256];
  g[threadIdx.x] = s[Traits<float>::Width * threadIdx.x];
}
// LEFT: 'specialisation' is not analysed
__global__ void method(int *g) {
  __shared__ int s[64];
  Methods m;
  g[threadIdx.x] = s[m.bad() * threadIdx.x];
}
// LEFT: 'method' is not analysed

// The class is whole: only one of its functions is not.
__global__ void whole(int *g) {
  __shared__ Methods s[64];
  g[threadIdx.x] = s[2 * threadIdx.x].good();
}
// CHECK: :26:{{[0-9]+}}: warning: 2-way bank conflict
// CHECK: broken-neighbours.cu: remark: results may be incomplete: clang reports errors in this file
