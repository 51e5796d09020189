// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --fail-on=never %t/fixed.cu -- -std=c++17 -arch=sm_90 | FileCheck %s --check-prefix=HELP
// RUN: %warplint --fail-on=never --fix %t/fixed.cu -- -std=c++17 -arch=sm_90
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// A library copies rows of 64 floats at once: they can be moved apart, but not be
// permuted. The columns are 32-way (stride of 64 words); rows of 65 words put lane l
// into bank l. What is suggested is what is written.
// HELP: help: suggested layout: padding of 1 after every 64 elements, 'tile[32][65]'
// HELP-NOT: XOR

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void gather(const float *in, float *out) {
  __shared__ float tile[32][64];
  // CHECK: __shared__ float tile[32][65];
  auto block = cg::this_thread_block();
  for (int r = 0; r < 32; ++r)
    cg::memcpy_async(block, &tile[r][0], in + r * 64, 256);
  // CHECK: cg::memcpy_async(block, &tile[r][0], in + r * 64, 256);
  cg::wait(block);
  for (int c = threadIdx.x / 32; c < 64; c += 8)
    out[threadIdx.x % 32 * 64 + c] = tile[threadIdx.x % 32][c];
}
void run(const float *in, float *out) { gather<<<1, 256>>>(in, out); }
