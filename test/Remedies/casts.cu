// Arrays of words that are seen as vectors: the number of a vector changes, and
// each stays whole.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

// Row t has 8 vectors, all in the banks of row 0: vector c goes to c ^ (t & 7).
__global__ void flat(uint4 *out, const uint4 *in) {
  __shared__ __align__(16) unsigned a[32 * 32];
  for (int i = threadIdx.x; i < 256; i += 32)
    reinterpret_cast<uint4 *>(a)[i] = in[i];
  // CHECK: reinterpret_cast<uint4 *>(a)[{{.*}}i {{.*}}>> 3) & 7)] = in[i];
  __syncthreads();
  uint4 *v = reinterpret_cast<uint4 *>(a);
  // CHECK: uint4 *v = reinterpret_cast<uint4 *>(a);
  for (int c = 0; c < 8; ++c)
    out[c * 32 + threadIdx.x] = v[threadIdx.x * 8 + c];
  // CHECK: = v[threadIdx.x * 8 + (c ^ (threadIdx.x & 7))];
}

// The same of an array of rows, as one row of vectors and by elements.
__global__ void rows(uint4 *out, const uint4 *in) {
  __shared__ __align__(16) unsigned b[32][32];
  for (int i = threadIdx.x; i < 256; i += 32)
    reinterpret_cast<uint4 *>(b)[i] = in[i];
  // CHECK: reinterpret_cast<uint4 *>(b)[{{.*}}i {{.*}}>> 3) & 7)] = in[i];
  __syncthreads();
  for (int c = 0; c < 8; ++c)
    out[c * 32 + threadIdx.x] =
        *reinterpret_cast<uint4 *>(&b[threadIdx.x][c * 4]);
  // CHECK: *reinterpret_cast<uint4 *>(&b[threadIdx.x][(c * 4) ^ ((threadIdx.x & 7) << 2)]);
}
__global__ void first(uint4 *out, const uint4 *in) {
  __shared__ __align__(16) unsigned d[32][32];
  uint4 *v = (uint4 *)&d[0][0];
  // CHECK: uint4 *v = (uint4 *)&d[0][0];
  for (int i = threadIdx.x; i < 256; i += 32)
    v[i] = in[i];
  // CHECK: v[{{.*}}i {{.*}}>> 3) & 7)] = in[i];
  __syncthreads();
  for (int c = 0; c < 8; ++c)
    out[c * 32 + threadIdx.x] = v[threadIdx.x * 8 + c];
  // CHECK: = v[threadIdx.x * 8 + (c ^ (threadIdx.x & 7))];
}

void run(uint4 *out, const uint4 *in) {
  flat<<<1, 32>>>(out, in);
  rows<<<1, 32>>>(out, in);
  first<<<1, 32>>>(out, in);
}
