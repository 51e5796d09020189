// RUN: %warplint --checks='-*,warplint-ldmatrix' %s %stub | %check %s
// RUN: %warplint --checks='-*,warplint-ldmatrix' %s %stub | grep -c alignas.16.$ | grep -x 1
//
// The fragments of mma.sync by the PTX ISA ("Matrix Fragments for mma.m16n8k16"): lane
// 4 * g + t has of A rows g and g + 8, columns 2 * t, 2 * t + 1 and those 8 on; of B
// column g, rows 2 * t, 2 * t + 1 and those 8 on. A register is two elements along k.
// ldmatrix fills it so from rows of 16 bytes along k, with .trans from rows along m or n.

#define word(p) (*(const unsigned *)(p))
__device__ unsigned joined(half low, half high) {
  return low.bits | (unsigned)high.bits << 16;
}
__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
#define MMA16(d, a, b)                                                                    \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "        \
               "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                   \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                           \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__device__ void keep(float *out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i)
    out[4 * threadIdx.x + i] = d[i];
}

// Rows of 40 halves, 80 bytes: 8 rows on are 640. Row r of a matrix is read by lanes 4 * r
// to 4 * r + 3, from lane 4 * r's address on.
__global__ void words(float *out) {
  __shared__ alignas(16) half A[16][40], B[8][40];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  a[0] = word(&A[g][2 * t]);
  // CHECK: :[[@LINE-1]]:10: remark: scalar fragment: 4 32-bit loads of 'A' fill A of an mma.m16n8k16; one ldmatrix.x4 would do [warplint-ldmatrix]
  // CHECK: note: address for ldmatrix.x4: 'A + 80*(threadIdx.x % 32 / 4) + 2*(2*(threadIdx.x % 4))' of lane % 8 * 4 plus 'lane / 8 % 2 * 640 + lane / 16 * 16'
  a[1] = word(&A[g + 8][2 * t]);
  a[2] = word(&A[g][2 * t + 8]);
  a[3] = word(&A[g + 8][2 * t + 8]);
  b[0] = word(&B[g][2 * t]);
  // CHECK: :[[@LINE-1]]:10: remark: scalar fragment: 2 32-bit loads of 'B' fill B of an mma.m16n8k16; one ldmatrix.x2 would do
  // CHECK: note: address for ldmatrix.x2: {{.*}} of lane % 8 * 4 plus 'lane / 8 % 2 * 16'
  b[1] = word(&B[g][2 * t + 8]);
  MMA16(d, a, b);
  keep(out, d);
}

