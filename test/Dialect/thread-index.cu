// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --sort=source -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// threadIdx and its like are objects of uint3 and dim3 to nvcc.

// REMEDY: worked around threadIdx and its like as objects

template <class T> __device__ unsigned first(T t) { return t.x; }
struct Place {
  unsigned x, y;
  __device__ Place(uint3 at) : x(at.x), y(at.y) {}
  __device__ Place(dim3 size) : x(size.x), y(size.y) {}
};

__global__ void k(int *p, bool b) {
  __shared__ int s[4096];
  auto at = threadIdx;
  s[2 * at.x] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  decltype(threadIdx) same = threadIdx;
  s[4 * same.x + first(blockDim)] = 2;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
  Place place(threadIdx), size = blockDim;
  s[8 * place.x + size.y] = 3;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
  auto both = [t = threadIdx] { return 16 * t.x; };
  s[both()] = 4;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 16-way bank conflict
  auto &block = blockIdx;
  const auto &[x, y, z] = threadIdx;
  uint3 chosen = b ? threadIdx : blockIdx;
  p[threadIdx.x] = s[32 * x] + block.x + chosen.y;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
}
void run(int *p) { k<<<1, 32>>>(p, true); }
