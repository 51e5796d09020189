// Matrix products as they are written: by rows, with register tiles, with one
// more level of loops than registers.
template <int B>
__global__ void tiled(float *c, const float *a, const float *b, int n) {
  __shared__ float as[B][B], bs[B][B];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int m = 0; m < n; m += B) {
    as[y][x] = a[(blockIdx.y * B + y) * n + m + x];
    bs[y][x] = b[(m + y) * n + blockIdx.x * B + x];
    __syncthreads();
    for (int k = 0; k < B; ++k)
      sum += as[y][k] *
             bs[k][x];
    __syncthreads();
  }
  c[(blockIdx.y * B + y) * n + blockIdx.x * B + x] = sum;
}
template __global__ void tiled<16>(float *, const float *, const float *, int);
template __global__ void tiled<32>(float *, const float *, const float *, int);

template <int BM, int BN, int BK, int TM, int TN>
__global__ void registerTile(float *c, const float *a, const float *b, int n) {
  __shared__ float as[BK][BM], bs[BK][BN];
  int x = threadIdx.x, y = threadIdx.y;
  int t = y * blockDim.x + x, threads = blockDim.x * blockDim.y;
  float sum[TM][TN] = {};
  for (int m = 0; m < n; m += BK) {
    for (int i = t; i < BM * BK; i += threads)
      as[i % BK][i / BK] = a[(i / BK) * n + m + i % BK];
    for (int i = t; i < BN * BK; i += threads)
      bs[i / BN][i % BN] = b[(m + i / BN) * n + i % BN];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float left[TM], right[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i)
        left[i] = as[k][TM * y + i];
#pragma unroll
      for (int i = 0; i < TN; ++i)
        right[i] = bs[k][TN * x + i];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      c[(TM * y + i) * n + TN * x + j] = sum[i][j];
}
using Pointer = const float *;
template __global__ void registerTile<64, 64, 8, 4, 4>(float *, Pointer,
                                                       Pointer, int);
template __global__ void registerTile<128, 128, 8, 8, 8>(float *, Pointer,
                                                         Pointer, int);
template __global__ void registerTile<64, 64, 8, 2, 2>(float *, Pointer,
                                                       Pointer, int);
template __global__ void registerTile<64, 64, 16, 4, 4>(float *, Pointer,
                                                        Pointer, int);

// The rows of `as` are walked by k: four of its loads are adjacent where the
// loop over k is unrolled.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void rowMajor(float *c, const float *a, const float *b, int n) {
  __shared__ float as[BM * BK], bs[BK * BN];
  int x = threadIdx.x % (BN / TN), y = threadIdx.x / (BN / TN);
  float sum[TM * TN] = {}, left[TM] = {}, right[TN] = {};
  for (int m = 0; m < n; m += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
      as[i] = a[(i / BK) * n + m + i % BK];
    for (int i = threadIdx.x; i < BN * BK; i += blockDim.x)
      bs[i] = b[(m + i / BN) * n + i % BN];
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i)
        left[i] = as[(TM * y + i) * BK + k];
      for (int i = 0; i < TN; ++i)
        right[i] = bs[k * BN + TN * x + i];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          sum[i * TN + j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      c[(TM * y + i) * n + TN * x + j] = sum[i * TN + j];
}
template __global__ void rowMajor<64, 64, 8, 8, 8>(float *, Pointer, Pointer,
                                                   int);
template __global__ void rowMajor<64, 64, 16, 4, 4>(float *, Pointer, Pointer,
                                                    int);
