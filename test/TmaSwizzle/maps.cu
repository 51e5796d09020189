// RUN: not %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// The ways on which a map comes from cuTensorMapEncodeTiled to a kernel. Each kernel
// reads columns without a swizzle, which is wrong under CU_TENSOR_MAP_SWIZZLE_128B: there
// is a warning where the way was found.

#include "tensor_map.h"

extern "C" int cudaMalloc(void **, size_t);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);

constexpr auto Float = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
constexpr auto S128 = CU_TENSOR_MAP_SWIZZLE_128B;

#define READER(name, type, map)                                                \
  __global__ void name(type, float *g) {                                       \
    __shared__ alignas(1024) float tile[32][32];                               \
    __shared__ uint64_t done;                                                  \
    FILL(tile, map, done);                                                     \
    __syncthreads();                                                           \
    for (int k = 0; k < 32; ++k)                                               \
      g[32 * k + threadIdx.x] = tile[threadIdx.x][k];                          \
  }

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

// The driver's function, without a wrapper.
READER(direct, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
void runDirect(void *in, float *g) {
  CUtensorMap map{};
  const uint64_t lengths[2] = {32, 32}, strides[1] = {128};
  const uint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, Float, 2, in, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, S128, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  direct<<<1, 32>>>(map, g);
}

// Through a pointer to it, as the programming guide does.
READER(byEntryPoint, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
void runByEntryPoint(void *in, float *g) {
  CUtensorMap map;
  const uint64_t lengths[2] = {32, 32}, strides[1] = {128};
  const uint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  auto encodeTiled = entryPoint();
  encodeTiled(&map, Float, 2, in, lengths, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
              CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  byEntryPoint<<<1, 32>>>(map, g);
}

// Returned by a function that has the swizzle as an argument.
READER(returned, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
CUtensorMap made(void *in, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, swizzle);
  return map;
}
void runReturned(void *in, float *g) {
  CUtensorMap map = made(in, S128);
  returned<<<1, 32>>>(map, g);
}

// By reference, and from there to a function that launches.
READER(passedOn, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
static void makeAt(CUtensorMap &map, void *in) { encode<32, 32>(&map, in, Float, S128); }
static void launch(const CUtensorMap &map, float *g) { passedOn<<<1, 32>>>(map, g); }
void runPassedOn(void *in, float *g) {
  CUtensorMap map;
  makeAt(map, in);
  launch(map, g);
}

// Copied to memory of the device; the kernel gets a pointer.
READER(byPointer, const CUtensorMap *m, m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
CUtensorMap *onDevice = nullptr;
CUtensorMap *allocate(void *in) {
  CUtensorMap *device;
  cudaMalloc((void **)&device, sizeof(CUtensorMap));
  CUtensorMap host = made(in, S128);
  cudaMemcpy(device, &host, sizeof host, 1);
  return device;
}
void runByPointer(void *in, float *g) {
  if (!onDevice)
    onDevice = allocate(in);
  byPointer<<<1, 32>>>(onDevice, g);
}

// A field of a structure of parameters.
struct Parameters {
  int n;
  CUtensorMap a;
};
READER(inStructure, const __grid_constant__ Parameters p, &p.a)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
void runInStructure(void *in, float *g) {
  Parameters p;
  p.n = 32;
  encode<32, 32>(&p.a, in, Float, S128);
  inStructure<<<1, 32>>>(p, g);
}

// A function that only looks at the map.
READER(looked, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
static bool isEmpty(CUtensorMap *map) { return map->opaque[0] == 0; }
void runLooked(void *in, float *g) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, S128);
  if (!isEmpty(&map))
    looked<<<1, 32>>>(map, g);
}

// The mode that fits the length of rows.
READER(fitting, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
void encodeFitting(CUtensorMap *map, void *in, uint32_t columns) {
  const uint64_t lengths[2] = {columns, 32}, strides[1] = {columns * 4};
  const uint32_t box[2] = {columns, 32}, steps[2] = {1, 1};
  const uint32_t bytes = columns * 4;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  if (bytes == 64)
    swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
  else if (bytes == 128)
    swizzle = S128;
  cuTensorMapEncodeTiled(map, Float, 2, in, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
void runFitting(void *in, float *g) {
  CUtensorMap map;
  encodeFitting(&map, in, 32);
  fitting<<<1, 32>>>(map, g);
}

// Two places, which agree.
READER(either, const __grid_constant__ CUtensorMap m, &m)
// CHECK: :[[@LINE-1]]:1: warning: this 32-bit load of 'tile' applies no swizzle
void runEither(void *in, float *g, bool first) {
  CUtensorMap map;
  if (first)
    encode<32, 32>(&map, in, Float, S128);
  else
    encode<32, 16>(&map, in, Float, S128);
  either<<<1, 32>>>(map, g);
}

//===----------------------------------------------------------------------===//
// Not found, or not one
//===----------------------------------------------------------------------===//

// Encoded elsewhere.
READER(unseen, const __grid_constant__ CUtensorMap m, &m)
void encodeElsewhere(CUtensorMap *, void *);
void runUnseen(void *in, float *g) {
  CUtensorMap map;
  encodeElsewhere(&map, in);
  unseen<<<1, 32>>>(map, g);
}

// Encoded here, and perhaps again elsewhere.
READER(seenInPart, const __grid_constant__ CUtensorMap m, &m)
void runSeenInPart(void *in, float *g) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, S128);
  encodeElsewhere(&map, in);
  seenInPart<<<1, 32>>>(map, g);
}

// The swizzle is a number of the run's.
READER(chosen, const __grid_constant__ CUtensorMap m, &m)
void runChosen(void *in, float *g, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, swizzle);
  chosen<<<1, 32>>>(map, g);
}

// Two places, which do not agree.
READER(differing, const __grid_constant__ CUtensorMap m, &m)
void runDiffering(void *in, float *g, bool first) {
  CUtensorMap map;
  if (first)
    encode<32, 32>(&map, in, Float, S128);
  else
    encode<32, 32>(&map, in, Float, CU_TENSOR_MAP_SWIZZLE_NONE);
  differing<<<1, 32>>>(map, g);
}

// Modes of other atoms, and interleaved tensors.
READER(atoms, const __grid_constant__ CUtensorMap m, &m)
void runAtoms(void *in, float *g) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B);
  atoms<<<1, 32>>>(map, g);
}
READER(interleaved, const __grid_constant__ CUtensorMap m, &m)
void runInterleaved(void *in, float *g) {
  CUtensorMap map;
  const uint64_t lengths[2] = {32, 32}, strides[1] = {128};
  const uint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, Float, 2, in, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_16B, S128, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  interleaved<<<1, 32>>>(map, g);
}

// Nobody launches it; and what the runtime's function passes is not looked at.
READER(notLaunched, const __grid_constant__ CUtensorMap m, &m)
READER(byAddress, const __grid_constant__ CUtensorMap m, &m)
void runByAddress(void *in, float *g) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, S128);
  void *arguments[] = {&map, &g};
  cudaLaunchKernel((const void *)byAddress, 1, 32, arguments, 0, nullptr);
}

// One of several maps.
READER(indexed, const CUtensorMap *m, m + blockIdx.x)
void runIndexed(void *in, float *g) { indexed<<<2, 32>>>(onDevice, g); }

// Not launched with the map that is encoded.
READER(another, const __grid_constant__ CUtensorMap m, &m)
void runAnother(void *in, float *g, CUtensorMap given) {
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, S128);
  another<<<1, 32>>>(given, g);
}

// The box is not what it began with, nor the swizzle; the length of rows is not known.
READER(changed, const __grid_constant__ CUtensorMap m, &m)
void runChanged(void *in, float *g, uint32_t columns, CUtensorMapSwizzle given) {
  CUtensorMap map;
  const uint64_t lengths[2] = {32, 32}, strides[1] = {128};
  uint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  box[0] = columns;
  CUtensorMapSwizzle swizzle = S128;
  if (columns == 8)
    swizzle = given;
  cuTensorMapEncodeTiled(&map, Float, 2, in, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  changed<<<1, 32>>>(map, g);
}
