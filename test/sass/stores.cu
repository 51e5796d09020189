// Stores, which are joined only where nothing else touches shared memory between
// them and no word is missing.
__global__ void fourStores(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[4 * t] = in[t];
  s[4 * t + 1] = in[t + 32];
  s[4 * t + 2] = in[t + 64];
  s[4 * t + 3] = in[t + 96];
  __syncthreads();
  out[t] = s[t];
}

__global__ void threeStores(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[4 * t] = in[t];
  s[4 * t + 1] = in[t + 32];
  s[4 * t + 2] = in[t + 64];
  __syncthreads();
  out[t] = s[t];
}

__global__ void storesInALoop(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    s[8 * t + i] = in[t + 32 * i];
  __syncthreads();
  out[t] = s[t];
}

__global__ void storesOfTwoArrays(float *out, const float *in) {
  __shared__ float s[512], q[512];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    s[4 * t + i] = in[t + 32 * i];
    q[4 * t + i] = in[t + 32 * i + 999];
  }
  __syncthreads();
  out[t] = s[t] + q[t];
}

__global__ void storesDownAColumn(float *out, const float4 *in) {
  __shared__ float s[4][64];
  int t = threadIdx.x;
  float4 v = in[t];
  s[0][t] = v.x;
  s[1][t] = v.y;
  s[2][t] = v.z;
  s[3][t] = v.w;
  __syncthreads();
  out[t] = s[t & 3][t];
}

__global__ void updateInPlace(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] *= 2;
  __syncthreads();
  out[t] = s[t];
}
