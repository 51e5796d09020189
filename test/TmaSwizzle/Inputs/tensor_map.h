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

/// A descriptor of wgmma for rows of 128 bytes, 8 of which are 1024 bytes on; \p Layout
/// is 1, 2 or 3 for a swizzle of 128, 64 or 32 bytes, 0 for none (PTX ISA, "Matrix
/// Descriptor": bits 62 and 63).
template <unsigned Layout> __device__ inline uint64_t describe(const void *p) {
  uint64_t d = (uint64_t)((addressOf(p) & 0x3ffff) >> 4);
  d |= (uint64_t)(16 >> 4) << 16;
  d |= (uint64_t)(1024 >> 4) << 32;
  return d | (uint64_t)Layout << 62;
}
#define MULTIPLY(d, a, b)                                                                 \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, " \
               "1, 1, 1, 0, 0;"                                                           \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
