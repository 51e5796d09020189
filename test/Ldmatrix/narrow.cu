// RUN: %warplint --checks='-*,warplint-ldmatrix' %s %stub | %check %s
//
// ldmatrix takes the addresses of rows from lanes 0 to 7 (.x1), 0 to 15 (.x2) or all
// (.x4). Loads whose rows lie one distance apart in all lanes are one wider load, to
// whose address the lanes behind add the distance.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
#define LOAD1(a, p)                                                                       \
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"                     \
               : "=r"(a) : "r"(addressOf(p)))
#define LOAD2(a, b, p)                                                                    \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"                  \
               : "=r"(a), "=r"(b) : "r"(addressOf(p)))
#define LOAD2T(a, b, p)                                                                   \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"            \
               : "=r"(a), "=r"(b) : "r"(addressOf(p)))
#define LOAD4(a, b, c, d, p)                                                              \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"            \
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(addressOf(p)))

// Rows of 40 halves, 80 bytes: 16 rows on are 1280 bytes. The address repeats after 16
// lanes, so that the sum holds for all 32.
__global__ void twoOfX2(unsigned *g) {
  __shared__ alignas(16) half tile[32][40];
  int lane = threadIdx.x % 32;
  unsigned a, b, c, d;
  LOAD2(a, b, &tile[lane % 16][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 2 ldmatrix.x2 of 'tile' could be one ldmatrix.x4 [warplint-ldmatrix]
  // CHECK: note: address for ldmatrix.x4: 'tile + 80*(threadIdx.x % 32 % 16)' plus 'lane / 16 * 1280'
  LOAD2(c, d, &tile[lane % 16 + 16][0]);
  // CHECK: :[[@LINE-1]]:3: note: this access is 1280 bytes further on
  g[threadIdx.x] = a + b + c + d;
}

// Lanes 16 to 31 have other addresses, which .x2 does not look at.
__global__ void idleLanes(unsigned *g) {
  __shared__ alignas(16) half tile[64][40];
  int lane = threadIdx.x % 32;
  unsigned a, b, c, d;
  LOAD2T(a, b, &tile[lane][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 2 ldmatrix.x2.trans of 'tile' could be one ldmatrix.x4.trans
  // CHECK: note: address for ldmatrix.x4: 'tile + 80*(threadIdx.x % 32)' of lane % 16 plus 'lane / 16 * 16'
  LOAD2T(c, d, &tile[lane][8]);
  // CHECK: :[[@LINE-1]]:3: note: this access is 16 bytes further on
  g[threadIdx.x] = a + b + c + d;
}

// 8 rows of 80 bytes are 640. Four in a row: 16 bytes by bit 3 of the lane, 640 by bit
// 4, and their sum by both.
__global__ void fourOfX1(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 8;
  unsigned a, b, c, d;
  LOAD1(a, &tile[row][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 4 ldmatrix.x1 of 'tile' could be one ldmatrix.x4
  // CHECK: note: address for ldmatrix.x4: 'tile + 80*(threadIdx.x % 8)' plus 'lane / 16 * 640 + lane / 8 % 2 * 16'
  LOAD1(b, &tile[row][8]);
  // CHECK: note: this access is 16 bytes further on
  LOAD1(c, &tile[row + 8][0]);
  // CHECK: note: this access is 640 bytes further on
  LOAD1(d, &tile[row + 8][8]);
  // CHECK: note: this access is 656 bytes further on
  g[threadIdx.x] = a + b + c + d;
}

// 0, 16, 32: two of them are one .x2, the third stays.
__global__ void threeOfX1(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 8;
  unsigned a, b, c;
  LOAD1(a, &tile[row][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 3 ldmatrix.x1 of 'tile' could be one ldmatrix.x2 and one ldmatrix.x1
  // CHECK: note: address for ldmatrix.x2: 'tile + 80*(threadIdx.x % 8)' plus 'lane / 8 % 2 * 16'
  LOAD1(b, &tile[row][8]);
  // CHECK: note: this access is 16 bytes further on
  LOAD1(c, &tile[row][16]);
  // CHECK: note: this access is 32 bytes further on
  g[threadIdx.x] = a + b + c;
}

// 0, 16, 48, 96 are no sum of two weights: 16 + 48 is not 96.
__global__ void oddDistances(unsigned *g) {
  __shared__ alignas(16) half tile[8][72];
  int row = threadIdx.x % 8;
  unsigned a, b, c, d;
  LOAD1(a, &tile[row][0]);
  // CHECK: :[[@LINE-1]]:3: remark: narrow ldmatrix: 4 ldmatrix.x1 of 'tile' could be one ldmatrix.x4
  // CHECK: note: address for ldmatrix.x4: 'tile + 144*(threadIdx.x % 8)' plus 0, 16, 48 and 96 bytes in each group of 8 lanes
  LOAD1(b, &tile[row][8]);
  LOAD1(c, &tile[row][24]);
  LOAD1(d, &tile[row][48]);
  // CHECK: note: this access is 16 bytes further on
  // CHECK: note: this access is 48 bytes further on
  // CHECK: note: this access is 96 bytes further on
  g[threadIdx.x] = a + b + c + d;
}

// A loop over tiles of 8 columns that nothing waits in: iterations j and j + 1.
__global__ void inLoop(unsigned *g) {
  __shared__ alignas(16) half tile[16][72];
  int row = threadIdx.x % 16;
  unsigned sum = 0;
  for (int j = 0; j < 4; ++j) {
    unsigned a, b;
    LOAD2T(a, b, &tile[row][8 * j]);
    // CHECK: :[[@LINE-1]]:5: remark: narrow ldmatrix: 4 ldmatrix.x2.trans of 'tile' in the loop over 'j' could be 2 ldmatrix.x4.trans
    // CHECK: note: address for ldmatrix.x4 in every second iteration of the loop over 'j': 'tile + 144*(threadIdx.x % 16) + 2*(8*j)' plus 'lane / 16 * 16'
    sum += a ^ b;
  }
  g[threadIdx.x] = sum;
}

// As libraries write it: a type that loads, and a copy over tiles. What is told is told
// of the instruction, with the call that leads there.
struct LoadN2 {
  static __device__ void copy(const void *from, unsigned &a, unsigned &b) {
    LOAD2(a, b, from);
    // CHECK: :[[@LINE-1]]:5: remark: narrow ldmatrix: 2 ldmatrix.x2 of 'tile' in the loop over 'n' could be one ldmatrix.x4
  }
};
template <typename Atom, int Tiles, typename Address>
__device__ void copyTiles(Address at, unsigned (&to)[2 * Tiles]) {
#pragma unroll
  for (int n = 0; n < Tiles; ++n)
    Atom::copy(at(n), to[2 * n], to[2 * n + 1]);
}
__global__ void byAtom(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 16;
  unsigned r[4];
  copyTiles<LoadN2, 2>([&](int n) { return &tile[row][8 * n]; }, r);
  g[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}

// Nothing to tell of: as wide as it can be.
__global__ void wide(unsigned *g) {
  __shared__ alignas(16) half tile[32][40];
  int lane = threadIdx.x % 32;
  unsigned a, b, c, d, e, f, h, i;
  LOAD4(a, b, c, d, &tile[lane][0]);
  LOAD4(e, f, h, i, &tile[lane][8]);
  g[threadIdx.x] = a + b + c + d + e + f + h + i;
}

// One alone.
__global__ void alone(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  unsigned a, b;
  LOAD2(a, b, &tile[threadIdx.x % 16][0]);
  g[threadIdx.x] = a + b;
}

// Stores, barriers and copies between them may change what is read.
__global__ void apart(unsigned *g) {
  __shared__ alignas(16) half tile[32][40];
  int row = threadIdx.x % 16;
  unsigned a, b, c, d, e, f;
  LOAD2(a, b, &tile[row][0]);
  __syncthreads();
  LOAD2(c, d, &tile[row][8]);
  tile[row][0] = tile[row][1];
  LOAD2(e, f, &tile[row][16]);
  g[threadIdx.x] = a + b + c + d + e + f;
}

// Each iteration waits.
__global__ void waiting(unsigned *g) {
  __shared__ alignas(16) half tile[16][72];
  int row = threadIdx.x % 16;
  unsigned sum = 0;
  for (int j = 0; j < 4; ++j) {
    unsigned a, b;
    LOAD2(a, b, &tile[row][8 * j]);
    sum += a ^ b;
    __syncthreads();
  }
  g[threadIdx.x] = sum;
}

// How often it runs is not known: it may be once.
__global__ void unknownLength(unsigned *g, int n) {
  __shared__ alignas(16) half tile[16][72];
  int row = threadIdx.x % 16;
  unsigned sum = 0;
  for (int j = 0; j < n; ++j) {
    unsigned a, b;
    LOAD2(a, b, &tile[row][8 * j]);
    sum += a ^ b;
  }
  g[threadIdx.x] = sum;
}

// One is transposed, the other not.
__global__ void unlike(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 16;
  unsigned a, b, c, d;
  LOAD2(a, b, &tile[row][0]);
  LOAD2T(c, d, &tile[row][8]);
  g[threadIdx.x] = a + b + c + d;
}

// Two arrays, and a swizzle: no one distance in all lanes.
__global__ void noDistance(unsigned *g) {
  __shared__ alignas(16) half left[16][40], right[16][40], tile[16][64];
  int row = threadIdx.x % 16;
  unsigned a, b, c, d, e, f, h, i;
  LOAD2(a, b, &left[row][0]);
  LOAD2(c, d, &right[row][0]);
  LOAD2(e, f, &tile[row][(0 ^ row % 8) * 8]);
  LOAD2(h, i, &tile[row][(1 ^ row % 8) * 8]);
  g[threadIdx.x] = a + b + c + d + e + f + h + i;
}

// The same matrix twice is not two matrices.
__global__ void again(unsigned *g) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 16;
  unsigned a, b, c, d;
  LOAD2(a, b, &tile[row][0]);
  LOAD2(c, d, &tile[row][0]);
  g[threadIdx.x] = a + b + c + d;
}

// Under conditions of their own.
__global__ void conditions(unsigned *g, int n, int m) {
  __shared__ alignas(16) half tile[16][40];
  int row = threadIdx.x % 16;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (n > 3)
    LOAD2(a, b, &tile[row][0]);
  if (m > 3)
    LOAD2(c, d, &tile[row][8]);
  g[threadIdx.x] = a + b + c + d;
}

void run(unsigned *g) {
  twoOfX2<<<1, 128>>>(g);
  idleLanes<<<1, 128>>>(g);
  fourOfX1<<<1, 128>>>(g);
  threeOfX1<<<1, 128>>>(g);
  oddDistances<<<1, 128>>>(g);
  inLoop<<<1, 128>>>(g);
  byAtom<<<1, 128>>>(g);
  wide<<<1, 128>>>(g);
}
