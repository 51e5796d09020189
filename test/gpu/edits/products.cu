// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"
#include <cuda_fp16.h>

// The A tile of a matrix product, stored transposed: a warp has 8 columns of 4
// rows, whose words lie 64 apart. The loads read rows of 32, and of the B tile
// one word each 32 lanes.
//
// expect transposedA: ld=128 st=144
// fixed transposedA: ld=128 st=32
// padded transposedA: ld=128 st=32
__global__ void transposedA(const float *a, const float *b, float *out) {
  __shared__ float as[8][64];
  __shared__ float bs[8][64];
  a += blockIdx.x * PerBlock;
  b += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 64; i += 32)
    as[t % 8][t / 8 + i] = a[i * 8 + t];
  for (int i = 0; i < 8; i += 4)
    bs[t / 64 + i][t % 64] = b[i * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += as[k][t % 64] * bs[k][t / 64];
  out[t] = sum;
}

// Read by column, in a loop that nvcc must not unroll: rows are 8 words apart,
// so that 32 of them meet eight by eight in banks k, k + 8, k + 16, k + 24. What
// costs least would be padding after each fourth row, where a declaration has no
// place for it. In rows of 9 a column is free, 9 being odd; four rows of 8 words,
// which a warp stores, then begin at 0, 9, 18 and 27, and the last three words
// (32, 33, 34) meet the first ones: 2 wavefronts in each of 16 requests.
//
// expect columnsOfA: ld=512 st=16
// fixed columnsOfA: ld=64 st=16
// padded columnsOfA: ld=64 st=32
__global__ void columnsOfA(const float *a, float *out) {
  __shared__ float as[64][8];
  a += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  as[t / 8][t % 8] = a[t];
  as[t / 8 + 32][t % 8] = a[t + 256];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    sum += k * as[t % 64][k];
  out[t] = sum;
}

// Unrolled, nvcc joins four loads to one of 16 bytes, lanes 32 bytes apart: 2
// wavefronts a quarter-warp, 16 requests. Layouts that help the loads as they
// are written would part them. In rows of 12 words they stay joined, and the
// lanes of a quarter-warp begin at 0, 12, 24, 4, 16, 28, 8 and 20 modulo 32: 1
// wavefront each. Of four rows that are stored, words 36 to 39 meet words 4 to 7:
// 2 in each of 16.
//
// expect joinedLoads: ld=128 st=16
// fixed joinedLoads: ld=128 st=16
// padded joinedLoads: ld=64 st=32
__global__ void joinedLoads(const float *a, float *out) {
  __shared__ float as[64][8];
  a += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  as[t / 8][t % 8] = a[t];
  as[t / 8 + 32][t % 8] = a[t + 256];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    sum += k * as[t % 64][k];
  out[t] = sum;
}

// The B tile of a product of 8 columns a thread: nvcc joins four loads, lanes 32
// bytes apart, so that lanes 0 and 4 of a quarter-warp meet: 8 wavefronts in each
// of 16 requests of 8 warps. An XOR would part them. With 4 unused words after
// every 32 the lanes begin at 0, 8, 16, 24, 36, 44, 52 and 60: 4 wavefronts.
// Stores of a quarter-warp stay within 32 words: 4 in each of 8.
//
// expect partsOfRows: ld=1024 st=32
// fixed partsOfRows: ld=1024 st=32
// padded partsOfRows: ld=512 st=32
__global__ void partsOfRows(const float *b, float *out) {
  __shared__ float bs[8][128];
  b += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  *reinterpret_cast<float4 *>(&bs[t / 32][t % 32 * 4]) =
      *reinterpret_cast<const float4 *>(&b[t * 4]);
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      sum += (k + i) * bs[k][t % 16 * 8 + i];
  out[t] = sum;
}

