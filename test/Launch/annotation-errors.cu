// RUN: bash -c '%warplint %s %stub; echo "exit code $?"' 2>&1 | FileCheck %s
//
// An annotation that is not understood is an error at its place.

// warplint: assume(pich == 128)
__global__ void misspelt(float *g, int pitch) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * pitch];
}
// CHECK-DAG: :5:21: error: no parameter 'pich' in kernel 'misspelt'; did you mean 'pitch'? [warplint-annotation]

// warplint: blok(32, 8)
__global__ void clause(float *g) {}
// CHECK-DAG: :12:14: error: unknown clause 'blok'; did you mean 'block'? [warplint-annotation]

// warplint: block(64, 32)
__global__ void large(float *g) {}
// CHECK-DAG: :16:19: error: a block has at most 1024 threads [warplint-annotation]

// warplint: assume(n != 0)
__global__ void relation(float *g, int n) {}
// CHECK-DAG: :20:23: error: '!=' cannot be assumed; use '==', '<', '<=', '>', '>=' or '% M == R' [warplint-annotation]

// warplint: assume(n == 128
__global__ void open(float *g, int n) {}
// CHECK-DAG: error: expected '&&' or ')' [warplint-annotation]

// warplint: assume(n > 5 && n < 3)
__global__ void contradiction(float *g, int n) {
  extern __shared__ float s[];
  g[threadIdx.x] = s[threadIdx.x * n];
}
// CHECK-DAG: :28:30: error: no value of 'n' satisfies all conditions [warplint-annotation]

// warplint: assume(n == WIDTH)
__global__ void name(float *g, int n) {}
// CHECK-DAG: :35:26: error: expected a name compared with a constant [warplint-annotation]

// warplint: assume(x == 2)
__global__ void real(float *g, float x) {
  __shared__ float s[32];
  g[threadIdx.x] = s[threadIdx.x];
}
// CHECK-DAG: :39:21: error: parameter 'x' of kernel 'real' is not an integer [warplint-annotation]

// warplint: assume(threadIdx.x < 32)
__global__ void thread(float *g) {
  __shared__ float s[32];
  g[threadIdx.x] = s[threadIdx.x];
}
// CHECK-DAG: :46:21: error: 'threadIdx.x' differs between threads and cannot be assumed [warplint-annotation]

// warplint: block(32)
void host();
// CHECK-DAG: :53:13: error: this comment is not above the definition of a kernel [warplint-annotation]

// CHECK-DAG: exit code 2
