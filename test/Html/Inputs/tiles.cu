// </script><img src=x onerror="document.title='reached'"><!-- <![CDATA[

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; r += 8)
    tile[threadIdx.y + r][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int r = 0; r < 32; r += 8)
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y + r];  // <b>&amp;
}

template <typename T> __global__ void strided(T *out, const int *index) {
  __shared__ T s[1024];
  out[threadIdx.x] = s[2 * threadIdx.x];
  out[threadIdx.x] += s[index[threadIdx.x]];
  out[threadIdx.x] += s[threadIdx.x];
}

void run(float *f, int *i) {
  transpose<<<1, dim3(32, 8)>>>(f, f);
  strided<float><<<1, 32>>>(f, i);
  strided<int><<<1, 32>>>(i, i);
}
