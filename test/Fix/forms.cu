// Every way to write an index: each changes, and nothing else does.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cp %s %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do, if something to say: a vector's words
// stay together, so that eight vectors at a time can be in different banks, and
// a column of single words still takes 4 wavefronts.
// RUN: cp %t/fixed.cu %t/again.cu && not %warplint --fix %t/again.cu %stub | FileCheck %s --check-prefix=AGAIN
// RUN: cmp %t/fixed.cu %t/again.cu
// AGAIN: note: no layout of 'v' costs less than 64 wavefronts a block: that is proven
// AGAIN: note: no layout of 'w' costs less than 64 wavefronts a block: that is proven

#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define OFFSET(r, c) ((r) * 32 + (c))

// A flat array, with an index and as a sum of pointers.
__global__ void flat(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[OFFSET(y, x)] = in[32 * y + x];
  // CHECK: {{^}}  s[{{.*}}OFFSET(y, x){{.*}}] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = *(s + x * 32 + y);
  // CHECK: out[32 * y + x] = *(s + ({{.*}}x * 32 + y{{.*}}));
}

// 16-byte vectors through a macro: the swizzle keeps them whole.
__global__ void vectors(const float *in, float *out) {
  __shared__ float v[1024];
  int t = threadIdx.x;
  FLOAT4(v[4 * t]) = FLOAT4(const_cast<float &>(in[4 * t]));
  // CHECK: FLOAT4(v[{{.*}}4 * t{{.*}}]) = FLOAT4(const_cast<float &>(in[4 * t]));
  __syncthreads();
  out[t] = v[(t % 32) * 32 + t / 32];
  // CHECK: out[t] = v[{{.*}}(t % 32) * 32 + t / 32{{.*}}];
}

// The array seen as vectors.
__global__ void view(const float *in, float *out) {
  __shared__ float w[1024];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(w)[t] = reinterpret_cast<const float4 *>(in)[t];
  // CHECK: reinterpret_cast<float4 *>(w)[{{.*}}^{{.*}}] = reinterpret_cast<const float4 *>(in)[t];
  __syncthreads();
  out[t] = w[(t % 32) * 32 + t / 32];
  // CHECK: out[t] = w[{{.*}}^{{.*}}];
}

// Three extents: the row's number is made of two of them.
__global__ void cube(const float *in, float *out) {
  __shared__ float cubes[4][8][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int z = 0; z < 8; ++z)
    cubes[y][z][x] = in[256 * y + 32 * z + x];
  // CHECK: cubes[y][z][x ^ {{.*}}] = in[256 * y + 32 * z + x];
  __syncthreads();
  out[32 * y + x] = cubes[x / 8][x % 8][y];
  // CHECK: out[32 * y + x] = cubes[x / 8][x % 8][y ^ {{.*}}];
}

// A row length that is no power of two.
__global__ void narrow(const float *in, float *out) {
  __shared__ float tile[8][24];
  int t = threadIdx.x;
  tile[t / 24][t % 24] = in[t];
  // CHECK: tile[t / 24][(t % 24) ^ unsigned(t / 24)] = in[t];
  __syncthreads();
  out[t] = tile[t % 8][t / 8];
  // CHECK: out[t] = tile[t % 8][(t / 8) ^ unsigned(t % 8)];
}

// A lambda, and a local reference to the array.
__global__ void lambda(const float *in, float *out) {
  __shared__ float tile[32][32];
  auto put = [&](int r, int c, float v) { tile[r][c] = v; };
  // CHECK: { tile[r][c ^ unsigned(r)] = v; };
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
  // CHECK: dynamic[{{.*}}^{{.*}}] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = dynamic[x * 32 + y];
  // CHECK: = dynamic[{{.*}}^{{.*}}];
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
