// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// The forms in which an array may be used. 256 threads store a 32x32 tile by
// rows, 4 times 8 warps, and read one column each warp, 32 words of one bank.

__device__ void putRow(float (&tile)[32][32], int row, int col, float value) {
  tile[row][col] = value;
}
__device__ float column(float (&tile)[32][32], int row, int col) {
  return tile[row][col];
}
// expect throughFunctions: ld=256 st=32
// fixed throughFunctions: ld=8 st=32
// padded throughFunctions: ld=8 st=32
__global__ void throughFunctions(const float *in, float *out) {
  __shared__ float tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    putRow(tile, t / 32 + i, t % 32, in[32 * i + t]);
  __syncthreads();
  out[t] = column(tile, t % 32, t / 32);
}

__device__ float element(const float *s, int i) { return s[i]; }
// expect throughPointers: ld=256 st=32
// fixed throughPointers: ld=8 st=32
// padded throughPointers: ld=8 st=32
__global__ void throughPointers(const float *in, float *out) {
  __shared__ float s[1024];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 1024; i += 256)
    s[t + i] = in[t + i];
  __syncthreads();
  out[t] = element(s, t % 32 * 32 + t / 32);
}

// One edit has to serve all instances. Rows of 32 and of 64 floats begin at bank
// 0 alike, so that the column XOR the row's low five bits spreads the 32 rows of
// a column over all banks in both: one wavefront in each of 8 warps.
//
// expect sized<32>: ld=256 st=32
// fixed sized<32>: ld=8 st=32
// padded sized<32>: ld=8 st=32
// expect sized<64>: ld=256 st=32
// fixed sized<64>: ld=8 st=32
// padded sized<64>: ld=8 st=32
template <int N> __global__ void sized(const float *in, float *out) {
  __shared__ float tile[32][N];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    tile[t / 32 + i][t % 32] = in[32 * i + t];
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

// expect flat: ld=256 st=32
// fixed flat: ld=8 st=32
// padded flat: ld=8 st=32
__global__ void flat(const float *in, float *out) {
  __shared__ float s[1024];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 1024; i += 256)
    s[t + i] = in[t + i];
  __syncthreads();
  out[t] = s[(t % 32) * 32 + t / 32];
}

// expect dynamic: ld=256 st=32
// fixed dynamic: ld=8 st=32
// padded dynamic: ld=256 st=32
extern __shared__ float buffer[];
__global__ void dynamic(const float *in, float *out) {
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 1024; i += 256)
    buffer[t + i] = in[t + i];
  __syncthreads();
  out[t] = buffer[(t % 32) * 32 + t / 32];
}

// expect lambda: ld=256 st=32
// fixed lambda: ld=8 st=32
// padded lambda: ld=8 st=32
__global__ void lambda(const float *in, float *out) {
  __shared__ float tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  auto put = [&](int row, int col, float value) { tile[row][col] = value; };
  for (int i = 0; i < 32; i += 8)
    put(t / 32 + i, t % 32, in[32 * i + t]);
  __syncthreads();
  float(&same)[32][32] = tile;
  out[t] = same[t % 32][t / 32];
}

// expect sums: ld=256 st=32
// fixed sums: ld=8 st=32
// padded sums: ld=8 st=32
#define PLACE(row, col) ((row) * 32 + (col))
__global__ void sums(const float *in, float *out) {
  __shared__ float s[1024];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    *(s + PLACE(t / 32 + i, t % 32)) = in[32 * i + t];
  __syncthreads();
  out[t] = s[PLACE(t % 32, t / 32)];
}

// A member, in a function that gets the structure.
//
// expect member: ld=256 st=32
// fixed member: ld=8 st=32
// padded member: ld=8 st=32
struct Tile {
  int first;
  float rows[32][32];
};
__device__ void putRow(Tile &tile, int row, int col, float value) {
  tile.rows[row][col] = value;
}
__global__ void member(const float *in, float *out) {
  __shared__ Tile tile;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    putRow(tile, t / 32 + i, t % 32, in[32 * i + t]);
  __syncthreads();
  out[t] = tile.rows[t % 32][t / 32];
}

// A member, in methods of the structure that two kernels share.
//
// expect methods: ld=256 st=32
// fixed methods: ld=8 st=32
// padded methods: ld=8 st=32
// expect methodsAgain: ld=256 st=32
// fixed methodsAgain: ld=8 st=32
// padded methodsAgain: ld=8 st=32
struct Columns {
  float rows[32][32];
  __device__ float &operator()(int row, int col) { return rows[row][col]; }
  __device__ float column(int t) const { return rows[t % 32][t / 32]; }
};
__global__ void methods(const float *in, float *out) {
  __shared__ Columns tile;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    tile(t / 32 + i, t % 32) = in[32 * i + t];
  __syncthreads();
  out[t] = tile.column(t);
}
__global__ void methodsAgain(const float *in, float *out) {
  __shared__ Columns tile;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    tile(t / 32 + i, t % 32) = 2 * in[32 * i + t];
  __syncthreads();
  out[t] = tile.column(t);
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  const float *in = p.in<float>();
  float *out = p.out<float>();
  throughFunctions<<<p.blocks(), 256>>>(in, out);
  p.print("throughFunctions");
  throughPointers<<<p.blocks(), 256>>>(in, out);
  p.print("throughPointers");
  sized<32><<<p.blocks(), 256>>>(in, out);
  p.print("sized<32>");
  sized<64><<<p.blocks(), 256>>>(in, out);
  p.print("sized<64>");
  flat<<<p.blocks(), 256>>>(in, out);
  p.print("flat");
  dynamic<<<p.blocks(), 256, 4096>>>(in, out);
  p.print("dynamic");
  lambda<<<p.blocks(), 256>>>(in, out);
  p.print("lambda");
  sums<<<p.blocks(), 256>>>(in, out);
  p.print("sums");
  member<<<p.blocks(), 256>>>(in, out);
  p.print("member");
  methods<<<p.blocks(), 256>>>(in, out);
  p.print("methods");
  methodsAgain<<<p.blocks(), 256>>>(in, out);
  p.print("methodsAgain");
  return finish();
}
