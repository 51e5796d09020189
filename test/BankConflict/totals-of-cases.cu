// RUN: not %warplint %s %stub | %check %s
// RUN: not %warplint --format=json %s %stub | grep '"perBlock"' | FileCheck %s --check-prefix=JSON
//
// A total is exact where each warp costs the same in all cases; else the worst of them
// is the most that it may be.

// 2 wavefronts where both are even, 4 where one is odd, 8 where both are: at most
// 8 - 1 for each of the two warps.
__global__ void both(float *out, int n, int m) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[2 * threadIdx.x * (1 + (n & 1)) * (1 + (m & 1)) & 1023];
  // CHECK: :[[@LINE-1]]:22: warning: up to 8-way bank conflict
  // CHECK: :[[@LINE-2]]:22: note: depends on m and n
  // CHECK: :[[@LINE-3]]:22: note: executed once per warp: at most 14 excess wavefronts per block
  // JSON: "perBlock": null
}

// The first warp has a 2-way conflict for all n, the second for n = 3 alone: 3
// wavefronts, or 4. The case with most is not the only one.
__global__ void secondWarp(float *out, int n) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[threadIdx.x < 32 || n == 3 ? 2 * threadIdx.x : threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: up to 2-way bank conflict
  // CHECK: :[[@LINE-2]]:22: note: depends on n
  // CHECK: :[[@LINE-3]]:22: note: executed once per warp: at most 2 excess wavefronts per block
  // JSON: "perBlock": null
}

// The same for all n above 3.
__global__ void secondWarpOfMany(float *out, int n) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[threadIdx.x < 32 || n > 3 ? 2 * threadIdx.x : threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: up to 2-way bank conflict
  // CHECK: :[[@LINE-2]]:22: note: depends on n
  // CHECK: :[[@LINE-3]]:22: note: executed once per warp: at most 2 excess wavefronts per block
  // JSON: "perBlock": null
}

// The same where what decides is no fact about one value: q is 0.
__global__ void secondWarpOfNone(float *out, unsigned short q) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[threadIdx.x < 32 || q == threadIdx.z * q ? 2 * threadIdx.x : threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: up to 2-way bank conflict
  // CHECK: :[[@LINE-2]]:22: note: depends on q
  // CHECK: :[[@LINE-3]]:22: note: executed once per warp: at most 2 excess wavefronts per block
  // JSON: "perBlock": null
}

// Two words apart, wherever they begin: 1 excess wavefront of each of the two warps.
__global__ void always(float *out, int n) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[2 * threadIdx.x + (n & 1)];
  // CHECK: :[[@LINE-1]]:22: warning: 2-way bank conflict
  // CHECK: :[[@LINE-2]]:22: note: executed once per warp: 2 excess wavefronts per block
  // JSON: "perBlock": {
}

void run(float *out, int n, int m) {
  both<<<1, 64>>>(out, n, m);
  secondWarp<<<1, 64>>>(out, n);
  secondWarpOfMany<<<1, 64>>>(out, n);
  secondWarpOfNone<<<1, 64>>>(out, n);
  always<<<1, 64>>>(out, n);
}
