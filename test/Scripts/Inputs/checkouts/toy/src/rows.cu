__global__ void rows(float *out) {
  __shared__ float tile[32];
  out[threadIdx.x] = tile[threadIdx.x];
}
void launchRows(float *out) { rows<<<1, 32>>>(out); }
