// RUN: not %warplint --checks='-*,warplint-lane-order' %s %stub | %check %s
//
// The mapping and the loads written in other ways. In all of them a warp has 4 rows
// and 8 columns; a product of 8 steps takes 8 * (2 + 4) wavefronts, and with the lanes
// in another order 8 * (2 + 2).

__device__ inline void add(float4 &sum, float4 a, float4 b) {
  sum.x += a.x * b.x, sum.y += a.y * b.y;
  sum.z += a.z * b.z, sum.w += a.w * b.w;
}

// No variables: the expressions themselves, those of the result, too.
__global__ void direct(const float4 *A, float4 *C) {
  __shared__ float4 a[8][4], b[8][8];
  b[threadIdx.x / 8][threadIdx.x % 8] = A[threadIdx.x];
  a[threadIdx.x / 4][threadIdx.x % 4] = A[threadIdx.x];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, a[k][threadIdx.x / 8], b[k][threadIdx.x % 8]);
  // CHECK: :[[@LINE-1]]:19: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  // CHECK: :[[@LINE-2]]:19: note: write 'threadIdx.x / 16 * 2 + threadIdx.x % 2' for 'threadIdx.x / 8'
  // CHECK: :[[@LINE-3]]:42: note: write 'threadIdx.x / 2 % 8' for 'threadIdx.x % 8'
  C[threadIdx.x / 8 * 8 + threadIdx.x % 8] = sum;
  // CHECK: :[[@LINE-1]]:5: note: write 'threadIdx.x / 16 * 16 + threadIdx.x % 2 * 8 + threadIdx.x / 2 % 8' for 'threadIdx.x / 8 * 8 + threadIdx.x % 8'
}

__device__ inline float4 vectorAt(const float (*tile)[32], int k, int first) {
  return *reinterpret_cast<const float4 *>(&tile[k][first]);
}

// A function loads for both, with a row and a column that it is given.
__global__ void helped(const float *A, float4 *C) {
  __shared__ alignas(16) float a[8][32], b[8][32];
  int t = threadIdx.x;
  int row = t >> 3, col = t & 7;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  // CHECK: :[[@LINE-2]]:7: note: write 't / 16 * 2 + t % 2' for 'row'
  for (int i = 0; i < 8; ++i)
    a[i][t] = b[i][t] = A[32 * i + t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, vectorAt(a, k, row * 4), vectorAt(b, k, col * 4));
  C[row * 8 + col] = sum;
}

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

// Pointers into dynamic shared memory that go on by a row, and a macro.
__global__ void walked(const float *A, float4 *C) {
  extern __shared__ float tiles[];
  int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    tiles[32 * i + t] = A[32 * i + t];
  __syncthreads();
  const int row = t / 8;
  // CHECK: :[[@LINE-1]]:13: warning: reordering the lanes cuts the 128-bit loads of 'tiles' from 48 to 32 wavefronts per warp
  const int col = t % 8;
  float *a = tiles + row * 4, *b = tiles + 256 + col * 4;
  float4 sum = {};
  for (int k = 0; k < 8; ++k, a += 32, b += 32)
    add(sum, FLOAT4(a[0]), FLOAT4(b[0]));
  C[row * 8 + col] = sum;
}

// The instruction itself.
__device__ inline float4 load(unsigned address) {
  float4 v;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"(address));
  return v;
}

__global__ void assembly(const float4 *A, float4 *C) {
  __shared__ float4 a[8][4], b[8][8];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  a[t / 4][t % 4] = b[t / 8][t % 8] = A[t];
  __syncthreads();
  unsigned ofA = __cvta_generic_to_shared(&a[0][row]);
  unsigned ofB = __cvta_generic_to_shared(&b[0][col]);
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, load(ofA + 64 * k), load(ofB + 128 * k));
  C[row * 8 + col] = sum;
}

// Tensors as CuTe has them: a pointer and a layout of compile-time strides.
template <int StrideM, int StrideK> struct Layout {
  __device__ constexpr int operator()(int m, int k) const {
    return m * StrideM + k * StrideK;
  }
};
template <class T, class L> struct Tensor {
  T *data;
  L layout;
  __device__ T &operator()(int m, int k) const { return data[layout(m, k)]; }
};

__global__ void tensors(const float4 *A, float4 *C) {
  __shared__ float4 a[32], b[64];
  int t = threadIdx.x;
  a[t] = b[t] = A[t], b[t + 32] = A[t + 32];
  __syncthreads();
  Tensor<float4, Layout<1, 4>> sA{a};
  Tensor<float4, Layout<1, 8>> sB{b};
  const int m = t / 8, n = t % 8;
  // CHECK: :[[@LINE-1]]:13: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, sA(m, k), sB(n, k));
  C[m * 8 + n] = sum;
}

// Rows past the end are left out, by all that know of the row.
__global__ void guarded(const float4 *A, float4 *C, int rows) {
  __shared__ float4 a[8][4], b[8][8];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  a[t / 4][t % 4] = b[t / 8][t % 8] = A[t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, a[k][row], b[k][col]);
  if (row < rows)
    C[row * 8 + col] = sum;
}

// Blocks of a grid have a part of the result each.
__global__ void grid(const float4 *A, float4 *C, int pitch) {
  __shared__ float4 a[8][4], b[8][8];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  a[t / 4][t % 4] = A[blockIdx.x * 32 + t];
  b[t / 8][t % 8] = A[blockIdx.y * 32 + t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, a[k][row], b[k][col]);
  C[(blockIdx.y * 4 + row) * pitch + blockIdx.x * 8 + col] = sum;
}

// Rows that are rotated by the column: of A, too, a quarter reads several elements,
// and no pairs agree. 8 * (4 + 4) becomes 8 * (2 + 2).
__global__ void rotated(const float4 *A, float4 *C) {
  __shared__ float4 a[8][4], b[8][8];
  int t = threadIdx.x;
  a[t / 4][t % 4] = A[t];
  b[t / 8][t % 8] = A[t + 32];
  __syncthreads();
  int col = t % 8, row = (t / 8 + col) % 4;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 64 to 32 wavefronts per warp
  // CHECK: :[[@LINE-2]]:7: note: write 't % 2 * 4 + t / 8 % 4' for 'col'
  // CHECK: :[[@LINE-3]]:27: note: write 't / 32 * 4 + t / 2 % 4' for 't / 8'
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, a[k][row], b[k][col]);
  C[row * 8 + col] = sum;
}

void run(float4 *p, float *f, int n) {
  direct<<<1, 32>>>(p, p);
  helped<<<1, 32>>>(f, p);
  walked<<<1, 32, 2048>>>(f, p);
  assembly<<<1, 32>>>(p, p);
  tensors<<<1, 32>>>(p, p);
  guarded<<<1, 32>>>(p, p, n);
  grid<<<dim3(4, 4), 32>>>(p, p, n);
  rotated<<<1, 32>>>(p, p);
}
