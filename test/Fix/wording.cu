// What is said of a layout beside its figures: CuTe's name for it, the copy
// engine's mode, another order of the lanes, what its memory costs, whom it
// hurts.
//
// RUN: not %warplint %s %stub | FileCheck %s
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/padded.cu
// RUN: not %warplint --fix --fix-style=pad %t/padded.cu %stub | FileCheck %s --check-prefix=PAD
// RUN: FileCheck %s --input-file=%t/padded.cu --check-prefix=PADDED

// The file uses CuTe, so that a layout that CuTe knows is told by its name.
namespace cute {
template <int Bits, int Base, int Shift> struct Swizzle {};
} // namespace cute

// CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'tile[row][col ^ row]': 1056 -> 64 wavefronts per block (optimal, no extra memory); CuTe: cute::Swizzle<5,0,5>
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// 48 KB is all that a block may declare: rows cannot grow.
__global__ void full(const float *in, float *out) {
  __shared__ float half[96][128];
  int t = threadIdx.x;
  for (int i = 0; i < 96; i += 4)
    half[t / 128 + i][t % 128] = in[i * 128 + t];
  __syncthreads();
  out[t] = half[t % 32][t / 32];
}
// PAD: note: cannot fix 'half': padding of 1 after every 128 elements: it exceeds the static shared memory limit
// PADDED: half[96][128]

// 32768 and 5120 bytes and the 1024 that the system takes are a sixth of the
// 228 KB of a multiprocessor of compute capability 9.0.
__global__ void sixth(const double *in, double *out) {
  __shared__ double square[64][64];
  __shared__ double beside[640];
  int t = threadIdx.x;
  for (int i = 0; i < 64; i += 4)
    square[t / 64 + i][t % 64] = in[i * 64 + t];
  beside[t] = in[t];
  __syncthreads();
  out[t] = square[t % 64][t / 64] + beside[t];
}
// CHECK: note: equally good: padding of 1 after every 64 elements, 'square[64][65]': {{.*}}512 bytes more); reduces occupancy from 6 to 5 blocks per SM

// A product of a column and a row of vectors: lane l takes vector l / 8 of one
// and vector l % 8 of the other. Pairs of lanes agree on the first, 2 wavefronts,
// and not on the second, 4. Where bit 0 of the lane is one of the column and bit 1
// one of the row, pairs agree on both: 8 * (2 + 4) becomes 8 * (2 + 2). Shortest of
// such orders: lane l does what lane l % 8 * 4 + l / 8 did, in row l % 8 / 2.
__global__ void outer(const float *in, float *out) {
  __shared__ __align__(16) float both[8][64];
  int t = threadIdx.x;
  for (int i = 0; i < 64; i += 4)
    both[t % 8][t / 8 + i] = in[i * 8 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    float4 a = *reinterpret_cast<float4 *>(&both[k][t / 8 * 4]);
    float4 b = *reinterpret_cast<float4 *>(&both[k][32 + t % 8 * 4]);
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  out[t] = sum;
}
// CHECK: note: if lanes can swap work: lane order (old bits 2, 3, 4, 0, 1): 48 -> 32 wavefronts for its wide loads; lane l does the work of lane 'l % 8 * 4 + l / 8'

void run(const float *in, float *out, const double *from, double *to) {
  transpose<<<1, dim3(32, 32)>>>(in, out);
  full<<<1, 512>>>(in, out);
  sixth<<<1, 256>>>(from, to);
  outer<<<1, 32>>>(in, out);
}
