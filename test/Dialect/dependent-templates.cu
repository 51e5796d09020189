// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// Arguments of a dependent template without the template keyword, which nvcc
// looks at when it knows the template.

// REMEDY: with a remedy for arguments of a dependent template without the template keyword

template <class T> struct Rows {
  template <int N> __device__ static int of(int i) { return N * i; }
  template <int N> __device__ unsigned at(unsigned i) const { return N * i; }
  Rows<T> *next;
};

template <class T> __global__ void k(T *p) {
  __shared__ T s[256];
  Rows<T> rows;
  p[0] = s[Rows<T>::of<2>(threadIdx.x)];
  // CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  p[1] = s[rows.at<4>(threadIdx.x)];
  // CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
  p[2] = s[rows.next->at<(16 >> 1)>(threadIdx.x)];
  // CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
}

void run(int *p) { k<<<1, 32>>>(p); }
