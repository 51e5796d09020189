// RUN: %warplint --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %s %stub | FileCheck %s
//
// A record whose alignment is its size, and whose fields have several sizes: nvcc 13.0
// (sm_90) moves it whole from memory to memory, and takes it apart for a variable whose
// fields are used. Behind each access is what it issues.
struct alignas(16) Wide {
  int i;
  float f;
  double d;
};
struct alignas(8) Narrow {
  float f;
  short s;
};
struct alignas(16) Equal {
  int i;
  float f, g, h;
};

template <class T> __device__ void move(const T *p, T *out) {
  __shared__ T s[64];
  s[threadIdx.x] = p[threadIdx.x]; // STS.128 (STS.64 of a Narrow)
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // LDS.128 (LDS.64)
}
__global__ void moveWide(const Wide *p, Wide *out) { move(p, out); }
// CHECK-COUNT-2: "issue": "as-written"
__global__ void moveNarrow(const Narrow *p, Narrow *out) { move(p, out); }
// CHECK-COUNT-2: "issue": "as-written"

__global__ void wide(const Wide *p, float *out) {
  __shared__ Wide s[64];
  s[threadIdx.x] = p[threadIdx.x]; // STS.128
  // CHECK: "issue": "as-written"
  __syncthreads();
  Wide w = s[threadIdx.x ^ 1]; // LDS.64, LDS.64
  // CHECK: "issue": "maybe-fused"
  out[threadIdx.x] = w.i + w.f + w.d;
}
__global__ void narrow(const Narrow *p, float *out) {
  __shared__ Narrow s[64];
  s[threadIdx.x] = p[threadIdx.x]; // STS.64
  // CHECK: "issue": "as-written"
  __syncthreads();
  Narrow w = s[threadIdx.x ^ 1]; // LDS.32, LDS.U16
  // CHECK: "issue": "maybe-fused"
  out[threadIdx.x] = w.f + w.s;
}
__global__ void equal(const Equal *p, float *out) {
  __shared__ Equal s[64];
  s[threadIdx.x] = p[threadIdx.x]; // STS.128
  // CHECK: "issue": "as-written"
  __syncthreads();
  Equal w = s[threadIdx.x ^ 1]; // LDS.128
  // CHECK: "issue": "as-written"
  out[threadIdx.x] = w.i + w.f + w.g + w.h;
}
void go(void *p) {
  moveWide<<<1, 64>>>((Wide *)p, (Wide *)p);
  moveNarrow<<<1, 64>>>((Narrow *)p, (Narrow *)p);
  wide<<<1, 64>>>((Wide *)p, (float *)p);
  narrow<<<1, 64>>>((Narrow *)p, (float *)p);
  equal<<<1, 64>>>((Equal *)p, (float *)p);
}
