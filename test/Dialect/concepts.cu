// REQUIRES: cuda-toolkit
// RUN: not %warplint --keep-going %s 2>/dev/null | %check %s
//
// A file with concepts that no command says is C++20.

template <class T> concept Small = sizeof(T) <= 4;

template <Small T> __global__ void k(T *out) {
  __shared__ T s[32][32];
  s[threadIdx.x][0] = out[0];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}
template __global__ void k(float *);
