// RUN: %warplint --explain=%s:14 %stub | FileCheck %s
//
// Where the figure is about a wider request than the access, the table is, too: two
// words a lane, by half-warps.

__global__ void joined(float *out) {
  __shared__ __align__(16) float s[1024];
  out[threadIdx.x] = 0;
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // Lane l reads the words 32 * l and 32 * l + 1, which nvcc loads at once: each of
  // 16 lanes of a half-warp another word of bank 0, and of bank 1.
  out[threadIdx.x] =
      s[32 * threadIdx.x] *
      s[32 * threadIdx.x + 1];
}

void run(float *f) { joined<<<1, 32>>>(f); }

// CHECK: verdict {{ *}}excess: 32 wavefronts, ideal 2
// CHECK: lane  active  thread           byte       word   bank  half-warp
// CHECK-NEXT: {{^}}     0  yes     (0,0,0)             0        0-1    0-1  0{{$}}
// CHECK: {{^}}    31  yes     (31,0,0)         3968    992-993    0-1  1{{$}}
// CHECK: half-warp 0: bank 0 is the fullest, with 16 turns
// CHECK: half-warp 1: bank 0 is the fullest, with 16 turns
