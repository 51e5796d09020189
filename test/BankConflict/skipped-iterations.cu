// RUN: not %warplint %s --sort=source %stub | FileCheck %s
// RUN: not %warplint --format=json %s --sort=source %stub | FileCheck %s --check-prefix=JSON
//
// A condition on the counter skips iterations: what a warp executes is counted, not
// the iterations of the loop. Each access is of one word a lane at a distance of 32:
// 32 wavefronts, ideal 1, so 31 too many each time.

// i = 1, 4, 7, 10, 13, 16, 19: 7 of 20 iterations, 2 warps: 2 * 7 * 31 = 434.
__global__ void third(float *out) {
  __shared__ volatile float s[4096];
  for (int i = 0; i < 20; ++i)
    if (i % 3 == 1)
      s[(threadIdx.x + i) * 32 & 4095] = out[i];
  // CHECK: :[[@LINE-1]]:7: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:7: note: executed 7 times per warp: 434 excess wavefronts per block
  // JSON: "executionsPerWarp":{{ ?}}7,
}

// Ends at 17, and skips 0, 5, 10 and 15: 13 times.
__global__ void ends(float *out) {
  __shared__ volatile float s[4096];
  for (int i = 0; i < 30; ++i) {
    if (i == 17)
      break;
    if (i % 5 == 0)
      continue;
    s[(threadIdx.x + i) * 32 & 4095] = out[i];
    // CHECK: :[[@LINE-1]]:5: warning: 32-way bank conflict
    // CHECK: :[[@LINE-2]]:5: note: executed 13 times per warp: 806 excess wavefronts per block
  }
}

// Warp 0 executes it in 10 iterations, warp 1 in 5: no number is that of each.
__global__ void apart(float *out) {
  __shared__ volatile float s[4096];
  for (int i = 0; i < 10; ++i)
    if (threadIdx.x < 32 || i % 2)
      s[(threadIdx.x + i) * 32 & 4095] = out[i];
  // CHECK: :[[@LINE-1]]:7: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:7: note: executed at most 10 times per warp: 465 excess wavefronts per block
}

void run(float *out) {
  third<<<1, 64>>>(out);
  ends<<<1, 64>>>(out);
  apart<<<1, 64>>>(out);
}
