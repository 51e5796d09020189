// Every way to write an index: each changes, and nothing else does. (A loop
// would be padded by --fix-style=auto.)
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do, if something to say: a vector's words
// stay together, so that eight vectors at a time can be in different banks, and
// a column of single words still takes 4 wavefronts.
// RUN: cp %t/fixed.cu %t/again.cu && not %warplint --fix --fix-style=expression %t/again.cu %stub | FileCheck %s --check-prefix=AGAIN
// RUN: cmp %t/fixed.cu %t/again.cu
// AGAIN: note: no layout of 'v' needs fewer than 64 wavefronts per block (proven)
// AGAIN: note: no layout of 'w' needs fewer than 64 wavefronts per block (proven)

#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define OFFSET(r, c) ((r) * 32 + (c))

// A flat array, with an index and as a sum of pointers.
__global__ void flat(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[OFFSET(y, x)] = in[32 * y + x];
  // CHECK: {{^}}  s[OFFSET(y, x ^ y)] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = *(s + x * 32 + y);
  // CHECK: out[32 * y + x] = *(s + x * 32 + (y ^ x));
}

// 16-byte vectors through a macro: the swizzle keeps them whole. A vector's
// index says nothing of rows, so that a function has it.
// CHECK: {{^}}__device__ inline unsigned vIndex(unsigned i) { return i ^ ((i >> 3) & 0x1c); }
__global__ void vectors(const float *in, float *out) {
  __shared__ float v[1024];
  int t = threadIdx.x;
  FLOAT4(v[4 * t]) = FLOAT4(const_cast<float &>(in[4 * t]));
  // CHECK: FLOAT4(v[vIndex(4 * t)]) = FLOAT4(const_cast<float &>(in[4 * t]));
  __syncthreads();
  out[t] = v[(t % 32) * 32 + t / 32];
  // CHECK: out[t] = v[vIndex((t % 32) * 32 + t / 32)];
}

// The array seen as vectors.
__global__ void view(const float *in, float *out) {
  __shared__ float w[1024];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(w)[t] = reinterpret_cast<const float4 *>(in)[t];
  // CHECK: reinterpret_cast<float4 *>(w)[t ^ ((t >> 3) & 7)] = reinterpret_cast<const float4 *>(in)[t];
  __syncthreads();
  out[t] = w[(t % 32) * 32 + t / 32];
  // CHECK: out[t] = w[(t % 32) * 32 + ((t / 32) ^ (((t % 32) & 7) << 2))];
}

// Three extents: the row's number is made of two of them.
__global__ void cube(const float *in, float *out) {
  __shared__ float cubes[4][8][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int z = 0; z < 8; ++z)
    cubes[y][z][x] = in[256 * y + 32 * z + x];
  // CHECK: cubes[y][z][x ^ (y * 8 + z)] = in[256 * y + 32 * z + x];
  __syncthreads();
  out[32 * y + x] = cubes[x / 8][x % 8][y];
  // CHECK: out[32 * y + x] = cubes[x / 8][x % 8][y ^ ((x / 8) * 8 + (x % 8))];
}

// A row length that is no power of two.
__global__ void narrow(const float *in, float *out) {
  __shared__ float tile[8][24];
  int t = threadIdx.x;
  tile[t / 24][t % 24] = in[t];
  // CHECK: tile[t / 24][(t % 24) ^ (t / 24)] = in[t];
  __syncthreads();
  out[t] = tile[t % 8][t / 8];
  // CHECK: out[t] = tile[t % 8][(t / 8) ^ (t % 8)];
}

// A lambda, and a local reference to the array.
__global__ void lambda(const float *in, float *out) {
  __shared__ float tile[32][32];
  auto put = [&](int r, int c, float v) { tile[r][c] = v; };
  // CHECK: { tile[r][c ^ r] = v; };
  put(threadIdx.y, threadIdx.x, in[threadIdx.y * 32 + threadIdx.x]);
  __syncthreads();
  float(&same)[32][32] = tile;
  out[threadIdx.y * 32 + threadIdx.x] = same[threadIdx.x][threadIdx.y];
  // CHECK: = same[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// The launch gives the size.
extern __shared__ float dynamic[];
__global__ void launched(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  dynamic[y * 32 + x] = in[y * 32 + x];
  // CHECK: dynamic[y * 32 + (x ^ y)] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = dynamic[x * 32 + y];
  // CHECK: = dynamic[x * 32 + (y ^ x)];
}

void run(const float *in, float *out) {
  flat<<<1, dim3(32, 32)>>>(in, out);
  vectors<<<1, 256>>>(in, out);
  view<<<1, 256>>>(in, out);
  cube<<<1, dim3(32, 4)>>>(in, out);
  narrow<<<1, 192>>>(in, out);
  lambda<<<1, dim3(32, 32)>>>(in, out);
  launched<<<1, dim3(32, 32), 4096>>>(in, out);
}
