// REQUIRES: cuda-toolkit
// RUN: not %warplint --sort=source --verbose --arch=sm_90a --checks='-*,warplint-tma-swizzle' %s | %check %s
//
// The wrappers of the toolkit's headers: cuda::device::experimental, which the programming
// guide uses, and cuda::ptx; and the driver's function by its entry point.

#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cudaTypedefs.h>

namespace cde = cuda::device::experimental;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

static PFN_cuTensorMapEncodeTiled_v12000 entryPoint() {
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault,
                                   &result);
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(entry);
}

// 8 x 8 chunks of 16 bytes, turned through two tiles.
template <bool IsRight>
__global__ void transposed(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) int4 tile[8][8];
  __shared__ alignas(1024) int4 back[8][8];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 0, 0, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int j = threadIdx.x; j < 8; j += blockDim.x)
    for (int i = 0; i < 8; ++i) {
      const int from = IsRight ? i ^ j : j, to = IsRight ? j ^ i : i;
      back[j][to] = tile[i][from];
      // CHECK: :[[@LINE-1]]:7: warning: this 128-bit store of 'back' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
      // CHECK: note: in instantiation 'transposed<false>'
      // CHECK: :[[@LINE-3]]:21: warning: this 128-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
      // CHECK: note: in instantiation 'transposed<false>'
    }
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, 0, 0, &back);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

// cuda::ptx, and a barrier that is a number.
__global__ void columns(const __grid_constant__ CUtensorMap map, int4 *g) {
  __shared__ alignas(1024) int4 tile[8][8];
  __shared__ uint64_t done;
  if (threadIdx.x == 0) {
    cuda::ptx::mbarrier_init(&done, 1);
    const int32_t at[2] = {0, 0};
    cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, &tile,
                                    &map, at, &done);
    cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                         cuda::ptx::space_shared, &done, sizeof tile);
  }
  __syncthreads();
  while (!cuda::ptx::mbarrier_try_wait_parity(&done, 0))
    ;
  for (int k = 0; k < 8; ++k)
    g[8 * threadIdx.x + k] = tile[threadIdx.x % 8][k];
  // CHECK: :[[@LINE-1]]:30: warning: this 128-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
}

void run(void *in, int4 *g) {
  CUtensorMap map{};
  constexpr uint32_t rank = 2;
  uint64_t size[rank] = {32, 8};
  uint64_t stride[rank - 1] = {32 * sizeof(int)};
  uint32_t box[rank] = {32, 8};
  uint32_t elementStride[rank] = {1, 1};
  auto encode = entryPoint();
  CUresult result =
      encode(&map, CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_INT32, rank, in, size, stride, box,
             elementStride, CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
             CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
             CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    return;
  transposed<true><<<1, 8>>>(map);
  transposed<false><<<1, 8>>>(map);
  columns<<<1, 32>>>(map, g);
}
