// A function that other files may call, too.

__device__ inline float ofHeaders(float *s, float v) {
  s[threadIdx.x] = v;
  __syncthreads();
  return 2 * s[threadIdx.x];
}
