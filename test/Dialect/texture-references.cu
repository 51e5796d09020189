// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// What a texture gives comes from memory.

// REMEDY: worked around texture references, removed in CUDA 12

texture<float, 1, cudaReadModeElementType> line;
texture<float4, 2> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> scaled;

__global__ void k(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = tex1Dfetch(line, threadIdx.x) + tex2D(plane, 1.f, 2.f).x;
  float4 v = tex2D(scaled, 1.f, 2.f);
  p[threadIdx.x] = s[2 * threadIdx.x] + v.x;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

void run(float *p) {
  cudaBindTexture(0, line, p, 4);
  cudaBindTexture(nullptr, &line, p, 4);
  k<<<1, 32>>>(p);
  cudaUnbindTexture(line);
}
