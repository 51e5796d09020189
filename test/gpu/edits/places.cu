// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// Where an array may be declared, and how it may be named. 256 threads store a
// 32x32 tile by rows, 4 times 8 warps, and read one column each warp, 32 words of
// one bank.

struct Tiles {
  float a[32][32];
  float b[32];
};
// A column of b besides: one word for all lanes. All objects of the structure are
// shared: its rows may grow to 33 words.
//
// expect members: ld=264 st=40
// fixed members: ld=16 st=40
// padded members: ld=16 st=40
__global__ void members(const float *in, float *out) {
  __shared__ Tiles s;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    s.a[t / 32 + i][t % 32] = in[32 * i + t];
  s.b[t % 32] = in[t % 32];
  __syncthreads();
  out[t] = s.a[t % 32][t / 32] + s.b[t / 32];
}

struct CastTiles {
  float a[32][32];
  float b[32];
};
// The same in dynamic memory, whose size follows from that of the structure.
//
// expect castMembers: ld=264 st=40
// fixed castMembers: ld=16 st=40
// padded castMembers: ld=16 st=40
__global__ void castMembers(const float *in, float *out) {
  extern __shared__ char memory[];
  CastTiles &s = *reinterpret_cast<CastTiles *>(memory);
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    s.a[t / 32 + i][t % 32] = in[32 * i + t];
  s.b[t % 32] = in[t % 32];
  __syncthreads();
  out[t] = s.a[t % 32][t / 32] + s.b[t / 32];
}

// Rows of 17 words, the last of which nobody touches. A store of two rows meets
// in one bank (word 17 + 15 = 32 is in the bank of word 0): 2 wavefronts in each
// of 8 warps; so does a load of two columns, words 17 * i and 17 * i + 1. With 18
// words the columns take the even and the odd banks, and the rows still meet.
//
// expect unusedColumn: ld=16 st=16
// fixed unusedColumn: ld=8 st=8
// padded unusedColumn: ld=8 st=16
__global__ void unusedColumn(const float *in, float *out) {
  __shared__ float tile[16][17];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  tile[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[x][y];
}

#define AT(row, col) s[(col) + (row) * 32]
// expect byMacro: ld=256 st=32
// fixed byMacro: ld=8 st=32
// padded byMacro: ld=8 st=32
__global__ void byMacro(const float *in, float *out) {
  __shared__ float s[32 * 32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    AT(t / 32 + i, t % 32) = in[32 * i + t];
  __syncthreads();
  out[t] = AT(t % 32, t / 32);
}

// Of a size that the launch says.
//
// expect ofAnySize: ld=256 st=32
// fixed ofAnySize: ld=8 st=32
// padded ofAnySize: ld=8 st=32
__global__ void ofAnySize(const float *in, float *out) {
  extern __shared__ float rows[];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    rows[(t / 32 + i) * 32 + t % 32] = in[32 * i + t];
  __syncthreads();
  out[t] = rows[t % 32 * 32 + t / 32];
}

// Elements of 3 words, which are stored and loaded one by one: 3 requests each. Rows
// of 32 begin in one bank: a column is 32 wavefronts for each word, 8 warps read one.
// Rows of 33 begin 3 banks apart, as elements of a row do, and 3 is odd.
struct Triple {
  float x, y, z;
};
// expect triples: ld=768 st=96
// fixed triples: ld=24 st=96
// padded triples: ld=24 st=96
__global__ void triples(const Triple *in, Triple *out) {
  __shared__ Triple tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    tile[t / 32 + i][t % 32] = in[32 * i + t];
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

// A function gets one of two planes, 8 rows and 128 columns of 4 bytes each; 256 threads
// store 4 times by rows, and each warp reads a column of 16 rows twice: rows of 128 words
// begin in one bank, of 16 of them 8 are in each plane.
__device__ void putRow(float (*plane)[128], int row, int column, float value) {
  plane[row][column] = value;
}
// expect planes: ld=64 st=64
// fixed planes: ld=8 st=64
// padded planes: ld=8 st=64
__global__ void planes(const float *in, float *out) {
  __shared__ float tile[2][8][128];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    int n = 256 * i + t;
    putRow(tile[0], n / 128, n % 128, in[n]);
    putRow(tile[1], n / 128, n % 128, in[n] + 1);
  }
  __syncthreads();
  float(*own)[128] = tile[t / 128];
  out[t] = own[t % 8][t / 8 % 16];
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  members<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("members");
  castMembers<<<p.blocks(), 256, sizeof(CastTiles)>>>(p.in<float>(),
                                                      p.out<float>());
  p.print("castMembers");
  unusedColumn<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("unusedColumn");
  byMacro<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("byMacro");
  const int rows = 32;
  ofAnySize<<<p.blocks(), 256, rows * 32 * sizeof(float)>>>(p.in<float>(),
                                                            p.out<float>());
  p.print("ofAnySize");
  triples<<<p.blocks(), 256>>>(p.in<Triple>(), p.out<Triple>());
  p.print("triples");
  planes<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("planes");
  return finish();
}
