// RUN: not %warplint %s -- %stub_flags | %check %s
//
// nvcc runs no constructor of a shared object, and takes it.

struct Cell {
  int a;
  __device__ Cell() : a(0) {}
};
struct Member {
  int a = 3;
};
template <class T> struct Pair {
  T a, b;
  __device__ Pair() {}
};

__global__ void k(int *p) {
  __shared__ Cell s[64];
  p[threadIdx.x] = s[2 * threadIdx.x].a;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

__global__ void member(int *p) {
  __shared__ Member s[64];
  p[threadIdx.x] = s[2 * threadIdx.x].a;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

__global__ void pair(int *p) {
  __shared__ Pair<int> s[32];
  p[threadIdx.x] = s[threadIdx.x].a;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
