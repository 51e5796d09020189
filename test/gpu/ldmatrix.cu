// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Fragments of matrices loaded by scalar loads, by narrow and by wide ldmatrix: what
// warplint-ldmatrix tells of and what it says to write. The products of each pair are
// the same, which main compares, and so are the wavefronts: a matrix is one, and so is a
// load of 4 words in each of 8 rows. Only halves one by one take more.
//
// Rows of 40 halves are 20 words: 0, 20, 8, 28, 16, 4, 24, 12 modulo 32, all apart.

#include "launch.h"

using Half = unsigned short;
constexpr int Pitch = 40;

__device__ inline void x1(unsigned &a, const Half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a) : "r"(sharedAddress(row)) : "memory");
}
__device__ inline void x2(unsigned &a, unsigned &b, const Half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(a), "=r"(b) : "r"(sharedAddress(row)) : "memory");
}
__device__ inline void x2Transposed(unsigned &a, unsigned &b, const Half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(a), "=r"(b) : "r"(sharedAddress(row)) : "memory");
}
__device__ inline void x4(unsigned (&r)[4], const Half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row)) : "memory");
}
__device__ inline void x4Transposed(unsigned (&r)[4], const Half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row)) : "memory");
}

__device__ inline void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
               "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// A as m x k, B as n x k or k x n: 16 rows of 16 elements each. A row of 8 words is
/// written by 8 lanes, 4 rows at a time: words 20 * r + c, of which rows 0 and 3 meet
/// in banks 0 to 3 and 28 to 31: 0-7, 20-27, 8-15, 28-35, so 2 wavefronts. 4 + 4 times.
__device__ inline void fill(Half (&a)[16][Pitch], Half (&b)[16][Pitch], const unsigned *in) {
  for (int i = 0; i < 4; ++i) {
    const int row = 4 * i + threadIdx.x / 8, column = threadIdx.x % 8 * 2;
    *reinterpret_cast<volatile unsigned *>(&a[row][column]) = in[32 * i + threadIdx.x];
    *reinterpret_cast<volatile unsigned *>(&b[row][column]) = in[128 + 32 * i + threadIdx.x];
  }
  __syncthreads();
}

__device__ inline void keep(float *out, const float (&d)[4], const float (&e)[4]) {
  for (int i = 0; i < 4; ++i) {
    out[8 * threadIdx.x + i] = d[i];
    out[8 * threadIdx.x + 4 + i] = e[i];
  }
}

__device__ inline unsigned word(const Half *p) {
  return *reinterpret_cast<const volatile unsigned *>(p);
}
__device__ inline unsigned joined(const Half *low, const Half *high) {
  const unsigned l = *const_cast<const volatile Half *>(low);
  const unsigned h = *const_cast<const volatile Half *>(high);
  return l | h << 16;
}

// 8 loads of 32 bits: lane 4 * g + t has word t of row g, 4 words in each of 8 rows.
//
// expect scalars: ld=8 st=16
__global__ void scalars(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  unsigned a[4] = {word(&A[g][2 * t]), word(&A[g + 8][2 * t]), word(&A[g][2 * t + 8]),
                   word(&A[g + 8][2 * t + 8])};
  float d[4] = {}, e[4] = {};
  const unsigned b0 = word(&B[g][2 * t]), b1 = word(&B[g][2 * t + 8]);
  const unsigned b2 = word(&B[g + 8][2 * t]), b3 = word(&B[g + 8][2 * t + 8]);
  multiply(d, a, b0, b1);
  multiply(e, a, b2, b3);
  keep(out, d, e);
}

