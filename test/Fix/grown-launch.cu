// RUN: not %warplint --fix-style=auto %s %stub | FileCheck %s --implicit-check-not="found no layout"
//
// Dynamic memory as rows of 40 words, read by columns: rows of 160 words, of 4 lanes
// each, begin in one bank. With 4 more after each they do not, and that takes more
// than the launch gives: 32 times 16 bytes.

__global__ void rows(const float *x, float *y) {
  extern __shared__ float s[];
  // CHECK: :[[@LINE-1]]:27: help: suggested layout: padding of 4 after every 160 elements, 's[i + i / 160 * 4]': {{.*}}, 512 bytes more)
  // CHECK: :[[@LINE-2]]:27: note: cannot fix 's': {{.*}}its arithmetic in loops costs as much as
  for (int c = 0; c < 40; ++c)
    s[c * 128 + threadIdx.x] = x[c * 128 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += s[threadIdx.x * 40 + i];
  y[threadIdx.x] = sum;
}
void run(const float *x, float *y) { rows<<<1, 128, 128 * 40 * 4>>>(x, y); }
