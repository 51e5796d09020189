// RUN: not %warplint %s %stub | %check %s
//
// A source access may become several copies, by calls of a helper or loops that are taken apart.
// Where they do not all cost what the worst costs, its figure is "up to".
__device__ float at(const float *s, int n) { return s[threadIdx.x * n]; }
// CHECK: :[[#@LINE-1]]:53: warning: up to 8-way bank conflict: this 32-bit load takes up to 8 wavefronts
__device__ float other(const float *s, int n) { return s[threadIdx.x * n]; }
// CHECK: :[[#@LINE-1]]:56: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts

__global__ void differing(float *o) {
  __shared__ float s[1024];
  s[threadIdx.x] = o[0];
  __syncthreads();
  o[threadIdx.x] = at(s, 1) + at(s, 2) + at(s, 8);
}
// Copies of one cost, and one that no lane executes.
__global__ void alike(float *o) {
  __shared__ float s[1024];
  s[threadIdx.x] = o[0];
  __syncthreads();
  o[threadIdx.x] = other(s, 8) + other(s + 300, 8);
  if (threadIdx.x > 64)
    o[threadIdx.x] = other(s, 1);
}
void run(float *o) {
  differing<<<1, 32>>>(o);
  alike<<<1, 32>>>(o);
}