// Eight matrices by themselves.
//
// expect singles: ld=8 st=16
__global__ void singles(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  const int row = threadIdx.x % 8;
  unsigned a[4], b[4];
  x1(a[0], &A[row][0]);
  x1(a[1], &A[row + 8][0]);
  x1(a[2], &A[row][8]);
  x1(a[3], &A[row + 8][8]);
  x1(b[0], &B[row][0]);
  x1(b[1], &B[row][8]);
  x1(b[2], &B[row + 8][0]);
  x1(b[3], &B[row + 8][8]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

// Two at a time. Rows of the second matrix come from lanes 8 to 15.
//
// expect pairs: ld=8 st=16
__global__ void pairs(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  const int row = threadIdx.x % 8, second = threadIdx.x / 8 % 2;
  unsigned a[4], b[4];
  x2(a[0], a[1], &A[row + 8 * second][0]);
  x2(a[2], a[3], &A[row + 8 * second][8]);
  x2(b[0], b[1], &B[row][8 * second]);
  x2(b[2], b[3], &B[row + 8][8 * second]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

// All of an operand at once: lane / 16 adds 16 bytes to A's, 640 to B's.
//
// expect fours: ld=8 st=16
__global__ void fours(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  const int row = threadIdx.x % 8, second = threadIdx.x / 8 % 2, half = threadIdx.x / 16;
  unsigned a[4], b[4];
  x4(a, &A[row + 8 * second][8 * half]);
  x4(b, &B[row + 8 * half][8 * second]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

// B as k x n, half by half: rows 2 * t and 2 * t + 1, column g. Four words in each of
// four rows, 40 words apart (0, 8, 16, 24): 8 loads of 1, and 4 of A.
//
// expect halves: ld=12 st=16
__global__ void halves(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  unsigned a[4] = {word(&A[g][2 * t]), word(&A[g + 8][2 * t]), word(&A[g][2 * t + 8]),
                   word(&A[g + 8][2 * t + 8])};
  float d[4] = {}, e[4] = {};
  const unsigned b0 = joined(&B[2 * t][g], &B[2 * t + 1][g]);
  const unsigned b1 = joined(&B[2 * t + 8][g], &B[2 * t + 9][g]);
  const unsigned b2 = joined(&B[2 * t][g + 8], &B[2 * t + 1][g + 8]);
  const unsigned b3 = joined(&B[2 * t + 8][g + 8], &B[2 * t + 9][g + 8]);
  multiply(d, a, b0, b1);
  multiply(e, a, b2, b3);
  keep(out, d, e);
}

// The same by .trans: each matrix is one.
//
// expect transposedPairs: ld=8 st=16
__global__ void transposedPairs(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  unsigned a[4], b[4];
  x4(a, &A[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  x2Transposed(b[0], b[1], &B[threadIdx.x % 16][0]);
  x2Transposed(b[2], b[3], &B[threadIdx.x % 16][8]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

// expect transposedFours: ld=8 st=16
__global__ void transposedFours(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  unsigned a[4], b[4];
  x4(a, &A[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  x4Transposed(b, &B[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

// What is warned of: B as k x n without .trans is another product.
//
// expect missing: ld=8 st=16
__global__ void missing(const unsigned *in, float *out) {
  __shared__ alignas(16) Half A[16][Pitch], B[16][Pitch];
  fill(A, B, in);
  unsigned a[4], b[4];
  x4(a, &A[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  x4(b, &B[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  float d[4] = {}, e[4] = {};
  multiply(d, a, b[0], b[1]);
  multiply(e, a, b[2], b[3]);
  keep(out, d, e);
}

/// 2 x 16 x 16 halves, small integers of which no two rows or columns are the same.
static const unsigned *numbers() {
  static const Half Small[] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
  static Half Host[512];
  for (int I = 0; I < 512; ++I)
    Host[I] = Small[(I * I + 3 * I / 16 + I / 256) % 7];
  unsigned *Device = deviceArray<unsigned>(256);
  check(cudaMemcpy(Device, Host, sizeof(Host), cudaMemcpyHostToDevice));
  return Device;
}

static bool isSame(const float *A, const float *B) {
  static float X[256], Y[256];
  check(cudaMemcpy(X, A, sizeof(X), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(Y, B, sizeof(Y), cudaMemcpyDeviceToHost));
  float Sum = 0;
  for (int I = 0; I < 256; ++I) {
    Sum += X[I];
    if (X[I] != Y[I])
      return false;
  }
  return Sum != 0;
}

static void expect(bool Holds, const char *What) {
  if (Holds)
    return;
  std::fprintf(stderr, "not so: %s\n", What);
  std::exit(1);
}

int main() {
  const unsigned *In = numbers();
  float *Out[8];
  for (float *&Result : Out)
    Result = deviceArray<float>(256);
  scalars<<<1, 32>>>(In, Out[0]);
  singles<<<1, 32>>>(In, Out[1]);
  pairs<<<1, 32>>>(In, Out[2]);
  fours<<<1, 32>>>(In, Out[3]);
  halves<<<1, 32>>>(In, Out[4]);
  transposedPairs<<<1, 32>>>(In, Out[5]);
  transposedFours<<<1, 32>>>(In, Out[6]);
  missing<<<1, 32>>>(In, Out[7]);
  const int Status = finish();
  expect(isSame(Out[0], Out[1]), "singles are scalars");
  expect(isSame(Out[0], Out[2]), "pairs are scalars");
  expect(isSame(Out[0], Out[3]), "fours are scalars");
  expect(isSame(Out[4], Out[5]), "transposedPairs are halves");
  expect(isSame(Out[4], Out[6]), "transposedFours are halves");
  expect(!isSame(Out[4], Out[7]), "without .trans it is another product");
  return Status;
}
