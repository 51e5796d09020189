// RUN: not %warplint --trials=0 --checks=-warplint-incomplete-file --keep-going %s %stub 2>/dev/null | %check %s
//
// Why an array stays as it is must be true: nothing that no kernel runs, and no other
// kernel, can get a pointer to it. What a kernel calls can.
__device__ void known(float *p, int at) { p[at] = 0; }

// Nothing instantiates it, and it is a kernel, which has arrays of its own.
template <int N> __global__ void other(float *p, const int *q) { static_assert(N == 77, ""); p[threadIdx.x * N] = 1; }
template <int N> void launchOther(float *p) { other<N><<<1, 32>>>(p, (const int *)p); }
// A kernel with an error.
__global__ void broken(float *p) { p[threadIdx.x] = ; }
// A function template that nothing instantiates, and a function that no kernel calls.
template <int N> __device__ void helper(float *p) { p[threadIdx.x * N] = p[0]; }
__device__ void unused(float *p) {
  __shared__ float own[32];
  own[threadIdx.x] = p[threadIdx.x];
}

__global__ void k(float *o) {
  __shared__ float s[32][32];
  known(&s[0][0], threadIdx.x);
  o[threadIdx.x] = s[threadIdx.x][0];
  // CHECK: :[[#@LINE-1]]:20: warning: 32-way bank conflict
}
void run(float *o) { k<<<1, 32>>>(o); }
// CHECK-NOT: may get a pointer to it
