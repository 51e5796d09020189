// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --sort=source %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=error: < %t.err
//
// nvcc warns of a function of both sides that calls one of the host (#20014-D), or
// throws where it is constexpr, and compiles it as if that were never reached.

// NONE-NOT: clang reports

#include <cstdlib>
#include <optional>
#include <vector>

int fail(int);

// Clang leaves such calls out: the function is visible elsewhere.
__host__ __device__ int checked(int n) {
  int code = fail(0), twice = 2 * n;
  if (n < 0)
    return fail(n);
  if (n == 1)
    exit(code);
  else if (n == 2)
    twice = fail(fail(n)) + 1;
  for (int i = 0; i < 3; ++i) {
    auto inner = [&](int q) {
      if (q == n)
        fail(q);
      return q;
    };
    twice += inner(i) - i;
  }
  return twice;
}
// Here they are known when the function is called.
template <class T> __host__ __device__ int copied(T n) {
  if (n < 0) {
    std::vector<int> all;
    all.push_back(n);
    return all.size();
  }
  return n;
}
constexpr int thrown(int n) {
  if (n < 0)
    throw n;
  return n;
}

__global__ void k(int *p, int n) {
  __shared__ int s[4096];
  s[checked(threadIdx.x)] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  s[4 * copied(int(threadIdx.x))] = 2;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
  s[8 * thrown(threadIdx.x)] = 3;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
  std::optional<int> some(p[0]);
  p[threadIdx.x] = s[threadIdx.x] + some.value();
}
void run(int *p) { k<<<1, 32>>>(p, copied(1)); }