// Tiles of float4 by column: the eight rows of a quarter-warp are 128 bytes
// apart, in four banks. XOR of 16-byte pieces or 16 bytes more a row make it one
// wavefront a quarter.
//
// expect vectorColumns: ld=256 st=32
// fixed vectorColumns: ld=32 st=32
// padded vectorColumns: ld=32 st=32
#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
__global__ void vectorColumns(const float4 *in, float4 *out) {
  __shared__ __align__(16) float tile[1024];
  in += blockIdx.x * (PerBlock / 4);
  out += blockIdx.x * (PerBlock / 4);
  int t = threadIdx.x;
  FLOAT4(tile[4 * t]) = in[t];
  __syncthreads();
  out[t] = FLOAT4(tile[t % 32 * 32 + t / 32 * 4]);
}

// The same with elements that are vectors.
//
// expect vectorElements: ld=256 st=32
// fixed vectorElements: ld=32 st=32
// padded vectorElements: ld=32 st=32
__global__ void vectorElements(const float4 *in, float4 *out) {
  __shared__ float4 tile[32][8];
  in += blockIdx.x * (PerBlock / 4);
  out += blockIdx.x * (PerBlock / 4);
  int t = threadIdx.x;
  tile[t / 8][t % 8] = in[t];
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

__device__ void load8x8x4(unsigned (&r)[4], const __half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row)));
}

__device__ void copy16(__half *to, const __half *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   sharedAddress(to)),
               "l"(from));
}

// A tile of half, filled by cp.async, 16 bytes a thread, and read by ldmatrix:
// the eight rows of a matrix are 128 bytes apart, in four banks. 4 warps, 4
// steps, 4 matrices.
//
// expect ldmatrixTile: ld=512
// fixed ldmatrixTile: ld=64
// padded ldmatrixTile: ld=64
__global__ void ldmatrixTile(const __half *in, unsigned *out) {
  __shared__ __align__(128) __half tile[64][64];
  in += blockIdx.x * 4096;
  out += blockIdx.x * 2048;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  for (int i = 0; i < 64; i += 16)
    copy16(&tile[t / 8 + i][t % 8 * 8], in + (t / 8 + i) * 64 + t % 8 * 8);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    unsigned r[4];
    load8x8x4(r, &tile[warp * 16 + lane % 16][k * 16 + lane / 16 * 8]);
    for (int i = 0; i < 4; ++i)
      out[(k * 4 + i) * 128 + t] = r[i];
  }
}

// The same tile filled by stores of 16 bytes: 4 steps of 4 warps, 4 wavefronts.
//
// expect ldmatrixStores: ld=512 st=64
// fixed ldmatrixStores: ld=64 st=64
// padded ldmatrixStores: ld=64 st=64
__global__ void ldmatrixStores(const uint4 *in, unsigned *out) {
  __shared__ __align__(128) __half tile[64][64];
  in += blockIdx.x * 512;
  out += blockIdx.x * 2048;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  for (int i = 0; i < 64; i += 16)
    *reinterpret_cast<uint4 *>(&tile[t / 8 + i][t % 8 * 8]) = in[i * 8 + t];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    unsigned r[4];
    load8x8x4(r, &tile[warp * 16 + lane % 16][k * 16 + lane / 16 * 8]);
    for (int i = 0; i < 4; ++i)
      out[(k * 4 + i) * 128 + t] = r[i];
  }
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  transposedA<<<p.blocks(), 256>>>(p.in<float>(), p.in<float>() + 512,
                                   p.out<float>());
  p.print("transposedA");
  columnsOfA<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("columnsOfA");
  joinedLoads<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("joinedLoads");
  partsOfRows<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("partsOfRows");
  vectorColumns<<<p.blocks(), 256>>>(p.in<float4>(), p.out<float4>());
  p.print("vectorColumns");
  vectorElements<<<p.blocks(), 256>>>(p.in<float4>(), p.out<float4>());
  p.print("vectorElements");
  ldmatrixTile<<<p.blocks(), 128>>>(p.in<__half>(), p.out<unsigned>());
  p.print("ldmatrixTile");
  ldmatrixStores<<<p.blocks(), 128>>>(p.in<uint4>(), p.out<unsigned>());
  p.print("ldmatrixStores");
  return finish();
}
