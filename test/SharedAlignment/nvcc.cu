// REQUIRES: nvcc
// RUN: %nvcc -arch=sm_80 -ptx -o %t.before.ptx %s
// RUN: FileCheck %s --check-prefix=BEFORE --input-file=%t.before.ptx
// RUN: sed 's|^ *// .*||' %s > %t.cu
// RUN: %warplint --no-cache --fix %t.cu -- -std=c++17 --cuda-path=%cuda_path > %t.log 2>&1
// RUN: %nvcc -arch=sm_80 -ptx -o %t.after.ptx %t.cu
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t.after.ptx
// RUN: %warplint --no-cache %t.cu -- -std=c++17 --cuda-path=%cuda_path | count 0
//
// What nvcc makes of a declaration is the alignment that it has, and 16 for arrays of
// dynamic size: that is why these are not told of.

extern __shared__ char dynamic[];

__global__ void kernel(float4 *g) {
  __shared__ int flag;
  __shared__ float s[256];
  static __shared__ float r[256];
  int t = threadIdx.x;
  flag = t, s[t] = r[t] = t, dynamic[t] = t;
  __syncthreads();
  g[t] = *(float4 *)&s[4 * t];
  g[t + 64] = *(float4 *)&r[4 * t];
  g[t + 128] = *(float4 *)&dynamic[16 * t];
  g[0].x = flag;
}
// BEFORE: .extern .shared .align 16 .b8 dynamic[];
// BEFORE: .shared .align 4 .b8 {{.*}}1s[1024];
// BEFORE: .shared .align 4 .b8 {{.*}}1r[1024];
// AFTER: .extern .shared .align 16 .b8 dynamic[];
// AFTER: .shared .align 16 .b8 {{.*}}1s[1024];
// AFTER: .shared .align 16 .b8 {{.*}}1r[1024];
