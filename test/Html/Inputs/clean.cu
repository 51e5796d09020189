__global__ void clean(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void run(float *f) { clean<<<1, 32>>>(f); }
