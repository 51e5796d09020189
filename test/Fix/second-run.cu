// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fail-on=never --fix %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu
// RUN: cp %t/a.cu %t/again.cu && %warplint --fail-on=never --fix %t/again.cu %stub
// RUN: cmp %t/a.cu %t/again.cu
//
// Antidiagonals of rows of 33: lanes are 32 words apart, in one bank. In rows of 34 they
// are 33 apart, in 32 banks. Another order of the rows costs little more, and rows of 34
// would be found on top of it: a second run would edit again.

__global__ void align(const int *ref, int *mat, int cols, int penalty) {
  __shared__ int temp[33][33];
  // CHECK: __shared__ int temp[33][34];
  int tx = threadIdx.x;
  if (tx == 0)
    temp[0][0] = mat[0];
  temp[tx + 1][0] = mat[(tx + 1) * cols];
  // CHECK: temp[tx + 1][0] = mat[(tx + 1) * cols];
  temp[0][tx + 1] = mat[tx + 1];
  __syncthreads();
  for (int m = 0; m < 32; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      temp[y][x] = max(temp[y - 1][x - 1] + ref[m],
                       max(temp[y][x - 1] - penalty, temp[y - 1][x] - penalty));
    }
    __syncthreads();
  }
  for (int ty = 0; ty < 32; ty++)
    mat[(ty + 1) * cols + tx + 1] = temp[ty + 1][tx + 1];
}
void run(const int *ref, int *mat, int cols) { align<<<1, 32>>>(ref, mat, cols, 10); }