// B as k x n, 16 rows of 24 halves, 48 bytes: a register is joined from rows 2 * t and
// 2 * t + 1, column g.
__global__ void halves(float *out) {
  __shared__ alignas(16) half A[16][24], B[16][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  b[0] = joined(B[2 * t][g], B[2 * t + 1][g]);
  // CHECK: :[[@LINE-1]]:17: remark: scalar fragment: 4 16-bit loads of 'B' fill B of an mma.m16n8k16; one ldmatrix.x2.trans would do
  // CHECK: note: address for ldmatrix.x2.trans: {{.*}} of lane % 8 / 2 plus 'lane / 8 % 2 * 384 + lane % 2 * 48'
  b[1] = joined(B[2 * t + 8][g], B[2 * t + 9][g]);
  // Halves side by side are a word.
  a[0] = joined(A[g][2 * t], A[g][2 * t + 1]);
  // CHECK: :[[@LINE-1]]:17: remark: scalar fragment: 8 16-bit loads of 'A' fill A of an mma.m16n8k16; one ldmatrix.x4 would do
  // CHECK: note: address for ldmatrix.x4: {{.*}} of lane % 8 * 4 plus 'lane / 8 % 2 * 384 + lane / 16 * 16'
  a[1] = joined(A[g + 8][2 * t], A[g + 8][2 * t + 1]);
  a[2] = joined(A[g][2 * t + 8], A[g][2 * t + 9]);
  a[3] = joined(A[g + 8][2 * t + 8], A[g + 8][2 * t + 9]);
  MMA16(d, a, b);
  keep(out, d);
}

// tf32: the same bits by other names, 4 elements of 4 bytes a row.
__global__ void tf32(float *out) {
  __shared__ float A[16][12];
  __shared__ alignas(16) float B[8][12];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  float d[4] = {};
  float a0 = A[g][t];
  // CHECK: :[[@LINE-1]]:14: remark: scalar fragment: 4 32-bit loads of 'A' fill A of an mma.m16n8k8; one ldmatrix.x4 would do
  // CHECK: note: ldmatrix needs rows at multiples of 16 bytes; declare 'A' with alignas(16)
  float a1 = A[g + 8][t], a2 = A[g][t + 4], a3 = A[g + 8][t + 4];
  float b0 = B[g][t], b1 = B[g][t + 4];
  // CHECK: :[[@LINE-1]]:14: remark: scalar fragment: 2 32-bit loads of 'B' fill B of an mma.m16n8k8; one ldmatrix.x2 would do
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
               "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(__builtin_bit_cast(unsigned, a0)), "r"(__builtin_bit_cast(unsigned, a1)),
                 "r"(__builtin_bit_cast(unsigned, a2)), "r"(__builtin_bit_cast(unsigned, a3)),
                 "r"(__builtin_bit_cast(unsigned, b0)), "r"(__builtin_bit_cast(unsigned, b1)));
  keep(out, d);
}

// Rounded behind the load, as behind an ldmatrix.
__device__ unsigned rounded(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return r;
}
__global__ void roundedTf32(float *out) {
  __shared__ alignas(16) float A[16][12], B[8][12];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  float d[4] = {};
  unsigned a0 = rounded(A[g][t]), a1 = rounded(A[g + 8][t]);
  // CHECK: :[[@LINE-1]]:25: remark: scalar fragment: 4 32-bit loads of 'A' fill A of an mma.m16n8k8; one ldmatrix.x4 would do
  unsigned a2 = rounded(A[g][t + 4]), a3 = rounded(A[g + 8][t + 4]);
  // B as k x n: 32-bit elements cannot be transposed.
  unsigned b0 = rounded(B[t][g]), b1 = rounded(B[t + 4][g]);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
               "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  keep(out, d);
}

