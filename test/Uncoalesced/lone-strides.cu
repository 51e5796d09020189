// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --verbose %s %stub | %check %s
//
// A parameter that only scales an index is a stride that callers mostly have as 1,
// where 32 lanes touch 4 sectors; from 8 on each has one of its own. What something
// is compared with, and what goes beside elements next to each other, is a length.

struct Vector {
  float *data;
  int stride;
};

__global__ void scale(Vector v, float *y, int incy, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i * incy] = 2 * v.data[i * v.stride];
  // CHECK: :[[@LINE-1]]:5: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  // CHECK: note: not a warning: there is no such excess if the stride 'incy' is 1
  // CHECK: :[[@LINE-3]]:23: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: not a warning: there is no such excess if the stride 'v' is 1
}

// Rows of 'pitch' elements: the next one is k + 1.
__global__ void rows(const float *a, float *sums, int pitch, int columns) {
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += a[threadIdx.x * pitch + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  sums[threadIdx.x] = sum;
}

// So many are counted.
__global__ void column(float *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x * n] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// The members of something that is as large as the stride.
__global__ void members(float *a, int size) {
  a[threadIdx.x * size] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  a[threadIdx.x * size + 1] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// A column of threads goes by 'step', too; rows of the block do not.
__global__ void blocks(float *a, int step, int pitch) {
  a[threadIdx.x * step + threadIdx.y * step * pitch] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  a[threadIdx.x * pitch + threadIdx.y] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

void run(float *g, Vector v, int n) {
  scale<<<n, 128>>>(v, g, n, n);
  rows<<<1, 128>>>(g, g, n, n);
  column<<<1, 128>>>(g, n);
  members<<<1, 128>>>(g, n);
  blocks<<<1, dim3(32, 4)>>>(g, n, n);
}
