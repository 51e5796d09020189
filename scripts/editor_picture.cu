__global__ void gather(float *out, const float *in) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[8 * threadIdx.x];
}

void run(float *out, const float *in) {
  gather<<<1, 32>>>(out, in);
}
