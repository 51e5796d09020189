// RUN: not %warplint --checks='-*,warplint-ldmatrix' %s %stub | %check %s
//
// A register of an operand of mma.sync is two elements along k. ldmatrix without .trans
// takes them from one row of the tile, so that k has to go along the rows; with .trans
// from two rows, so that k has to go down. Which way the matrices of an operand follow
// each other shows which way k goes (PTX ISA, "Matrix Fragments for mma.m16n8k16"): of A
// registers 0 and 1 are 8 apart along m, 0 and 2 along k; of B 0 and 1 along k.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
#define LOAD(suffix, r, p)                                                                \
  asm volatile("ldmatrix.sync.aligned.m8n8.x1" suffix ".shared.b16 {%0}, [%1];"           \
               : "=r"((r)[0]) : "r"(addressOf(p)))
#define LOAD2(suffix, r, p)                                                               \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2" suffix ".shared.b16 {%0,%1}, [%2];"        \
               : "=r"((r)[0]), "=r"((r)[1]) : "r"(addressOf(p)))
#define LOAD4(suffix, r, p)                                                               \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4" suffix ".shared.b16 {%0,%1,%2,%3}, [%4];"  \
               : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])                   \
               : "r"(addressOf(p)))
#define MMA16(type, d, a, b)                                                              \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 "             \
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                    \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                   \
               : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]),         \
                 "r"((b)[1]))
#define MMA8(d, a, b)                                                                     \
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "         \
               "{%4,%5}, {%6}, {%0,%1,%2,%3};"                                            \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                   \
               : "r"((a)[0]), "r"((a)[1]), "r"((b)[0]))

__device__ void keep(float *out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i)
    out[4 * threadIdx.x + i] = d[i];
}

