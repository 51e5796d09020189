// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// Five points of a plane, lanes along the rows: each load is a column, 32 words
// of one bank, in each of 32 warps.
//
// expect fivePoints: ld=5120 st=32
// fixed fivePoints: ld=160 st=32
// padded fivePoints: ld=160 st=32
__global__ void fivePoints(const float *in, float *out) {
  __shared__ float plane[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int x = threadIdx.x, y = threadIdx.y;
  plane[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = plane[x][y];
  sum += plane[x][(y + 1) % 32] * 2;
  sum += plane[x][(y + 31) % 32] * 3;
  sum += plane[(x + 1) % 32][y] * 4;
  sum += plane[(x + 31) % 32][y] * 5;
  out[y * 32 + x] = sum;
}

// Seven points of a cube of 8x8x8, lanes along the slowest dimension: 8 words
// of one bank, for 4 neighbouring rows, which lie 8 banks apart. 16 warps.
// With rows of 9 words planes are 72 words apart, 8 banks, so that every fourth
// meets: 2 wavefronts in 7 * 16 loads, rows being 9 banks apart. The four rows of
// a store end in words 32 to 34, which meet words 0 to 2: 2 in each of 16.
//
// expect sevenPoints: ld=896 st=16
// fixed sevenPoints: ld=112 st=16
// padded sevenPoints: ld=224 st=32
__global__ void sevenPoints(const float *in, float *out) {
  __shared__ float cube[8][8][8];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  cube[z][y][x] = in[z * 64 + y * 8 + x];
  __syncthreads();
  float sum = cube[x][y][z];
  sum += cube[x][y][(z + 1) % 8] * 2;
  sum += cube[x][y][(z + 7) % 8] * 3;
  sum += cube[x][(y + 1) % 8][z] * 4;
  sum += cube[x][(y + 7) % 8][z] * 5;
  sum += cube[(x + 1) % 8][y][z] * 6;
  sum += cube[(x + 7) % 8][y][z] * 7;
  out[z * 64 + y * 8 + x] = sum;
}

// A brick, read along the slowest dimension: planes are 128 words apart, 8
// words of one bank for each of 4 columns, which lie in as many banks.
//
// expect brick: ld=256 st=32
// fixed brick: ld=32 st=32
// padded brick: ld=32 st=32
__global__ void brick(const float *in, float *out) {
  __shared__ float cube[8][4][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int z = 0; z < 8; ++z)
    cube[z][t / 32][t % 32] = in[z * 128 + t];
  __syncthreads();
  for (int z = 0; z < 8; ++z)
    out[z * 128 + t] = cube[t % 8][t / 32][z * 4 + t % 32 / 8];
}

// Rows of 24 words: the 8 rows of a column begin at 24 r mod 32 = 0, 24, 16, 8:
// two words in each of four banks. Rows would have to be padded four by four.
//
// expect rowsOf24: ld=12 st=6
// fixed rowsOf24: ld=6 st=6
// padded rowsOf24: ld=12 st=6
__global__ void rowsOf24(const float *in, float *out) {
  __shared__ float tile[8][24];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  tile[t / 24][t % 24] = in[t];
  __syncthreads();
  out[t] = tile[t % 8][t / 8];
}

// 8x9 pieces of 16 bytes, read in blocks of 4x2: row r begins in the r-th eighth
// of the banks, so that (r, 1) meets (r + 1, 0): 2 wavefronts for each of 8
// quarter-warps. Nine quarter-warps store.
//
// With bit 2 of a piece's number inverted where its bit 3 is set, half of the
// blocks are free, among them the last two of the rows 0 to 3: the pieces 4, 5,
// 13, 14, 22, 23, 31, 32 lie in the eighths 4, 5, 1, 2, 6, 7, 3, 0. The first,
// of 0, 1, 9, 10, 18, 19, 27, 28, has 0 and 28 in the same: 0, 1, 5, 6, 2, 3, 7,
// 0. The rows 4 to 7 begin with number 36: there the last two have conflicts.
// Rows of ten pieces make the loads free, and give 7 of the 9 stores a conflict:
// 24 in place of 25 are not worth the memory.
//
// expect blocksOf4x2: ld=16 st=9
// fixed blocksOf4x2: ld=12 st=9
// padded blocksOf4x2: ld=16 st=9
__global__ void blocksOf4x2(const float4 *in, float4 *out) {
  __shared__ float4 tile[8][9];
  in += blockIdx.x * (PerBlock / 4);
  out += blockIdx.x * (PerBlock / 4);
  int t = threadIdx.x, q = t / 8;
  tile[t / 9][t % 9] = in[t];
  __syncthreads();
  if (t < 64)
    out[t] = tile[q % 2 * 4 + t % 8 / 2][q / 2 * 2 + t % 2];
}

// Lines of a plane, one thread each: all lanes in one bank.
//
// expect lines: ld=2048 st=32
// fixed lines: ld=64 st=32
// padded lines: ld=64 st=32
__global__ void lines(const float *in, float *out) {
  __shared__ float plane[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    plane[i][t] = in[i * 32 + t];
  __syncwarp();
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    out[i * 32 + t] = plane[t][i] - plane[t][i ^ 1];
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  fivePoints<<<p.blocks(), dim3(32, 32)>>>(p.in<float>(), p.out<float>());
  p.print("fivePoints");
  sevenPoints<<<p.blocks(), dim3(8, 8, 8)>>>(p.in<float>(), p.out<float>());
  p.print("sevenPoints");
  brick<<<p.blocks(), 128>>>(p.in<float>(), p.out<float>());
  p.print("brick");
  rowsOf24<<<p.blocks(), 192>>>(p.in<float>(), p.out<float>());
  p.print("rowsOf24");
  blocksOf4x2<<<p.blocks(), 72>>>(p.in<float4>(), p.out<float4>());
  p.print("blocksOf4x2");
  lines<<<p.blocks(), 32>>>(p.in<float>(), p.out<float>());
  p.print("lines");
  return finish();
}
