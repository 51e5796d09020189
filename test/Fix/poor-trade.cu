// A layout that gains nothing where the compiler merges accesses is not worth any
// memory, and the text says so.
//
// RUN: not %warplint --negligible=warning %s %stub | FileCheck %s

// As written 512 loads of each of 2 warps take 2 wavefronts, 2048, and 4 stores
// of 16 bytes a lane 4 each, 32. Four loads of neighbours may be one, and those
// of all j are the same: 32 requests of 2 warps, of 2 wavefronts, 128 and 32.
__global__ void merged(const float *a, float *c, int n) {
  __shared__ float s[32][36];
  // CHECK: note: no layout of 's' is worth its cost; for example, padding of 4 after every 288 elements: 2080 -> 1056 wavefronts per block, 160 -> 160 if the compiler merges accesses, but 64 more bytes
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4 *>(&s[y * 4 + i][x * 4]) =
        *reinterpret_cast<const float4 *>(&a[(y * 4 + i) * 32 + x * 4]);
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      float sum = 0.0f;
      for (int p = 0; p < 32; ++p)
        sum += s[blockIdx.y * 32 + y * 4 + i - blockIdx.y * 32][p] *
               a[p * n + x * 4 + j];
      c[(y * 4 + i) * n + x * 4 + j] += sum;
    }
}
void run(const float *a, float *o) { merged<<<1, dim3(8, 8)>>>(a, o, 32); }
