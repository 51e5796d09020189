// The textual count of functions with shared memory that lab foreign rests on.
//
// RUN: %lab functions %s | FileCheck %s

extern __shared__ int pool[];

/* __global__ void inAComment() { __shared__ int s[2]; } */
const char *text = "{ __shared__ int s[2];";

// CHECK: :[[#@LINE+1]]-[[#@LINE+4]]: plain kernel [{{[0-9]+}}]
__global__ void plain(int *out) {
  __shared__ int s[32];
  out[0] = s[threadIdx.x];
}

// CHECK-NOT: untouched
__global__ void untouched(int *out) { out[0] = 1'000; }

// CHECK: :[[#@LINE+1]]-{{[0-9]+}}: defaults kernel template
template <class T, int N = (3 > 2)>
__global__ void __launch_bounds__(int{128} + N) defaults(T *p = nullptr) {
  auto f = [&](int i) { return p[i]; };
  if (N) {
    __shared__ T s[N];
    s[0] = f(0);
  }
}

// CHECK: :[[#@LINE+1]]-{{[0-9]+}}: defaults kernel template
template <> __global__ void defaults<int, 2>(int *p) {
  __shared__ int s[2];
  p[0] = s[0];
}

namespace inner {
struct Tile {
  int rows{4};
  Tile() : rows(4) {}
  // CHECK: :[[#@LINE+1]]-{{[0-9]+}}: operator [
  __device__ void operator()(int *out) {
    __shared__ int s[1];
    out[0] = s[0];
  }
};
} // namespace inner

// CHECK: : namesThePool kernel [
__global__ void namesThePool(int *out) { out[0] = pool[threadIdx.x]; }

// Where both branches open the function, it is the second's.
#ifdef FLAG
__global__ void withFlag(int *out) {
#else
// CHECK: : withoutFlag kernel [
__global__ void withoutFlag(int *out) {
#endif
  __shared__ int s[1];
  out[0] = s[0];
}

#if 0
// CHECK: : never kernel dead [
__global__ void never(int *out) {
  __shared__ int s[1];
  out[0] = s[0];
}
#endif

// CHECK: : last [
__device__ int last() {
  __shared__ int s[1];
  return s[0];
}

// Members that are initialised by braces begin no body.
struct Loader {
  int first, second;
  // CHECK: :[[#@LINE+1]]-[[#@LINE+4]]: Loader [{{[0-9]+}}]
  __device__ Loader(int n) : first{n}, second(n) {
    __shared__ float s[32];
    s[threadIdx.x] = first;
  }
};
// CHECK-NOT: {{[a-z]}}
