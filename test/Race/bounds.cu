// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// `t < n` holds for all threads and iterations, where n is large. It is no race where the kernel
// says that n is small.

// CHECK: "races": [

// Race: thread 0 fills the tile of iteration 1 while another reads that of iteration 0.
// CHECK: "kernel": "tile",
// CHECK-NEXT: "verdict": "race",
__global__ void tile(int *o, const int *a, int n) {
  __shared__ int s[16][16];
  int x = threadIdx.x, y = threadIdx.y, sum = 0;
  for (int k = 0; k < (n + 15) / 16; ++k) {
    if (16 * k + x < n)
      s[y][x] = a[16 * k + x];
    else
      s[y][x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += s[y][i];
  }
  o[x] = sum;
}

// Race: the same in a block of rows in bounds.
// CHECK: "kernel": "tileOfRows",
// CHECK-NEXT: "verdict": "race",
__global__ void tileOfRows(int *o, const int *a, int n) {
  __shared__ int s[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = 16 * blockIdx.y + y, sum = 0;
  for (int k = 0; k < (n + 15) / 16; ++k) {
    if (row < n && 16 * k + x < n)
      s[y][x] = a[row * n + 16 * k + x];
    else
      s[y][x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += s[y][i];
  }
  o[x] = sum;
}

// Right: a barrier on both sides.
// CHECK: "kernel": "bothSides",
// CHECK-NEXT: "verdict": "race-free",
__global__ void bothSides(int *o, const int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k * 128 < n; ++k) {
    if (k * 128 + t < n)
      s[t] = a[t];
    __syncthreads();
    o[t] += s[t ^ 1];
    __syncthreads();
  }
}

// Right: the words from 64 on are read alone, and below 64 are written alone.
// CHECK: "kernel": "masked",
// CHECK-NEXT: "verdict": "unproven",
__global__ void masked(int *o, const int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  n &= 63;
  for (int k = 0; k < 3; ++k) {
    if (t < n)
      s[t] = a[t];
    o[t] += s[64 + t % 64];
  }
}

// CHECK: "kernel": "checked",
// CHECK-NEXT: "verdict": "unproven",
__global__ void checked(int *o, const int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n < 64) {
    if (t < n)
      s[t] = a[t];
    o[t] += s[64 + t % 64];
  }
}

// CHECK: "kernel": "checkedEarly",
// CHECK-NEXT: "verdict": "unproven",
__global__ void checkedEarly(int *o, const int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n > 64)
    return;
  if (t < n)
    s[t] = a[t];
  o[t] += s[64 + t % 64];
}

// CHECK: "kernel": "together",
// CHECK-NEXT: "verdict": "unproven",
__global__ void together(int *o, const int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    if (t < n / 4 && n < 256)
      s[t] = a[t];
    o[t] += s[64 + t % 64];
  }
}

void run(int *p, int n) {
  tile<<<1, dim3(16, 16)>>>(p, p, n);
  tileOfRows<<<dim3(n, n), dim3(16, 16)>>>(p, p, n);
  bothSides<<<1, 128>>>(p, p, n);
  masked<<<1, 128>>>(p, p, n);
  checked<<<1, 128>>>(p, p, n);
  checkedEarly<<<1, 128>>>(p, p, n);
  together<<<1, 128>>>(p, p, n);
}
