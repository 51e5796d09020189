// RUN: not %warplint %s %stub 2> /dev/null | %check %s
//
// Launches in statements with an error, which clang drops. The others alone do
// not say which blocks a kernel has. Where threadIdx.x takes 4 values, the words
// 8 * threadIdx.x + threadIdx.y are 0, 8, 16, 24 and their 7 neighbours: all
// banks once. In a row of 32 threads 8 * threadIdx.x is 8-way.

__global__ void chevrons(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
void runChevrons(float *g, int n) {
  chevrons<<<1, dim3(4, 8)>>>(g);
  chevrons<<<1, n + missing>>>(g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch; assuming blockDim.x is a multiple of 32 (set it with --block)
}

// The block is written out: with 8 threads along x it is 2-way.
__global__ void numbers(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 2-way bank conflict
}
void runNumbers(float *g) {
  numbers<<<1, dim3(4, 8)>>>(g);
  numbers<<<1, dim3(8, 4), 0, missing()>>>(g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: block (8,4,1) from this launch
}

template <class T> __global__ void runtime(T *g) {
  __shared__ T s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
void runRuntime(float *g, void **arguments) {
  runtime<float><<<1, dim3(4, 8)>>>(g);
  cudaLaunchKernel((const void *)runtime<float>, 1, 64, missing, 0, 0);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch
}

// One use of a macro is broken, another is not.
__global__ void macro(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
#define RUN(BLOCK, G) macro<<<1, BLOCK>>>(G)
void runMacro(float *g) {
  RUN(dim3(4, 8), g);
  RUN(64, missing);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch
}

// A dropped statement may have changed the block: what it was before says
// nothing. The blocks are too many to try.
__global__ void changed(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: up to 8-way bank conflict: this 32-bit load takes up to 8 wavefronts, ideal 1, if blockDim.x is a multiple of 32
}
void runChanged(float *g) {
  dim3 block(4, 8);
  block.x = missing(g);
  changed<<<1, block>>>(g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: block (?,?,?) from this launch; other blocks may cost more (set the block with --block)
}

// What is const none changes, although the statement behind a check without a semicolon
// counts as dropped.
#define CHECK_POSITIVE(N) if ((N) < 0) { missing(N); }
__global__ void constants(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
}
void runConstants(float *g, int n) {
  CHECK_POSITIVE(n)
  constexpr int X = 4;
  const int Y = 2 * X;
  dim3 block(X, Y);
  constants<<<1, block>>>(g);
}

// Nor what is declared behind a dropped statement: the lost name is not its cause.
__global__ void behind(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
}
void runBehind(float *g) {
  auto lost = missing(g);
  dim3 block(4, 8);
  behind<<<1, block>>>(g);
}

// Unless it is made of what is not.
__global__ void derived(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: up to 8-way bank conflict{{.*}}, if blockDim.x is a multiple of 32
}
void runDerived(float *g) {
  int x = 4;
  x = missing(g);
  const int X = x;
  derived<<<1, dim3(X, 8)>>>(g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: block (?,?,?) from this launch; other blocks may cost more (set the block with --block)
}

// What no error is near to is known as ever.
__global__ void whole(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
}
void runWhole(float *g) {
  whole<<<1, dim3(4, 8)>>>(g);
  missing(g);
}

// What a condition leaves out may be there where a lost macro is; what stands
// behind "#if 0" is not.
__global__ void skipped(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
__global__ void dead(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
}
void runSkipped(float *g, int n) {
  skipped<<<1, dim3(4, 8)>>>(g);
#ifdef PERHAPS
  skipped<<<1, n>>>(g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch
#endif
#if 0
#ifdef PERHAPS
  dead<<<1, n>>>(g);
#else
  dead<<<1, n>>>(g);
#endif
  dead<<<1, n>>>(g);
#else
  dead<<<1, dim3(4, 8)>>>(g);
#endif
}

// A kernel that a statement with an error hands on: to a function that nobody
// declares, to a macro that nobody defines.
__global__ void handedOn(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
void runHandedOn(float *g) {
  handedOn<<<1, dim3(4, 8)>>>(g);
  start(handedOn, dim3(32, 8), g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch
}
__global__ void throughMacro(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 8-way bank conflict
}
void runThroughMacro(float *g) {
  throughMacro<<<1, dim3(4, 8)>>>(g);
  LAUNCH_KERNEL(throughMacro, 1, dim3(32, 8), g);
  // CHECK-DAG: :[[@LINE-1]]:3: note: clang could not parse this launch
}

// An instance in a class whose base is not known, and one of a template that is
// called with what is not known.
template <int> __global__ void instance(float *g) {
  __shared__ float s[32 * 8];
  g[0] = s[8 * threadIdx.x + threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: 2-way bank conflict{{.*}}
}
struct Op : Layer {
  void run(Blob &b) override { instance<9><<<1, dim3(8, 4)>>>(b.data()); }
  // CHECK-DAG: :[[@LINE-1]]:32: note: block (8,4,1) from this launch
};
void runInstance(float *g) { instance<9><<<1, dim3(4, 8)>>>(g); }
