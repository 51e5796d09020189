// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// What device code takes from PyTorch's headers, which are not there.

// REMEDY: worked around names of PyTorch's headers in device code

#include <ATen/ATen.h>
#include <torch/types.h>

using at::Half;
using namespace torch;

// A row of 64 halves fills the banks once: column t * 64 is in one bank.
__global__ void columns(Half *out) {
  __shared__ Half tile[32][64];
  out[threadIdx.x] = tile[threadIdx.x][0] + 1.f;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict: this 16-bit load takes 32 wavefronts
}

// An accessor leads to global memory alone.
__global__ void through(
    const PackedTensorAccessor32<float, 2, RestrictPtrTraits> in,
    PackedTensorAccessor32<float, 2, RestrictPtrTraits> out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  tile[y][x] = in[y][x];
  __syncthreads();
  if (x < out.size(1))
    out[y][x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts
}

// The state of random numbers is a parameter, and the limits are those of float.
__global__ void drop(float *out, at::PhiloxCudaState state) {
  __shared__ float kept[512];
  auto seeds = at::cuda::philox::unpack(state);
  bool isKept = std::get<0>(seeds) + std::get<1>(seeds) > 7;
  float lowest = -at::numeric_limits<float>::max();
  out[threadIdx.x] = isKept ? kept[4 * (threadIdx.x % 32)] : lowest;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
}

template <class T>
__global__ void __launch_bounds__(32 * C10_WARP_SIZE) sum(T *out) {
  __shared__ at::acc_type<T, true> sums[64];
  out[threadIdx.x] = sums[2 * (threadIdx.x % 32)];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: {{.*}}2-way bank conflict: this 32-bit load takes 2 wavefronts
}
template __global__ void sum<c10::BFloat16>(c10::BFloat16 *);

// The findings come in the order of the source, the remark about the file last.
// CHECK: :9:10: remark: results may be incomplete: 'ATen/ATen.h' and 'torch/types.h' were not found

// Where every compiler looks they are.
// UNSUPPORTED: torch-headers
