// Dynamic memory beyond 48 KB: rows may grow as far as the GPU has memory for a block, if
// what raises the kernel's limit grows with them.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --fix --fix-style=pad --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: not %warplint --verbose --fix-style=pad %s %stub | FileCheck %s --check-prefix=WHY

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
template <class T> int cudaFuncSetAttribute(T *f, cudaFuncAttribute a, int v);

// 64 KB: a column takes 32 wavefronts, in rows of 68 words its vectors take 4.
struct Tiles {
  float a[256][64];
};
__global__ void structure(const float *in, float *out) {
  extern __shared__ char raw[];
  Tiles &s = *reinterpret_cast<Tiles *>(raw);
  const int t = threadIdx.x;
  for (int i = t; i < 256 * 64; i += 256)
    s.a[i / 64][i % 64] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += s.a[t][k];
  out[t] = sum;
}
// CHECK: struct Tiles {
// CHECK-NEXT: float a[256][68];

// The limit is a number, which the structure would pass.
struct Fixed {
  float a[256][64];
};
__global__ void number(const float *in, float *out) {
  extern __shared__ char raw2[];
  Fixed &s = *reinterpret_cast<Fixed *>(raw2);
  const int t = threadIdx.x;
  for (int i = t; i < 256 * 64; i += 256)
    s.a[i / 64][i % 64] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += s.a[t][k];
  out[t] = sum;
}
// CHECK: struct Fixed {
// CHECK-NEXT: float a[256][64];
// WHY: note: cannot fix 's.a': padding of 4 after every 64 elements: the launch must pass 4096 more bytes; edit it by hand

// One variable has the size, for both.
__global__ void variable(const float *in, float *out) {
  extern __shared__ float f[];
  const int t = threadIdx.x;
  for (int i = t; i < 256 * 64; i += 256)
    f[(i / 64) * 64 + i % 64] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += f[t * 64 + k];
  out[t] = sum;
}
// CHECK: sum += f[t * 68 + k];

void run(const float *in, float *out) {
  cudaFuncSetAttribute(structure, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Tiles));
  structure<<<1, 256, sizeof(Tiles)>>>(in, out);
  cudaFuncSetAttribute(number, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  number<<<1, 256, sizeof(Fixed)>>>(in, out);
  const int bytes = 256 * 64 * sizeof(float);
  // CHECK: const int bytes = 256 * 68 * sizeof(float);
  cudaFuncSetAttribute(variable, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  variable<<<1, 256, bytes>>>(in, out);
}
