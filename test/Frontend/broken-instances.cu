// RUN: not %warplint --declare-missing=false %s -- %stub_flags 2>&1 | FileCheck %s
//
// A template with an error of its own whose instances have no body: it is left
// out by name, not forgotten.

// CHECK: note: 1 kernel analyzed, 3 functions skipped

template <class T> __global__ void lost(T *out) {
  __shared__ T s[64];
  missing::sync();
  out[threadIdx.x] = s[2 * threadIdx.x];
}
// CHECK-DAG: :[[@LINE-5]]:36: note: skipped 'lost': it has an error: broken-instances.cu:[[@LINE-3]]: use of undeclared identifier 'missing'

// Nothing asks for an instance of this one.
template <class T> __global__ void unused(T *out) {
  __shared__ T s[64];
  missing::sync();
  out[threadIdx.x] = s[2 * threadIdx.x];
}
// CHECK-DAG: :[[@LINE-5]]:36: note: skipped 'unused': it has an error

// A lost launch names an instance that has no body.
template <class T> __global__ void named(T *out) {
  __shared__ T s[64];
  missing::sync();
  out[threadIdx.x] = s[2 * threadIdx.x];
}
// CHECK-DAG: :[[@LINE-5]]:36: note: skipped 'named': it has an error

template <class T> __global__ void kept(T *out) {
  __shared__ T s[64];
  out[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK-DAG: :[[@LINE-1]]:22: warning: 2-way bank conflict
}

void run(float *out) {
  lost<<<1, 32>>>(out);
  kept<<<1, 32>>>(out);
  cudaLaunchKernelEx(&settings.that_are_missing, named<float>, out);
}
