// RUN: not %warplint --report-unproven %s %stub 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=LEFT --allow-empty < %t.err
// RUN: not %warplint --format=json %s %stub | FileCheck %s --check-prefix=JSON
//
// Device functions with shared memory that nothing in the file calls: all
// threads of the warp are assumed to call them, with arguments unknown.

// LEFT-NOT: is not analysed

__device__ float column(const float *g) {
  __shared__ float s[32 * 8];
  return g[0] + s[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:17: warning: 8-way bank conflict
  // CHECK: note: assumes that {{.*}}nothing in this file calls 'column': all threads of the warp do
}

// A parameter may differ from lane to lane.
inline __device__ float at(int i) {
  __shared__ float s[256];
  return s[i];
  // CHECK: :[[@LINE-1]]:10: remark: unproven
}

struct Index {
  int i;
};
__device__ float in(Index x) {
  __shared__ float s[256];
  return s[x.i];
  // CHECK: :[[@LINE-1]]:10: remark: unproven
}

// A member; what it returns is another's to look at.
template <class T> struct Buffer;
template <> struct Buffer<float> {
  __device__ float *get() {
    extern __shared__ float buffer[];
    return buffer;
  }
};

// Called: looked at in its kernel alone, with what that passes.
__device__ float called(int i) {
  __shared__ float s[256];
  return s[i];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
}
__global__ void k(float *g) { g[threadIdx.x] = called(4 * threadIdx.x); }

// JSON: "analysed": [
// JSON-DAG: "name": "column"
// JSON-DAG: "name": "at"
// JSON-DAG: "name": "in"
// JSON-DAG: "name": "Buffer<float>::get"
// JSON-DAG: "name": "called"
// JSON-DAG: "name": "k"
