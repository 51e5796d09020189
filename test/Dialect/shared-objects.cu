// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --sort=source %s | %check %s
//
// nvcc takes objects of any class in shared memory, silently or with its warning
// #20054-D, and runs neither a constructor nor a destructor: in a template or not.

#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda/std/utility>

struct Flag {
  int set;
  __device__ Flag() : set(0) {}
};
struct FromRef {
  float v;
  __device__ FromRef(const float &a = 0.f) : v(a) {}
};
struct FromAny {
  float v;
  template <class T = int> __device__ FromAny() : v(0) {}
};
struct OfHost { // No constructor that the device may call.
  float v;
  OfHost() : v(0) {}
  ~OfHost() { v = 1; }
};
struct Base {
  float v;
  virtual __device__ ~Base() { v = 0; }
};
struct Nested {
  struct Part {
    Flag flags[2];
  } part;
  FromRef ref;
};

template <int N> __global__ void flag(float *o) {
  __shared__ Flag f;
  __shared__ float t[N][N];
  if (threadIdx.x == 0)
    f.set = 1;
  t[threadIdx.x][threadIdx.y] = o[threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  __syncthreads();
  o[threadIdx.x] = t[0][threadIdx.x] + f.set;
}

// Words 2*x: two lanes in each even bank.
__global__ void ref(float *o) {
  __shared__ FromRef c[64];
  c[2 * threadIdx.x].v = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __syncthreads();
  o[threadIdx.x] = c[31 - threadIdx.x].v;
}
__global__ void any(float *o) {
  __shared__ FromAny c[64];
  c[2 * threadIdx.x].v = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __syncthreads();
  o[threadIdx.x] = c[31 - threadIdx.x].v;
}
__global__ void ofHost(float *o) {
  __shared__ OfHost c[64];
  c[2 * threadIdx.x].v = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __syncthreads();
  o[threadIdx.x] = c[31 - threadIdx.x].v;
}
// Two words each, stored as one. Half a warp at a time: words 4*x and 4*x + 1.
__global__ void complex(float *o) {
  __shared__ cuda::std::complex<float> c[64];
  c[2 * threadIdx.x] = 1.f;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __syncthreads();
  o[threadIdx.x] = c[31 - threadIdx.x].real(); // Words 2*x.
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
// Words 4*x: four lanes in each of 8 banks.
__global__ void pair(float *o) {
  __shared__ cuda::std::pair<int, float> c[64];
  c[2 * threadIdx.x].first = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
  __syncthreads();
  o[threadIdx.x] = c[31 - threadIdx.x].first; // Words 2*x.
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

// In instances, where the class is not complete before; in a lambda, a member of a
// local class, a friend.
template <class T> __global__ void instance(float *o) {
  __shared__ T c[64];
  __shared__ cuda::std::tuple<int, T> t[64];
  *reinterpret_cast<float *>(&c[2 * threadIdx.x]) = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  cuda::std::get<0>(t[2 * threadIdx.x]) = 1; // Two words each.
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
  __syncthreads();
  o[threadIdx.x] = cuda::std::get<0>(t[0]) + c[0].v;
  auto lambda = [&](auto i) {
    __shared__ Nested n[32];
    n[i].ref.v = 2; // Words 3*x.
    return n[0].part.flags[1].set;
  };
  struct Local {
    __device__ static float get() {
      __shared__ Base b[33];
      b[threadIdx.x].v = 3; // Words 4*x + 2.
      // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
      return b[0].v;
    }
  };
  o[0] = lambda(threadIdx.x) + Local::get();
}

void go(float *o) {
  flag<32><<<1, dim3(32, 32)>>>(o);
  ref<<<1, 32>>>(o);
  any<<<1, 32>>>(o);
  ofHost<<<1, 32>>>(o);
  complex<<<1, 32>>>(o);
  pair<<<1, 32>>>(o);
  instance<FromRef><<<1, 32>>>(o);
}
