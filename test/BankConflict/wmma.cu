// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven --sort=source --verbose %s \
// RUN:   -- -std=c++17 | %check %s
//
// The fragments of nvcuda::wmma, at the user's call. A line is a row of a row-major
// tile or a column of a column-major one. nvcc takes them in blocks of 8 lines, for
// 16-bit elements of 16 bytes each: what a fragment costs is what its lines need of
// the fullest bank, times the blocks.

#include <mma.h>

using namespace nvcuda::wmma;

__global__ void halves(float *g, unsigned pitch) {
  __shared__ alignas(128) half dense[16 * 16];
  __shared__ alignas(128) half padded[16 * 24];
  __shared__ alignas(128) half wide[16 * 64];
  __shared__ float c[16 * 16];
  fragment<matrix_a, 16, 16, 16, half, row_major> a, a2;
  fragment<matrix_b, 16, 16, 16, half, col_major> b;
  fragment<accumulator, 16, 16, 16, float> sum;
  // Four blocks; lines are 8 words apart: 0 and 4 meet in a bank.
  load_matrix_sync(a, dense, 16);
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this wmma.load.a takes 8 wavefronts, ideal 4 [warplint-bank-conflict]
  // 12 words apart: 12 * r mod 32 are all different.
  load_matrix_sync(b, padded, 24);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.b takes 4 wavefronts [warplint-bank-conflict]
  // 32 words apart: all eight meet.
  load_matrix_sync(a2, wide, 64);
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this wmma.load.a takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  fill_fragment(sum, 0.0f);
  mma_sync(sum, a, b, sum);
  mma_sync(sum, a2, b, sum);
  // Two floats a lane: half-warps of four rows, 16 words apart: two of them meet. Four
  // blocks of two half-warps.
  store_matrix_sync(c, sum, 16, mem_row_major);
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this wmma.store.d takes 16 wavefronts, ideal 8 [warplint-bank-conflict]
  // CHECK: note: lanes 0, 8 write 2 different words of bank 0
  // A lane's two floats lie in neighbouring columns: two instructions a block, in
  // which four lines, 32 words apart, meet.
  store_matrix_sync(c, sum, 16, mem_col_major);
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this wmma.store.d takes 32 wavefronts, ideal 8 [warplint-bank-conflict]
  // A pitch that is not known may be the worst one: a multiple of 64 halves.
  load_matrix_sync(a, wide, pitch);
  // CHECK: :[[@LINE-1]]:3: warning: up to 8-way bank conflict: this wmma.load.a takes up to 32 wavefronts, ideal 4 [warplint-bank-conflict]
  g[threadIdx.x] = c[threadIdx.x] + float(a.x[0]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: this 32-bit load takes 1 wavefront
}

__global__ void otherTypes(float *g) {
  __shared__ alignas(128) __nv_bfloat16 brain[32 * 40];
  __shared__ alignas(128) float singles[16 * 12];
  __shared__ alignas(128) signed char bytes[16 * 48];
  __shared__ alignas(128) double doubles[8 * 12];
  // 8 blocks of lines that are 20 words apart: 20 * r mod 32 are all different.
  fragment<matrix_a, 32, 8, 16, __nv_bfloat16, row_major> a;
  load_matrix_sync(a, brain, 40);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.a takes 8 wavefronts [warplint-bank-conflict]
  // 2 * 2 blocks of 8 lines with 4 elements, 12 words apart.
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> t;
  load_matrix_sync(t, singles, 12);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.a takes 4 wavefronts [warplint-bank-conflict]
  // Two blocks of 8 lines with 16 elements, 12 words apart.
  fragment<matrix_b, 16, 16, 16, signed char, col_major> i;
  load_matrix_sync(i, bytes, 48);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.b takes 2 wavefronts [warplint-bank-conflict]
  // One instruction of 8 bytes a lane. Half-warps of four lines, 24 words apart.
  fragment<matrix_a, 8, 8, 4, double, row_major> d;
  load_matrix_sync(d, doubles, 12);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.a takes 2 wavefronts [warplint-bank-conflict]
  g[threadIdx.x] = float(a.x[0]) + t.x[0] + i.x[0] + d.x[0];
}

// 8 rows of 32 numbers of 4 bits, 128 bytes in a row: one wavefront, as counted on an
// H200 (2 with rows of 64, 8 with rows of 256).
__global__ void fourBits(int *g) {
  __shared__ alignas(128) int tile[8 * 4];
  fragment<matrix_a, 8, 8, 32, experimental::precision::s4, row_major> a;
  load_matrix_sync(a, tile, 32);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this wmma.load.a takes 1 wavefront [warplint-bank-conflict]
  g[threadIdx.x] = a.x[0];
}

void run(float *g, unsigned pitch) {
  halves<<<1, 32>>>(g, pitch);
  otherTypes<<<1, 32>>>(g);
  fourBits<<<1, 32>>>(nullptr);
}
