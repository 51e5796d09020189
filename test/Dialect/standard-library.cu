// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s -- -std=c++14 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// nvcc includes headers of the standard library before the file does. Since C++17
// those of the toolkit bring this one along.

// REMEDY: worked around names of namespace std without their #include

__global__ void k(int *p) {
  __shared__ int s[64];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
void h(int *p, int n) { std::sort(p, p + n); }
