// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub | %races | FileCheck %s
//
// Named barriers of some warps (PTX ISA, "bar": the threads of whole warps are counted): if all
// that wait there come together, they are ordered among each other alone.

template <int Number, int Count> __device__ void sync() {
  asm volatile("bar.sync %0, %1;" ::"n"(Number), "n"(Count) : "memory");
}
template <int Number, int Count> __device__ void arrive() {
  asm volatile("bar.arrive %0, %1;" ::"n"(Number), "n"(Count) : "memory");
}

// Each half has a barrier of its own and reads what itself has written.
__global__ void halves(int *out) { // CHECK: "halves": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    sync<1, 64>();
    out[t] = s[63 - t];
  } else {
    s[t] = 2 * t;
    sync<2, 64>();
    out[t] = s[191 - t];
  }
}

// The same in loops: two barriers an iteration.
__global__ void halvesInLoops(int *out, int n) { // CHECK: "halvesInLoops": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64)
    for (int k = 0; k < n; ++k) {
      s[t] = k;
      sync<1, 64>();
      out[t] += s[63 - t];
      sync<1, 64>();
    }
  else
    for (int k = 0; k < n; ++k) {
      s[t] = k;
      sync<2, 64>();
      out[t] += s[191 - t];
      sync<2, 64>();
    }
}

// The second barrier is missing: a store meets a load of the iteration before.
__global__ void oneInLoop(int *out, int n) { // CHECK: "oneInLoop": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64)
    for (int k = 0; k < n; ++k) {
      s[t] = k;
      sync<1, 64>();
      out[t] += s[63 - t];
    }
}

// A half reads what the other one has written.
__global__ void otherHalf(int *out) { // CHECK: "otherHalf": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    sync<1, 64>();
    out[t] = s[127 - t];
  } else {
    s[t] = 2 * t;
    sync<2, 64>();
    out[t] = s[127 - t];
  }
}

// Both halves count at one barrier: any two warps may meet there.
__global__ void oneNumber(int *out) { // CHECK: "oneNumber": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    sync<1, 64>();
    out[t] = s[63 - t];
  } else {
    s[t] = 2 * t;
    sync<1, 64>();
    out[t] = s[191 - t];
  }
}

// 32 of the 64 may be warp 2.
__global__ void arrivesToo(int *out) { // CHECK: "arrivesToo": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    sync<1, 64>();
    out[t] = s[63 - t];
  } else if (t < 96) {
    arrive<1, 64>();
  }
}

// Behind the branch warp 2 reads what warp 1 has written.
__global__ void behind(int *out) { // CHECK: "behind": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    sync<1, 64>();
  }
  out[t] = s[127 - t];
}

// One lane stores for the half.
__global__ void oneLane(int *out) { // CHECK: "oneLane": "race-free"
  __shared__ int s;
  int t = threadIdx.x;
  if (t < 64) {
    if (t == 0)
      s = 5;
    sync<1, 64>();
    out[t] = s;
  }
}

// Not all of the half come to the barrier before it is read.
__global__ void someSkip(int *out, const int *in) { // CHECK: "someSkip": "unproven"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    if (in[t / 32])
      sync<1, 64>();
    out[t] = s[63 - t];
  }
}

// Warp 1 may wait at the else branch's barrier, then store what warp 0 reads.
// CHECK: "eitherWay": "unproven", "{{.*}}the store at line {{[0-9]+}} and the load at line {{[0-9]+}}{{.*}}"
__global__ void eitherWay(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    if (in[t / 32]) {
      s[t] = t;
      sync<1, 64>();
      out[t] = s[63 - t];
      sync<1, 64>();
    } else {
      sync<1, 64>();
      s[t] = 2;
      sync<1, 64>();
    }
  }
}

// The same in one warp: lanes of both halves meet, whichever way they take.
// CHECK: "eitherWayOfWarp": "unproven", "cannot prove that the store at line {{[0-9]+}} and the load at line {{[0-9]+}} are ordered"
__global__ void eitherWayOfWarp(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (in[t / 16]) {
    __syncwarp();
    out[t] = s[31 - t];
  } else {
    __syncwarp();
    s[t] = 2;
  }
}

// All lanes of a warp take one way.
__global__ void warpByWarp(int *out, int n) { // CHECK: "warpByWarp": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t / 32 < n) {
    s[t] = t;
    __syncwarp();
    out[t] = s[t ^ 1];
  }
}

void run(int *p, int n) {
  halves<<<1, 128>>>(p);
  halvesInLoops<<<1, 128>>>(p, n);
  oneInLoop<<<1, 128>>>(p, n);
  otherHalf<<<1, 128>>>(p);
  oneNumber<<<1, 128>>>(p);
  arrivesToo<<<1, 128>>>(p);
  behind<<<1, 128>>>(p);
  oneLane<<<1, 128>>>(p);
  someSkip<<<1, 128>>>(p, p);
  eitherWay<<<1, 128>>>(p, p);
  eitherWayOfWarp<<<1, 32>>>(p, p);
  warpByWarp<<<1, 128>>>(p, n);
}
