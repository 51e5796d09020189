// RUN: not %warplint %s -- %stub_flags | %check %s
// RUN: not %warplint --strict %s -- %stub_flags 2>&1 | FileCheck %s --check-prefix=STRICT
//
// A member of a dependent base, found by its name alone: nvcc takes it where an
// argument depends on the template, and so does clang once it has told an error.

// STRICT: error: use 'template' keyword to treat 'Rows' as a dependent template name
// STRICT: error: explicit qualification required to use member 'place'

template <class T> struct Table {
  __device__ T place(T i) const { return i * 32; }
};
template <class T> struct Filled : Table<T> {
  __device__ T last(T i) { return place(i); }
};
__global__ void k(int *p) {
  __shared__ int s[1024];
  s[Filled<int>().last(threadIdx.x)] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}

// The same of a type that is a template, without "template" before its name.
struct Tiles {
  template <int N> struct Rows {
    static constexpr int Stride = N;
  };
};
template <class T> struct Copy {
  using Rows = typename T::Rows<16>;
};
template <class T> __global__ void copy(int *p) {
  __shared__ int s[512];
  p[threadIdx.x] = s[threadIdx.x * Copy<T>::Rows::Stride];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 16-way bank conflict
}
void run(int *p) {
  k<<<1, 32>>>(p);
  copy<Tiles><<<1, 32>>>(p);
}
