// Of edits that save nearly the same, within a twentieth, the one that is plainer to
// read and to compute is made.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fail-on=never %t/fixed.cu %stub > %t/notes
// RUN: FileCheck %s --check-prefix=NOTE --input-file=%t/notes
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

// 16 rows in one bank: of 128 loads nvcc makes 32 of four words, which take 32
// wavefronts by each of 8 warps, 8 for each 8 lanes; the 8 stores take 2, half a row of
// two rows. With two XORs of the column there are 1024 + 64, with longer rows 1024 + 128,
// by four words, since the loads of four words stay so.
// 64 wavefronts are less than a twentieth of the 7168 that are saved.
#define LENGTH 128
__global__ void column(const float *in, float *out) {
  __shared__ float a[16 * LENGTH];
  // CHECK: Rows of 128 of a are padded by 4. Bank conflicts: 8320 -> 1152 wavefronts per block
  // CHECK: float a[16 * (LENGTH + 4)];
  int x = threadIdx.x, y = threadIdx.y;
  for (int c = x; c < LENGTH; c += 16)
    a[y * LENGTH + c] = in[y * LENGTH + c];
  // CHECK: a[y * (LENGTH + 4) + c] = in[y * LENGTH + c];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < LENGTH; ++c)
    sum += a[x * LENGTH + c];
  // CHECK: sum += a[x * (LENGTH + 4) + c];
  out[16 * y + x] = sum;
}

// A diagonal of rows of 17 is 16 apart: its m + 1 elements share two banks, which for
// m below 16 is 72 wavefronts for each of four accesses, and 16 where all rows are
// written and read: 320, and 96 without conflicts. The macro says what the rows are:
// another number there and in the declaration, in place of a function that would save
// 8 more if two loads are joined.
#define SIDE 16
#define CELL(r, c) cells[(c) + (r) * (SIDE + 1)]
// CHECK: #define CELL(r, c) cells[(c) + (r) * (SIDE + 2)]
// CHECK-NOT: cellsIndex
__device__ float most(float a, float b, float c) {
  float ab = a > b ? a : b;
  return ab > c ? ab : c;
}
__global__ void diagonals(const float *in, float *out) {
  __shared__ float cells[(SIDE + 1) * (SIDE + 1)];
  // CHECK: float cells[(SIDE + 1) * (SIDE + 2)];
  // NOTE: help: suggested layout: padding of 1 after every 17 elements, {{.*}}: 320 -> 96 wavefronts per block, 284 -> 96 if
  __shared__ float bonus[SIDE];
  int t = threadIdx.x;
  bonus[t] = in[t];
  for (int r = 0; r < SIDE; ++r)
    CELL(r, t) = in[r * SIDE + t];
  __syncthreads();
  for (int m = 0; m < SIDE; ++m) {
    if (t <= m)
      CELL(m - t + 1, t + 1) = most(CELL(m - t, t) + bonus[t], CELL(m - t + 1, t), CELL(m - t, t + 1));
    __syncthreads();
  }
  for (int r = 0; r < SIDE; ++r)
    out[r * SIDE + t] = CELL(r + 1, t + 1);
}

void run(const float *in, float *out) {
  column<<<1, dim3(16, 16)>>>(in, out);
  diagonals<<<1, 16>>>(in, out);
}
