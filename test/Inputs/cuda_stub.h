//===- cuda_stub.h - CUDA's dialect without a CUDA toolkit -------*- C++
//-*-===//
//
// What the tests need of CUDA C++: enough for `clang -x cuda -nocudainc
// -nocudalib` to parse a file for the device and to emit its IR. Sizes and
// alignments of the vector types are those of the CUDA C++ Programming Guide
// ("Built-in Vector Types"); device functions end in the NVPTX builtins that
// Clang's own CUDA headers end in, so that the IR has the same shape.
//
// It counts as a system header, as CUDA's own headers do: what a user calls
// here is reported at the user's call.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_CUDA_STUB_H
#define WARPLINT_TEST_CUDA_STUB_H
#pragma clang system_header

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#ifndef __noinline__ // Clang spells the attribute so, too.
#define __noinline__ __attribute__((noinline))
#endif
#define __restrict__ __restrict

using size_t = decltype(sizeof(0));
using uint8_t = unsigned char;
using int32_t = int;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;

//===----------------------------------------------------------------------===//
// Vector types
//===----------------------------------------------------------------------===//

#define WARPLINT_VECTOR_TYPES(T, NAME, ALIGN2, ALIGN4)                         \
  struct NAME##1 { T x; };                                                     \
  struct __align__(ALIGN2) NAME##2 { T x, y; };                                \
  struct NAME##3 { T x, y, z; };                                               \
  struct __align__(ALIGN4) NAME##4 { T x, y, z, w; };                          \
  static __inline__ __host__ __device__ NAME##2 make_##NAME##2(T x, T y) {     \
    return {x, y};                                                             \
  }                                                                            \
  static __inline__ __host__ __device__ NAME##3 make_##NAME##3(T x, T y,       \
                                                               T z) {          \
    return {x, y, z};                                                          \
  }                                                                            \
  static __inline__ __host__ __device__ NAME##4 make_##NAME##4(T x, T y, T z,  \
                                                               T w) {          \
    return {x, y, z, w};                                                       \
  }

WARPLINT_VECTOR_TYPES(signed char, char, 2, 4)
WARPLINT_VECTOR_TYPES(unsigned char, uchar, 2, 4)
WARPLINT_VECTOR_TYPES(short, short, 4, 8)
WARPLINT_VECTOR_TYPES(unsigned short, ushort, 4, 8)
WARPLINT_VECTOR_TYPES(int, int, 8, 16)
WARPLINT_VECTOR_TYPES(unsigned int, uint, 8, 16)
WARPLINT_VECTOR_TYPES(long long, longlong, 16, 16)
WARPLINT_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
WARPLINT_VECTOR_TYPES(float, float, 8, 16)
WARPLINT_VECTOR_TYPES(double, double, 16, 16)
#undef WARPLINT_VECTOR_TYPES

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

struct __align__(2) __half {
  unsigned short bits;
};
using half = __half;
struct __align__(4) __half2 {
  __half x, y;
};
using half2 = __half2;

//===----------------------------------------------------------------------===//
// threadIdx, blockIdx, blockDim, gridDim, warpSize
//===----------------------------------------------------------------------===//

#include <__clang_cuda_builtin_vars.h>

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const {
  return {x, y, z};
}

//===----------------------------------------------------------------------===//
// Device functions
//===----------------------------------------------------------------------===//

// __syncthreads() is one of Clang's own builtins.
#define WARPLINT_DEVICE                                                        \
  static __inline__ __device__ __attribute__((always_inline))

WARPLINT_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu) {
  __nvvm_bar_warp_sync(mask);
}

WARPLINT_DEVICE int atomicAdd(int *p, int v) {
  return __nvvm_atom_add_gen_i(p, v);
}
WARPLINT_DEVICE unsigned int atomicAdd(unsigned int *p, unsigned int v) {
  return __nvvm_atom_add_gen_i((int *)p, v);
}
WARPLINT_DEVICE unsigned long long atomicAdd(unsigned long long *p,
                                             unsigned long long v) {
  return __nvvm_atom_add_gen_ll((long long *)p, v);
}
WARPLINT_DEVICE float atomicAdd(float *p, float v) {
  return __nvvm_atom_add_gen_f(p, v);
}
WARPLINT_DEVICE int atomicSub(int *p, int v) {
  return __nvvm_atom_add_gen_i(p, -v);
}
WARPLINT_DEVICE unsigned int atomicSub(unsigned int *p, unsigned int v) {
  return __nvvm_atom_add_gen_i((int *)p, 0u - v);
}
WARPLINT_DEVICE int atomicExch(int *p, int v) {
  return __nvvm_atom_xchg_gen_i(p, v);
}
WARPLINT_DEVICE unsigned int atomicExch(unsigned int *p, unsigned int v) {
  return __nvvm_atom_xchg_gen_i((int *)p, v);
}
WARPLINT_DEVICE int atomicCAS(int *p, int expected, int v) {
  return __nvvm_atom_cas_gen_i(p, expected, v);
}
WARPLINT_DEVICE unsigned int atomicCAS(unsigned int *p, unsigned int expected,
                                       unsigned int v) {
  return __nvvm_atom_cas_gen_i((int *)p, expected, v);
}
WARPLINT_DEVICE int atomicMin(int *p, int v) {
  return __nvvm_atom_min_gen_i(p, v);
}
WARPLINT_DEVICE unsigned int atomicMin(unsigned int *p, unsigned int v) {
  return __nvvm_atom_min_gen_ui(p, v);
}
WARPLINT_DEVICE int atomicMax(int *p, int v) {
  return __nvvm_atom_max_gen_i(p, v);
}
WARPLINT_DEVICE unsigned int atomicMax(unsigned int *p, unsigned int v) {
  return __nvvm_atom_max_gen_ui(p, v);
}

