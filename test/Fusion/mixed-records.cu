// RUN: not %warplint --sort=source --block=32 %s %stub | FileCheck %s --implicit-check-not=warning:
//
// nvcc 13.0 copies a record field by field where its fields have several sizes: the
// padding behind the float is not moved with it, and an H200 counts two 64-bit stores,
// 64 wavefronts. Of records of one field size it makes one store.

struct Mixed {
  double d;
  float f;
};
struct Nested {
  int first, second;
  double d;
};
struct Equal {
  double d, e;
};
template <class T> struct alignas(256) Row { T v; };

__global__ void mixed(const Mixed *p, float *out) {
  __shared__ Row<Mixed> s[32];
  s[threadIdx.x].v = p[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict: this 64-bit store takes 32 wavefronts, ideal 2
  // CHECK: note: as written; the compiler may issue 2 copies of this store as one 128-bit store
  __syncthreads();
  out[threadIdx.x] = s[0].v.d;
}

__global__ void nested(const Nested *p, float *out) {
  __shared__ Row<Nested> s[32];
  s[threadIdx.x].v = p[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict: this 64-bit store takes 32 wavefronts, ideal 2
  // CHECK: note: as written; the compiler may issue 2 copies of this store as one 128-bit store
  __syncthreads();
  out[threadIdx.x] = s[0].v.d;
}

__global__ void equal(const Equal *p, float *out) {
  __shared__ Row<Equal> s[32];
  s[threadIdx.x].v = p[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: 2 copies of this store are issued as one 128-bit store: 32 wavefronts, ideal 4
  __syncthreads();
  out[threadIdx.x] = s[0].v.d;
}
