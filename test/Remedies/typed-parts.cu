// Arrays of floats in memory that is declared as bytes: pointers to parts stay where
// the layout begins anew behind them, and indices count floats.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu

// 32 warps read a column of 32 floats, which lie in one bank; float c of row r in
// bank c ^ r is read in 1 wavefront. Both parts together have 64 rows: r & 31.
__global__ void sum(float *out, const float *in) {
  extern __shared__ unsigned char raw[];
  float *tile = reinterpret_cast<float *>(raw);
  float *part = tile + 32 * 32;
  tile[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  part[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * 32 + threadIdx.y] +
                                        part[threadIdx.x * 32 + threadIdx.y];
}
// CHECK-LABEL: void sum
// CHECK: float *tile = reinterpret_cast<float *>(raw);
// CHECK-NEXT: float *part = tile + 32 * 32;
// CHECK-NEXT: tile[threadIdx.y * 32 + (threadIdx.x ^ (threadIdx.y & 31))] = in
// CHECK-NEXT: part[threadIdx.y * 32 + (threadIdx.x ^ (threadIdx.y & 31))] = 1;
// CHECK: tile[threadIdx.x * 32 + (threadIdx.y ^ (threadIdx.x & 31))] +
// CHECK-NEXT: part[threadIdx.x * 32 + (threadIdx.y ^ (threadIdx.x & 31))];

// The cast behind the offset, which counts bytes.
__global__ void offset(float *out, const float *in) {
  extern __shared__ unsigned char bytes[];
  float *part = reinterpret_cast<float *>(bytes + 4096);
  part[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = part[threadIdx.x * 32 + threadIdx.y];
}
// CHECK-LABEL: void offset
// CHECK: float *part = reinterpret_cast<float *>(bytes + 4096);
// CHECK-NEXT: part[threadIdx.y * 32 + (threadIdx.x ^ (threadIdx.y & 31))] = in
// CHECK: = part[threadIdx.x * 32 + (threadIdx.y ^ (threadIdx.x & 31))];

// Behind the cast, without a name of its own.
__global__ void behind(float *out, const float *in) {
  extern __shared__ unsigned char memory[];
  float *part = (float *)memory + 1024;
  part[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = part[threadIdx.x * 32 + threadIdx.y];
}
// CHECK-LABEL: void behind
// CHECK: float *part = (float *)memory + 1024;
// CHECK-NEXT: part[threadIdx.y * 32 + (threadIdx.x ^ (threadIdx.y & 31))] = in

// No layout begins anew behind 33 floats: the part is named by its whole.
__global__ void odd(float *out, const float *in) {
  extern __shared__ unsigned char all[];
  float *whole = reinterpret_cast<float *>(all);
  float *part = whole + 33;
  part[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = part[threadIdx.x * 32 + threadIdx.y];
}
// CHECK-LABEL: void odd
// CHECK-NOT: float *part
// CHECK: whole[{{.*}}33 + {{.*}}] = in

void run(float *o, const float *i) {
  sum<<<1, dim3(32, 32), 8192>>>(o, i);
  offset<<<1, dim3(32, 32), 8192>>>(o, i);
  behind<<<1, dim3(32, 32), 8192>>>(o, i);
  odd<<<1, dim3(32, 32), 8192>>>(o, i);
}
