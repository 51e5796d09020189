//===- tensor_map.h - The driver's tensor maps, and PTX that uses them --------===//
//
// The names of cuda.h that warplint-tma-swizzle reads, with the values of cuda.h, and
// the inline PTX of hand-written kernels.
//
//===----------------------------------------------------------------------===//

#define __grid_constant__ __attribute__((grid_constant))

enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
};
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B };
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
};
enum CUtensorMapL2promotion { CU_TENSOR_MAP_L2_PROMOTION_NONE };
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE };
struct alignas(64) CUtensorMap { uint64_t opaque[16]; };

extern "C" int cuTensorMapEncodeTiled(CUtensorMap *, CUtensorMapDataType, uint32_t rank, void *,
                                      const uint64_t *lengths, const uint64_t *strides,
                                      const uint32_t *box, const uint32_t *elementStrides,
                                      CUtensorMapInterleave, CUtensorMapSwizzle,
                                      CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
using PFN_cuTensorMapEncodeTiled = decltype(&cuTensorMapEncodeTiled);
PFN_cuTensorMapEncodeTiled entryPoint();

/// A map of a matrix of Columns x Rows elements, in boxes of the same size.
template <int Columns, int Rows>
void encode(CUtensorMap *map, void *data, CUtensorMapDataType type, CUtensorMapSwizzle swizzle) {
  uint64_t lengths[] = {Columns, Rows}, strides[] = {1024};
  uint32_t box[] = {Columns, Rows}, steps[] = {1, 1};
  cuTensorMapEncodeTiled(map, type, 2, data, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static __device__ inline unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// At the caller's line.
#define FILL(tile, map, done)                                                             \
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"                           \
               ".mbarrier::complete_tx::bytes [%0], [%1, {%3, %3}], [%2];"                \
               :: "r"(addressOf(tile)), "l"(map), "r"(addressOf(&done)), "r"(0) : "memory")
#define EMPTY(map, tile)                                                                  \
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %2}], [%1];" \
               :: "l"(map), "r"(addressOf(tile)), "r"(0) : "memory")
