__global__ void column(float *g, float *h) {
  g[32 * threadIdx.x] = 0;
  h[2 * threadIdx.x] = 0;
  g[16 * threadIdx.x] = 0; // NOLINT(warplint-uncoalesced-access)
}
void run(float *g) { column<<<1, 32>>>(g, g); }