WARPLINT_DEVICE unsigned long long atomicMax(unsigned long long *p,
                                             unsigned long long v) {
  return __nvvm_atom_max_gen_ull(p, v);
}
WARPLINT_DEVICE unsigned long long atomicExch(unsigned long long *p,
                                              unsigned long long v) {
  return __nvvm_atom_xchg_gen_ll((long long *)p, v);
}
WARPLINT_DEVICE unsigned long long atomicCAS(unsigned long long *p,
                                             unsigned long long expected,
                                             unsigned long long v) {
  return __nvvm_atom_cas_gen_ll((long long *)p, expected, v);
}
WARPLINT_DEVICE unsigned int atomicAnd(unsigned int *p, unsigned int v) {
  return __nvvm_atom_and_gen_i((int *)p, v);
}
WARPLINT_DEVICE unsigned int atomicOr(unsigned int *p, unsigned int v) {
  return __nvvm_atom_or_gen_i((int *)p, v);
}
WARPLINT_DEVICE unsigned int atomicXor(unsigned int *p, unsigned int v) {
  return __nvvm_atom_xor_gen_i((int *)p, v);
}
WARPLINT_DEVICE unsigned int atomicInc(unsigned int *p, unsigned int v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
WARPLINT_DEVICE unsigned int atomicDec(unsigned int *p, unsigned int v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
WARPLINT_DEVICE double atomicAdd(double *p, double v) {
  return __nvvm_atom_add_gen_d(p, v);
}
WARPLINT_DEVICE int atomicAdd_block(int *p, int v) {
  return __nvvm_atom_cta_add_gen_i(p, v);
}
WARPLINT_DEVICE float atomicAdd_block(float *p, float v) {
  return __nvvm_atom_cta_add_gen_f(p, v);
}
WARPLINT_DEVICE int atomicMax_system(int *p, int v) {
  return __nvvm_atom_sys_max_gen_i(p, v);
}
WARPLINT_DEVICE unsigned long long atomicCAS_block(unsigned long long *p,
                                                   unsigned long long expected,
                                                   unsigned long long v) {
  return __nvvm_atom_cta_cas_gen_ll((long long *)p, expected, v);
}

// A shuffle's last operand: the segment mask (32 - width) << 8 and the clamp.
WARPLINT_DEVICE int __shfl_sync(unsigned int mask, int v, int lane,
                                int width = 32) {
  return __nvvm_shfl_sync_idx_i32(mask, v, lane, ((32 - width) << 8) | 0x1f);
}
WARPLINT_DEVICE float __shfl_sync(unsigned int mask, float v, int lane,
                                  int width = 32) {
  return __nvvm_shfl_sync_idx_f32(mask, v, lane, ((32 - width) << 8) | 0x1f);
}
WARPLINT_DEVICE int __shfl_xor_sync(unsigned int mask, int v, int lanes,
                                    int width = 32) {
  return __nvvm_shfl_sync_bfly_i32(mask, v, lanes, ((32 - width) << 8) | 0x1f);
}
WARPLINT_DEVICE float __shfl_xor_sync(unsigned int mask, float v, int lanes,
                                      int width = 32) {
  return __nvvm_shfl_sync_bfly_f32(mask, v, lanes, ((32 - width) << 8) | 0x1f);
}
WARPLINT_DEVICE float __shfl_down_sync(unsigned int mask, float v,
                                       unsigned int delta, int width = 32) {
  return __nvvm_shfl_sync_down_f32(mask, v, delta, ((32 - width) << 8) | 0x1f);
}

template <class T> WARPLINT_DEVICE T __ldg(const T *p) { return *p; }

WARPLINT_DEVICE size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(const void __attribute__((address_space(3))) *)p;
}

#undef WARPLINT_DEVICE

#define WARPLINT_BOTH static __inline__ __host__ __device__
WARPLINT_BOTH int min(int a, int b) { return a < b ? a : b; }
WARPLINT_BOTH unsigned int min(unsigned int a, unsigned int b) {
  return a < b ? a : b;
}
WARPLINT_BOTH float min(float a, float b) { return a < b ? a : b; }
WARPLINT_BOTH int max(int a, int b) { return a > b ? a : b; }
WARPLINT_BOTH unsigned int max(unsigned int a, unsigned int b) {
  return a > b ? a : b;
}
WARPLINT_BOTH float max(float a, float b) { return a > b ? a : b; }
#undef WARPLINT_BOTH

extern "C" __host__ __device__ void *memcpy(void *to, const void *from,
                                            size_t bytes);
extern "C" __host__ __device__ int printf(const char *format, ...);

//===----------------------------------------------------------------------===//
// Launching from the host
//===----------------------------------------------------------------------===//

enum cudaError_t { cudaSuccess = 0 };
struct CUstream_st;
using cudaStream_t = CUstream_st *;

extern "C" {
// What <<<...>>> becomes: the second since CUDA 9.2, the first before; Clang
// takes the first where it knows no toolkit.
int cudaConfigureCall(dim3 grid, dim3 block, size_t sharedBytes = 0,
                      cudaStream_t stream = nullptr);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                     size_t sharedBytes = 0,
                                     void *stream = nullptr);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **arguments, size_t sharedBytes,
                             cudaStream_t stream);
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaDeviceSynchronize();
}
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*function)(Parameters...), dim3 grid,
                             dim3 block, void **arguments,
                             size_t sharedBytes = 0,
                             cudaStream_t stream = nullptr) {
  return cudaLaunchKernel((const void *)function, grid, block, arguments,
                          sharedBytes, stream);
}

#endif // WARPLINT_TEST_CUDA_STUB_H
