// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// nvcc drops the stores to a static array that nobody reads, and the array. What
// nvcc 13.0 issues for sm_90 stands behind each kernel.

// Nothing.
__global__ void dead(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: remark: the compiler removes this 32-bit store: nothing reads its value
  __syncthreads();
  o[t] = 1;
}
// Nothing: what is read, nobody needs.
__global__ void unneeded(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: remark: the compiler removes this 32-bit store: nothing reads its value
  __syncthreads();
  float x = s[8 * t + 1];
  o[t] = 1;
}
__global__ void inALoop(float *o, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[8 * t] = o[i];
    // CHECK: :[[@LINE-1]]:5: remark: the compiler removes this 32-bit store: nothing reads its value
    __syncthreads();
  }
  o[t] = 1;
}
// STS.32: storage of another type, as CUB has it.
struct Storage {
  unsigned Words[64];
};
__global__ void ofOtherType(float *o) {
  __shared__ Storage s;
  reinterpret_cast<float *>(&s)[threadIdx.x] = o[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  __syncthreads();
  o[threadIdx.x] = 1;
}
// STS.32: of a volatile array, of one that is extern, through a pointer that is
// chosen, of one whose address goes to assembly, and of one that is read.
__global__ void stays(float *o) {
  __shared__ volatile float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
}
__global__ void dynamic(float *o) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
}
__global__ void chosen(float *o, int n) {
  __shared__ float s[1024];
  __shared__ float r[1024];
  int t = threadIdx.x;
  float *p = n ? s : r;
  p[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  __syncthreads();
  o[t] = r[t + 1];
}
__global__ void readBack(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  __syncthreads();
  s[t] += 1;
}
void go(float *b, int n) {
  dead<<<1, 64>>>(b);
  unneeded<<<1, 64>>>(b);
  inALoop<<<1, 64>>>(b, n);
  stays<<<1, 64>>>(b);
  dynamic<<<1, 64, 4096>>>(b);
  chosen<<<1, 64>>>(b, n);
  readBack<<<1, 64>>>(b);
  ofOtherType<<<1, 64>>>(b);
}

// Nothing: the same thread has what it reads in a register.
__global__ void handedOn(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  // CHECK: the compiler may remove this 32-bit store
  o[t] = s[8 * t] + 1;
}
// STS.32 in each: nvcc does not know how many threads there are,
__global__ void ofNoThread(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  // CHECK-NOT: the compiler may
  __syncthreads();
  if (threadIdx.x >= 1024)
    o[t] = s[t];
}
// Clang folds a condition that nvcc does not, or the reader calls itself.
__global__ void ofNoNumber(float *o, unsigned n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  // CHECK: the compiler may
  __syncthreads();
  if (n * n == 3)
    o[t] = s[t];
}
__global__ void inItself(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[8 * t] = o[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict
  // CHECK: the compiler may
  __syncthreads();
  auto sum = [&](auto self, int k) -> float {
    return k < 0 ? 0.f : s[k] + self(self, k - 1);
  };
  o[t] = sum(sum, t);
}
