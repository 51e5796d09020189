// Addresses of elements, and indices that are put together from two places.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: %without_checks %s > %t/padded.cu && %warplint --fail-on=never --fix --fix-style=pad %t/padded.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/padded.cu
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu
// RUN: cp %t/padded.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=pad %t/again.cu %stub
// RUN: cmp %t/padded.cu %t/again.cu

#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x)))

// The vector's number goes into the brackets: 4 elements for each.
__global__ void behindCast(const float4 *in, float *out) {
  __shared__ float a[32][32];
  // PAD: float a[32][36];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(&a[t / 8][0])[t % 8] = in[t];
  // CHECK: reinterpret_cast<float4 *>(&a[t / 8][(4 * (t % 8)) ^ ((t / 8) & 0x1c)])[0] = in[t];
  // PAD: reinterpret_cast<float4 *>(&a[t / 8][0])[t % 8] = in[t];
  __syncthreads();
  out[t] = a[t % 32][t / 32];
}
__global__ void behindMacro(const float4 *in, float *out) {
  __shared__ float b[32][32];
  // PAD: float b[32][36];
  int t = threadIdx.x;
  FLOAT4(b[t / 8][0])[t % 8] = in[t];
  // CHECK: FLOAT4(b[t / 8][(4 * (t % 8)) ^ ((t / 8) & 0x1c)])[0] = in[t];
  __syncthreads();
  out[t] = b[t % 32][t / 32];
}
__global__ void rowOfVectors(const float4 *in, float *out) {
  __shared__ float c[32][32];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(c[t / 8])[t % 8] = in[t];
  // CHECK: reinterpret_cast<float4 *>(&c[t / 8][(4 * (t % 8)) ^ ((t / 8) & 0x1c)])[0] = in[t];
  __syncthreads();
  out[t] = c[t % 32][t / 32];
}

// A pointer to a row, that stays where it is.
__global__ void row(const float *in, float *out) {
  __shared__ float d[32][32];
  // PAD: float d[32][33];
  int y = threadIdx.y;
  float *mine = d[y];
  // CHECK: float *mine = d[y];
  mine[threadIdx.x] = in[y * 32 + threadIdx.x];
  // CHECK: {{^}}  mine[threadIdx.x ^ y] = in[
  // PAD: mine[threadIdx.x] = in[
  __syncthreads();
  // Behind an XOR, one to an element would point elsewhere.
  const float *column = &d[threadIdx.x][y];
  // CHECK-NOT: *column
  out[y * 32 + threadIdx.x] = *column;
  // CHECK: = d[threadIdx.x][y ^ threadIdx.x];
}

// In a loop, whose counter changes where the pointer is not.
__global__ void rows(const float *in, float *out) {
  __shared__ float e[32][32];
  for (int k = 0; k < 32; k += 8) {
    float *mine = &e[k + threadIdx.y][0];
    *(mine + threadIdx.x) = in[k * 32 + threadIdx.x];
    // CHECK: float *mine = &e[k + threadIdx.y][0];
    // CHECK-NEXT: *(mine + (threadIdx.x ^ (k + threadIdx.y))) = in[
  }
  __syncthreads();
  for (int k = 0; k < 32; k += 8)
    out[k * 32 + threadIdx.x] = e[threadIdx.x][k + threadIdx.y];
  // CHECK: = e[threadIdx.x][(k + threadIdx.y) ^ threadIdx.x];
}

// Parts of one array, by offset: the layout is that of all of it, and begins anew
// behind 32 rows. The pointer stays.
extern __shared__ float carved[];
__global__ void parts(const float *in, float *out) {
  float *first = carved, *second = carved + 1024;
  int t = threadIdx.x, y = threadIdx.y;
  first[y * 32 + t] = in[y * 32 + t];
  second[y * 32 + t] = in[y * 32 + t + 1024];
  // CHECK: second[y * 32 + (t ^ (y & 31))] = in[y * 32 + t + 1024];
  __syncthreads();
  out[y * 32 + t] = first[t * 32 + y] + second[t * 32 + y];
  // CHECK: = first[t * 32 + (y ^ (t & 31))] + second[t * 32 + (y ^ (t & 31))];
}

