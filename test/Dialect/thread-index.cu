// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --sort=source -v %s 2>&1 | %check %s
//
// threadIdx and its like are objects of uint3 and dim3 to nvcc, whether Clang's own
// classes would do or not. What sizes, overloads and deductions come to was seen
// in nvcc -ptx.

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

template <class T> __device__ int overload(const T &) { return 1; }
__device__ int overload(const uint3 &) { return 32; }
__device__ int category(const unsigned &) { return 32; }
__device__ int category(unsigned &&) { return 1; }
template <class T> struct IsConst { static constexpr int Value = 1; };
template <> struct IsConst<const unsigned &> { static constexpr int Value = 32; };

__global__ void types(float *p) {
  __shared__ float s[4096];
  p[threadIdx.x] = s[threadIdx.x * (sizeof(threadIdx) == 12 ? 32 : 1)];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[1 * blockDim.x] = s[threadIdx.x * overload(threadIdx) + 1 * 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[2 * blockDim.x] = s[threadIdx.x * category(threadIdx.x) + 2 * 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[3 * blockDim.x] = s[threadIdx.x * IsConst<decltype((threadIdx.x))>::Value + 3 * 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  auto size = [](auto &t) { return sizeof(t) == 12 ? 32 : 1; };
  p[4 * blockDim.x] = s[threadIdx.x * size(blockDim) + 4 * 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
}
// The same in host code: (8,4), not (32,4).
__global__ void host(float *p) {
  __shared__ float s[32][65];
  p[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
}
void runTypes(float *p) {
  types<<<1, 32>>>(p);
  host<<<1, dim3(sizeof(threadIdx) == 12 ? 8 : 32, 4)>>>(p);
}