// A is m x k: 8 rows further are 8 along m, 16 bytes further 8 along k. B is k x n, and
// lies as its rows do: .trans makes pairs along k of it.
__global__ void right(float *out) {
  __shared__ alignas(16) half A[16][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD2(".trans", b, &B[lane % 16][0]);
  MMA16("f16", d, a, b);
  keep(out, d);
}

// Without it: the second matrix, 8 on along k, lies 8 rows below.
__global__ void missingOfB(float *out) {
  __shared__ alignas(16) half A[16][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD2("", b, &B[lane % 16][0]);
  // CHECK: :[[@LINE-1]]:3: warning: missing .trans: k of operand B of the mma.m16n8k16 goes down the rows that this ldmatrix.x2 of 'B' reads, and a register gets two elements of one row [warplint-ldmatrix]
  // CHECK: note: register 1 is 8 on along k, and its matrix lies 8 rows on
  MMA16("f16", d, a, b);
  keep(out, d);
}

// B as n x k: rows are along k already.
__global__ void unwantedOfB(float *out) {
  __shared__ alignas(16) half A[16][40], B[8][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD2(".trans", b, &B[lane % 8][lane / 8 % 2 * 8]);
  // CHECK: :[[@LINE-1]]:3: warning: unwanted .trans: k of operand B of the mma.m16n8k16 goes along the rows that this ldmatrix.x2.trans of 'B' reads, and a register gets two elements of two rows
  // CHECK: note: register 1 is 8 on along k, and its matrix lies 16 bytes on in the same rows
  MMA16("bf16", d, a, b);
  keep(out, d);
}

__global__ void unwantedOfA(float *out) {
  __shared__ alignas(16) half A[16][40], B[8][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4(".trans", a, &A[lane % 16][lane / 16 * 8]);
  // CHECK: :[[@LINE-1]]:3: warning: unwanted .trans: k of operand A of the mma.m16n8k16 goes along the rows that this ldmatrix.x4.trans of 'A' reads, and a register gets two elements of two rows
  // CHECK: note: register 1 is 8 on along m, and its matrix lies 8 rows on
  // CHECK: note: register 2 is 8 on along k, and its matrix lies 16 bytes on in the same rows; unless registers 1 and 2 are exchanged
  LOAD2("", b, &B[lane % 8][lane / 8 % 2 * 8]);
  MMA16("f16", d, a, b);
  keep(out, d);
}

// A as k x m: its second matrix is beside the first, its third below.
__global__ void missingOfA(float *out) {
  __shared__ alignas(16) half A[16][40], B[8][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane / 16 * 8 + lane % 8][lane / 8 % 2 * 8]);
  // CHECK: :[[@LINE-1]]:3: warning: missing .trans: k of operand A of the mma.m16n8k16 goes down the rows that this ldmatrix.x4 of 'A' reads, and a register gets two elements of one row
  // CHECK: note: register 1 is 8 on along m, and its matrix lies 16 bytes on in the same rows
  // CHECK: note: register 2 is 8 on along k, and its matrix lies 8 rows on; unless
  LOAD2("", b, &B[lane % 8][lane / 8 % 2 * 8]);
  MMA16("f16", d, a, b);
  keep(out, d);
}

// k8: of A registers 0 and 1 are 8 apart along m. B is one matrix, which shows nothing.
__global__ void ofDepth8(float *out) {
  __shared__ alignas(16) half A[16][40], B[8][40];
  int lane = threadIdx.x % 32;
  unsigned a[2], b[1];
  float d[4] = {};
  LOAD2("", a, &A[lane % 16][0]);
  LOAD("", b, &B[lane % 8][0]);
  MMA8(d, a, b);
  LOAD2(".trans", a, &A[lane % 16][16]);
  // CHECK: :[[@LINE-1]]:3: warning: unwanted .trans: k of operand A of the mma.m16n8k8 goes along the rows
  LOAD(".trans", b, &B[lane % 8][0]);
  MMA8(d, a, b);
  keep(out, d);
}

// Two products' B in one load, and in loops, by way of arrays of registers.
__global__ void inLoops(float *out) {
  __shared__ alignas(16) half A[32][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[2][4], b[2][4];
  float d[2][4] = {};
  for (int i = 0; i < 2; ++i)
    LOAD4("", a[i], &A[16 * i + lane % 16][lane / 16 * 8]);
  for (int j = 0; j < 2; ++j)
    LOAD4("", b[j], &B[lane % 16][16 * j + lane / 16 * 8]);
    // CHECK: :[[@LINE-1]]:5: warning: missing .trans: k of operand B of the mma.m16n8k16 goes down the rows that this ldmatrix.x4 of 'B' reads
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      MMA16("f16", d[i], a[i], &b[j][0]);
      MMA16("f16", d[i], a[i], &b[j][2]);
    }
  keep(out, d[0]);
  keep(out + 128, d[1]);
}

// The same by hand of two narrow loads. (They could be one, too.)
__global__ void byTwo(float *out) {
  __shared__ alignas(16) half A[16][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD("", b, &B[lane % 8][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 2 ldmatrix.x1 of 'B' could be one ldmatrix.x2
  // CHECK: :[[@LINE-2]]:3: warning: missing .trans: k of operand B of the mma.m16n8k16 goes down the rows that this ldmatrix.x1 of 'B' reads
  LOAD("", b + 1, &B[lane % 8 + 8][0]);
  MMA16("f16", d, a, b);
  keep(out, d);
}

// All of these are right. B as n x k in one load with that of the next 8 columns; A as
// k x m with .trans.
__global__ void rightToo(float *out) {
  __shared__ alignas(16) half A[16][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[4];
  float d[4] = {};
  LOAD4(".trans", a, &A[lane / 16 * 8 + lane % 8][lane / 8 % 2 * 8]);
  LOAD4("", b, &B[lane / 16 * 8 + lane % 8][lane / 8 % 2 * 8]);
  MMA16("f16", d, a, b);
  MMA16("f16", d, a, b + 2);
  keep(out, d);
}

// Registers in another order, as the loads have them: right, and wrong.
__global__ void order(float *out) {
  __shared__ alignas(16) half A[16][40], B[16][40], C[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[4], c[4];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD4("", b, &B[lane % 16][lane / 16 * 8]);
  LOAD4("", c, &C[lane % 16][lane / 16 * 8]);
  // CHECK: :[[@LINE-1]]:3: warning: missing .trans: k of operand B
  // CHECK: note: register 1 is 8 on along k, and its matrix lies 8 rows on; unless another register of the load belongs there
  unsigned even[] = {b[0], b[2]}, odd[] = {b[1], b[3]};
  MMA16("f16", d, a, even);
  MMA16("f16", d, a, odd);
  unsigned first[] = {c[0], c[1]};
  MMA16("f16", d, a, first);
  keep(out, d);
}

// A tile of matrices stored one by one, 8 rows of 16 bytes each: the next 128 bytes are
// what the user says they are.
__global__ void blocks(float *out) {
  __shared__ alignas(16) half A[4][8][8], B[2][8][8];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  LOAD4("", a, &A[lane / 8][lane % 8][0]);
  LOAD2("", b, &B[lane / 8 % 2][lane % 8][0]);
  MMA16("f16", d, a, b);
  keep(out, d);
}

// Rows of 16 halves, 32 bytes. That matrices lie beside each other shows that rows go on
// behind one; that one lies below another does not.
__global__ void narrowRows(float *out) {
  __shared__ alignas(16) half A[16][16], B[16][16];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2], c[2];
  float d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD2(".trans", b, &B[lane % 8][lane / 8 % 2 * 8]);
  // CHECK: :[[@LINE-1]]:3: warning: unwanted .trans: k of operand B
  LOAD2("", c, &B[lane % 16][0]);
  MMA16("f16", d, a, b);
  MMA16("f16", d, a, c);
  keep(out, d);
}

// A swizzle leaves no one pitch, data leave nothing, and a parameter too much.
__global__ void notDecided(float *out, const int *rows, int pitch) {
  __shared__ alignas(16) half A[16][64], B[16][64];
  extern __shared__ half C[];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2], c[2];
  float d[4] = {};
  LOAD4(".trans", a, &A[lane % 16][(lane / 16 ^ lane % 8) * 8]);
  LOAD2("", b, &B[rows[lane] % 16][0]);
  MMA16("f16", d, a, b);
  LOAD2("", c, &C[lane % 16 * pitch * 8]);
  MMA16("f16", d, a, c);
  keep(out, d);
}

// 8-bit elements are no pairs: .trans would tear them apart, and what that is for is not
// known.
__global__ void bytes(int *out) {
  __shared__ alignas(16) half A[16][40], B[16][40];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  int d[4] = {};
  LOAD4("", a, &A[lane % 16][lane / 16 * 8]);
  LOAD2("", b, &B[lane % 16][0]);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, "
               "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

void run(float *out, int *sums, const int *rows) {
  right<<<1, 32>>>(out);
  missingOfB<<<1, 32>>>(out);
  unwantedOfB<<<1, 32>>>(out);
  unwantedOfA<<<1, 32>>>(out);
  missingOfA<<<1, 32>>>(out);
  ofDepth8<<<1, 32>>>(out);
  inLoops<<<1, 32>>>(out);
  byTwo<<<1, 32>>>(out);
  rightToo<<<1, 32>>>(out);
  order<<<1, 32>>>(out);
  blocks<<<1, 32>>>(out);
  narrowRows<<<1, 32>>>(out);
  bytes<<<1, 32>>>(sums);
}