// Where rows grow, it moves on with them: 32 of 33.
__global__ void halves(const float *in, float *out) {
  __shared__ float j[2048];
  // PAD: float j[2112];
  float *second = j + 1024;
  // CHECK: float *second = j + 1024;
  // PAD: float *second = j + 1056;
  int t = threadIdx.x, y = threadIdx.y;
  j[y * 32 + t] = in[y * 32 + t];
  second[y * 32 + t] = in[y * 32 + t + 1024];
  // CHECK: second[y * 32 + (t ^ (y & 31))] = in
  // PAD: second[y * 33 + t] = in
  __syncthreads();
  out[y * 32 + t] = j[t * 32 + y] + second[t * 32 + y] + *second;
  // CHECK: + second[t * 32 + (y ^ (t & 31))] + *second;
  // PAD: + second[t * 33 + y] + *second;
}

// Any multiple of what the layout repeats with will do.
__global__ void stages(const float *in, float *out) {
  __shared__ float l[2048];
  int t = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 8; ++k) {
    float *now = &l[(k % 2) * 1024];
    now[y << 5 | t] = in[y * 32 + t + 1024 * k];
    // CHECK: float *now = &l[(k % 2) * 1024];
    // CHECK-NEXT: now[lIndex(y << 5 | t)] = in
    __syncthreads();
    out[y * 32 + t] = *(now + (t << 5 | y));
    // CHECK: *(now + lIndex(t << 5 | y));
  }
}

// 16 rows on, the XOR is another: that element is one of the array.
__global__ void inside(const float *in, float *out) {
  __shared__ float m[1024];
  float *half = m + 512;
  int t = threadIdx.x, y = threadIdx.y;
  m[y * 32 + t] = in[y * 32 + t];
  __syncthreads();
  out[y * 32 + t] = m[t * 32 + y] + half[y * 16 + t % 16];
  // CHECK: m[mIndex(t * 32 + y)] + m[mIndex(512 + (y * 16 + t % 16))];
}

// The macro is about this array alone: its body changes.
#define CELL(r, c) g[r][c]
// CHECK: #define CELL(r, c) g[r][(c) ^ (r)]
// PAD: #define CELL(r, c) g[r][c]
__global__ void inBody(const float *in, float *out) {
  __shared__ float g[32][32];
  // PAD: float g[32][33];
  CELL(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: CELL(threadIdx.y, threadIdx.x) = in
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = CELL(threadIdx.x, threadIdx.y);
}

// Padding does not care how an element is found.
#define AT(array, r, c) array[r][c]
__global__ void indexedByMacro(const float *in, float *out) {
  __shared__ float h[32][32];
  // CHECK: float h[32][32];
  // PAD: float h[32][33];
  AT(h, threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = h[threadIdx.x][threadIdx.y];
}

// An index with a side effect is written once: the array is taken as one row.
__global__ void counted(const float *in, float *out) {
  __shared__ float i[32][32];
  int r = threadIdx.y;
  i[r++][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: (&i[0][0])[iIndex((r++) * 32 + threadIdx.x)] = in
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x + r] = i[threadIdx.x][threadIdx.y];
}

void run(const float *in, float *out) {
  dim3 block(32, 32);
  behindCast<<<1, 256>>>((const float4 *)in, out);
  behindMacro<<<1, 256>>>((const float4 *)in, out);
  rowOfVectors<<<1, 256>>>((const float4 *)in, out);
  row<<<1, block>>>(in, out);
  rows<<<1, dim3(32, 8)>>>(in, out);
  parts<<<1, block, 8192>>>(in, out);
  halves<<<1, block>>>(in, out);
  stages<<<1, block>>>(in, out);
  inside<<<1, block>>>(in, out);
  inBody<<<1, block>>>(in, out);
  indexedByMacro<<<1, block>>>(in, out);
  counted<<<1, block>>>(in, out);
}