// Registers in arrays that loops subscript.
__global__ void loops(float *out) {
  __shared__ alignas(16) half A[32][24], B[32][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[2][4], b[4][2];
  float d[2][4][4] = {};
  for (int i = 0; i < 2; ++i) {
    a[i][0] = word(&A[16 * i + g][2 * t]);
    // CHECK: :[[@LINE-1]]:15: remark: scalar fragment: 4 32-bit loads of 'A' fill A
    a[i][1] = word(&A[16 * i + g + 8][2 * t]);
    a[i][2] = word(&A[16 * i + g][2 * t + 8]);
    a[i][3] = word(&A[16 * i + g + 8][2 * t + 8]);
  }
  for (int j = 0; j < 4; ++j) {
    b[j][0] = word(&B[8 * j + g][2 * t]);
    // CHECK: :[[@LINE-1]]:15: remark: scalar fragment: 2 32-bit loads of 'B' fill B
    b[j][1] = word(&B[8 * j + g][2 * t + 8]);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      MMA16(d[i][j], a[i], b[j]);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      keep(out, d[i][j]);
}

// None of these: rows of 20 halves, 40 bytes, of which every second one begins off 16.
__global__ void oddPitch(float *out) {
  __shared__ alignas(16) half A[16][20], B[8][20];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  a[0] = word(&A[g][2 * t]);
  a[1] = word(&A[g + 8][2 * t]);
  a[2] = word(&A[g][2 * t + 8]);
  a[3] = word(&A[g + 8][2 * t + 8]);
  b[0] = word(&B[g][2 * t]);
  b[1] = word(&B[g][2 * t + 8]);
  MMA16(d, a, b);
  keep(out, d);
}

// k in another order, the same in A and B: lanes of a row are 8 bytes apart.
__global__ void permuted(float *out) {
  __shared__ alignas(16) half A[16][24], B[8][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  a[0] = word(&A[g][4 * t]);
  a[1] = word(&A[g + 8][4 * t]);
  a[2] = word(&A[g][4 * t + 2]);
  a[3] = word(&A[g + 8][4 * t + 2]);
  b[0] = word(&B[g][4 * t]);
  b[1] = word(&B[g][4 * t + 2]);
  MMA16(d, a, b);
  keep(out, d);
}

// What is calculated on the way is not what was loaded.
__global__ void changed(float *out, unsigned sign) {
  __shared__ alignas(16) half A[16][24], B[8][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  a[0] = word(&A[g][2 * t]) ^ sign;
  a[1] = word(&A[g + 8][2 * t]) ^ sign;
  a[2] = word(&A[g][2 * t + 8]) ^ sign;
  a[3] = word(&A[g + 8][2 * t + 8]) ^ sign;
  b[0] = g < 4 ? word(&B[g][2 * t]) : 0;
  b[1] = g < 4 ? word(&B[g][2 * t + 8]) : 0;
  MMA16(d, a, b);
  keep(out, d);
}

// A step behind a barrier each: they are no one load.
__global__ void waiting(float *out) {
  __shared__ alignas(16) half B[8][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4] = {}, b[2];
  float d[4] = {};
  b[0] = word(&B[g][2 * t]);
  __syncthreads();
  b[1] = word(&B[g][2 * t + 8]);
  MMA16(d, a, b);
  keep(out, d);
}

// From global memory, and from a pitch that nobody knows.
__global__ void elsewhere(float *out, const half *p, int pitch) {
  extern __shared__ half A[];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4], b[2];
  float d[4] = {};
  a[0] = word(&A[g * pitch + 2 * t]);
  a[1] = word(&A[(g + 8) * pitch + 2 * t]);
  a[2] = word(&A[g * pitch + 2 * t + 8]);
  a[3] = word(&A[(g + 8) * pitch + 2 * t + 8]);
  b[0] = word(&p[g * 16 + 2 * t]);
  b[1] = word(&p[g * 16 + 2 * t + 8]);
  MMA16(d, a, b);
  keep(out, d);
}

// Already by ldmatrix.
__global__ void byMatrix(float *out) {
  __shared__ alignas(16) half A[16][24], B[8][24];
  int lane = threadIdx.x % 32;
  unsigned a[4], b[2];
  float d[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(addressOf(&A[lane % 16][lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(b[0]), "=r"(b[1]) : "r"(addressOf(&B[lane % 8][lane / 8 % 2 * 8])));
  MMA16(d, a, b);
  keep(out, d);
}

// Arrays of registers that something else is stored to as well.
__global__ void overwritten(float *out, unsigned n) {
  __shared__ alignas(16) half B[32][24];
  int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  unsigned a[4] = {}, b[4][2];
  float d[4][4] = {};
  for (int j = 0; j < 4; ++j) {
    b[j][0] = word(&B[8 * j + g][2 * t]);
    b[j][1] = word(&B[8 * j + g][2 * t + 8]);
  }
  b[n % 4][n / 4 % 2] = n;
  for (int j = 0; j < 4; ++j)
    MMA16(d[j], a, b[j]);
  for (int j = 0; j < 4; ++j)
    keep(out, d[j]);
}

void run(float *out) {
  words<<<1, 32>>>(out);
  halves<<<1, 64>>>(out);
  tf32<<<1, 128>>>(out);
  roundedTf32<<<1, 32>>>(out);
  loops<<<1, 32>>>(out);
  oddPitch<<<1, 32>>>(out);
  permuted<<<1, 32>>>(out);
  changed<<<1, 32>>>(out, 0);
  waiting<<<1, 32>>>(out);
  byMatrix<<<1, 32>>>(out);
  overwritten<<<1, 32>>>(out, 1);
}
