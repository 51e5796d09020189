// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Blocks of which no extent is known. Where places in shared memory differ from layer to layer, the kernel is for
// blocks of several layers; else these would only store to the same places.

#define X threadIdx.x
#define Y threadIdx.y
#define Z threadIdx.z

// Race: (1,1,1) loads what (1,1,0) stores. No thread of a block of one layer loads anything.
// CHECK: "stencilWithoutBarrier": "race", "in blocks of (4,4,4), (8,8,8); the block shape is unknown"
__global__ void stencilWithoutBarrier(float *out, const float *in, int n) {
  __shared__ float s[8][8][8];
  s[Z][Y][X] = in[(Z * n + Y) * n + X];
  if (Z > 0)
    out[(Z * n + Y) * n + X] = s[Z][Y][X] - s[Z - 1][Y][X];
}

// Right: the same with its barrier.
// CHECK: "stencil": "race-free"
__global__ void stencil(float *out, const float *in, int n) {
  __shared__ float s[8][8][8];
  s[Z][Y][X] = in[(Z * n + Y) * n + X];
  __syncthreads();
  if (Z > 0)
    out[(Z * n + Y) * n + X] = s[Z][Y][X] - s[Z - 1][Y][X];
}

// No race: threads of two layers would share the tile, so that the block has one.
// CHECK: "plane": "{{unproven|race-free}}"
__global__ void plane(float *out, const float *in, int n) {
  __shared__ float s[16][16];
  int z = blockIdx.z * blockDim.z + Z;
  s[Y][X] = in[(z * n + Y) * n + X];
  __syncthreads();
  out[(z * n + X) * n + Y] = s[X][Y];
}

void run(float *f, int n, int m, int k) {
  stencilWithoutBarrier<<<n, dim3(n, m, k)>>>(f, f, n);
  stencil<<<n, dim3(n, m, k)>>>(f, f, n);
  plane<<<n, dim3(n, m, k)>>>(f, f, n);
}
