// RUN: not %warplint --report-unproven %s %stub 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=LEFT --allow-empty --implicit-check-not=error: < %t.err
// RUN: not %warplint --format=json %s %stub | FileCheck %s --check-prefix=JSON
//
// Device functions with shared memory that no kernel of the file calls:
// all threads of the warp are assumed to call them, with arguments unknown.

// LEFT-NOT: is not analysed

__device__ float column() {
  __shared__ float s[32 * 8];
  return s[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict
  // CHECK: note: assuming every thread of the warp calls 'column', which no kernel in this file calls
}

// A parameter may differ from lane to lane.
inline __device__ float at(int i) {
  __shared__ float s[256];
  return s[i];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: {{.*}}caller.i()
}

// So may what it points to be in shared memory, or not.
__device__ void through(float *p) {
  __shared__ float s[32];
  p[threadIdx.x] = s[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: {{.*}}may lead to shared or to global memory
}

struct Index {
  int i;
};
__device__ float in(Index x) {
  __shared__ float s[256];
  return s[x.i];
  // CHECK: :[[@LINE-1]]:10: remark: unproven
}

// What is returned is used by somebody, in a struct, too.
struct Pair {
  float a, b[8];
};
__device__ Pair pair() {
  __shared__ float s[32 * 8];
  Pair p;
  p.a = s[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:9: warning: 8-way bank conflict
  for (int i = 0; i < 8; ++i)
    p.b[i] = s[4 * threadIdx.x + 5 * i];
  // CHECK: :[[@LINE-1]]:14: warning: 4-way bank conflict
  return p;
}

// A functor's member depends on the object.
struct Strided {
  int stride;
  __device__ float operator()(float x) const {
    __shared__ float s[32 * 8];
    s[threadIdx.x] = x;
    return s[stride * threadIdx.x];
    // CHECK: :[[@LINE-1]]:12: remark: unproven
    // CHECK: :[[@LINE-2]]:14: remark: unproven: {{.*}}may lead to shared or to global memory
  }
};

// Not by a kernel, but by a function with arguments that are known.
__device__ float inner(int i) {
  __shared__ float s[32 * 4];
  return s[i];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
  // CHECK: note: assuming every thread of the warp calls 'outer', which no kernel in this file calls
}
__device__ float outer() { return inner(4 * threadIdx.x); }

// A template that is used nowhere is tried.
template <int N> __device__ float unused() {
  __shared__ float s[32 * N];
  return s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:10: remark: 2-way bank conflict: {{.*}} (assumed)
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
// JSON-DAG: "name": "through"
// JSON-DAG: "name": "in"
// JSON-DAG: "name": "pair"
// JSON-DAG: "name": "Strided::operator()"
// JSON-DAG: "name": "inner"
// JSON-DAG: "name": "unused"
// JSON-DAG: "name": "Buffer<float>::get"
// JSON-DAG: "name": "called"
// JSON-DAG: "name": "k"
