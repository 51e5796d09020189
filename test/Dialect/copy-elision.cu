// RUN: not %warplint --verbose --sort=source %s -- %stub_flags | %check %s
//
// Where nvcc 13.0 builds the result of a function in place, and where it copies a
// variable: seen in nvcc -ptx, as the stride that a counting copy constructor makes.
// Clang leaves out more copies, and fewer behind "if constexpr".

struct Counted {
  int n;
  __device__ Counted() : n(0) {}
  __device__ Counted(const Counted &other) : n(other.n + 1) {}
};
/// Without copies it is a conflict, so that each copy that is left out shows.
__device__ int stride(const Counted &c) { return c.n == 0 ? 32 : 1; }

__device__ Counted plain() { Counted c; return c; }
__device__ Counted twice(int b) { Counted c; if (b) return c; c.n += 0; return c; }
__device__ Counted inBlock() { { Counted c; return c; } }
__device__ Counted inBranch(int b) {
  if (b) {
    Counted c;
    return c;
  }
  return Counted();
}
__device__ Counted behindValue(int b) { if (!b) return Counted(); Counted c; return c; }
__device__ Counted inLoop() { for (;;) { Counted c; return c; } }
__device__ auto deduced() { Counted c; return c; }
template <int N> __device__ Counted discarded() {
  Counted c;
  if constexpr (N)
    return Counted();
  else
    return c;
}

__global__ void k(float *p) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  p[t] = s[t * stride(plain())];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 100] = s[t * stride(twice(1)) + 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 200] = s[t * stride(discarded<0>()) + 200];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  auto written = []() -> Counted { Counted c; return c; };
  p[t + 300] = s[t * stride(written()) + 300];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict

  // Copied once: the stride is 1.
  auto lambda = [] { Counted c; return c; };
  p[t + 400] = s[t * stride(inBlock()) + 400];
  p[t + 500] = s[t * stride(inBranch(1)) + 500];
  p[t + 600] = s[t * stride(behindValue(1)) + 600];
  p[t + 700] = s[t * stride(inLoop()) + 700];
  p[t + 800] = s[t * stride(deduced()) + 800];
  p[t + 900] = s[t * stride(lambda()) + 900];
}
void run(float *p) { k<<<1, 32>>>(p); }
