// Macros that are pointers into an array, and macros that index a pointer into it.
// 32 x 32 threads store rows and load columns: element (r, c) goes to column c ^ r.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub > %t/out
// RUN: FileCheck %s --input-file=%t/a.cu
// RUN: FileCheck %s --check-prefix=WHY --input-file=%t/out

#define N 32
#define COLUMN (tile + first * N)
#define VALUE(x) (*(const float *)(x))
#define WHOLE tile

// What is made of the macro is written without it, behind a star and as an argument
// of another macro, too. The body has a macro in it.
__global__ void pointer(const float *in, float *out) {
  __shared__ float tile[N * N];
  int x = threadIdx.x, y = threadIdx.y, first = x;
  WHOLE[y * N + x] = in[y * N + x];
  // CHECK: tile[y * N + (x ^ y)] = in[y * N + x];
  __syncthreads();
  float a = COLUMN[y] + *(COLUMN + y);
  // CHECK: float a = tile[first * N + (y ^ first)] + *(&tile[first * N + (y ^ first)]);
  out[y * N + x] = a + VALUE(COLUMN + y);
  // CHECK: = a + VALUE(&tile[first * N + (y ^ first)]);
}

// The second pointer begins behind 32 whole rows, where the layout begins anew: both
// macros change in their bodies.
#define AS(r, c) as[(r) * N + (c)]
#define BS(r, c) bs[(r) * N + (c)]
// CHECK: #define AS(r, c) as[(r) * N + ((c) ^ ((r) & 31))]
// CHECK: #define BS(r, c) bs[(r) * N + ((c) ^ ((r) & 31))]
__global__ void parts(const float *in, float *out) {
  __shared__ float both[2 * N * N];
  float *as = both, *bs = both + N * N;
  // CHECK: float *as = both, *bs = both + N * N;
  int x = threadIdx.x, y = threadIdx.y;
  AS(y, x) = in[y * N + x];
  BS(y, x) = in[y * N + x + N * N];
  __syncthreads();
  out[y * N + x] = AS(x, y) + BS(x, y);
}

// A body that is about another pointer in another kernel stays as it is.
#define OF(r, c) part[(r) * N + (c)]
// CHECK: #define OF(r, c) part[(r) * N + (c)]
__global__ void mine(const float *in, float *out) {
  __shared__ float two[2 * N * N];
  float *part = two + N * N;
  int x = threadIdx.x, y = threadIdx.y;
  OF(y, x) = in[y * N + x];
  __syncthreads();
  out[y * N + x] = OF(x, y);
  // WHY: cannot fix 'two': 'part' is used in a macro
}
__global__ void other(float *part) { OF(threadIdx.y, threadIdx.x) = 0; }

// Nobody sees what code that is not compiled makes of the pointer.
#define HALF (late + N)
__global__ void unseen(const float *in, float *out) {
  __shared__ float late[N * N + N];
  int x = threadIdx.x, y = threadIdx.y;
  HALF[y * N + x] = in[y * N + x];
  // CHECK: HALF[y * N + x] = in[y * N + x];
  __syncthreads();
#ifdef DEBUG
  out[0] = HALF[1];
#endif
  out[y * N + x] = HALF[x * N + y];
  // WHY: cannot fix 'late': macro 'HALF' is also used here, in code that is not compiled
}

// Nor where a macro is used in the body of another one.
#define FIRST (again + 0)
#define ALSO FIRST
__global__ void nested(const float *in, float *out) {
  __shared__ float again[N * N];
  int x = threadIdx.x, y = threadIdx.y;
  ALSO[y * N + x] = in[y * N + x];
  // CHECK: ALSO[y * N + x] = in[y * N + x];
  __syncthreads();
#ifdef DEBUG
  out[0] = ALSO[1];
#endif
  out[y * N + x] = ALSO[x * N + y];
  // WHY: cannot fix 'again':
}

void run(const float *in, float *out) {
  pointer<<<1, dim3(32, 32)>>>(in, out);
  parts<<<1, dim3(32, 32)>>>(in, out);
  mine<<<1, dim3(32, 32)>>>(in, out);
  other<<<1, dim3(32, 32)>>>(out);
  unseen<<<1, dim3(32, 32)>>>(in, out);
  nested<<<1, dim3(32, 32)>>>(in, out);
}
