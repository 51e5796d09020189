// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Copies with a tensor map. How many bytes they fill the map says; of any map that is at least
// 16, since the rows of a box are multiples of 16 bytes (CUDA driver API,
// cuTensorMapEncodeTiled).

#include "Inputs/objects.h"

__device__ void fill(unsigned to, const void *map, int x, int y, unsigned at) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(map), "r"(at), "r"(x), "r"(y) : "memory");
}
__device__ void drain(const void *map, int x, int y, unsigned from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), "r"(y), "r"(from) : "memory");
  asm volatile("cp.async.bulk.commit_group;");
}

#define BEGIN                                                                  \
  __shared__ alignas(1024) int s[512];                                         \
  __shared__ unsigned long long bars[2];                                       \
  int t = threadIdx.x;                                                         \
  unsigned to = (unsigned)__cvta_generic_to_shared(s);                         \
  unsigned at = (unsigned)__cvta_generic_to_shared(bars);                      \
  if (t == 0)                                                                  \
    init(at, 1);                                                               \
  __syncthreads();
#define START                                                                  \
  if (t == 0) {                                                                \
    expect(at, 2048);                                                          \
    fill(to, map, 0, blockIdx.x, at);                                          \
  }

// All wait for the tile.
__global__ void waits(int *out, const void *map) { // CHECK: "waits": "race-free"
  BEGIN
  START
  wait(at, 0);
  out[t] = s[127 - t];
}

// A barrier does not wait for the copy engine: threads 124 to 127 read the first 16 bytes.
__global__ void barrierAlone(int *out, const void *map) { // CHECK: "barrierAlone": "race"
  BEGIN
  START
  __syncthreads();
  out[t] = s[127 - t];
}

// Thread 0 that starts the copy has not waited, either.
__global__ void ownThread(int *out, const void *map) { // CHECK: "ownThread": "race"
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
    out[0] = s[0];
  }
  wait(at, 0);
}

// A store that the copy overwrites, or is overwritten by.
__global__ void stores(const void *map) { // CHECK: "stores": "race"
  BEGIN
  START
  s[t] = t;
  wait(at, 0);
}

// The second tile begins 1024 bytes behind the first, whose bytes nobody knows.
__global__ void secondTile(int *out, const void *map) { // CHECK: "secondTile": "race"
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, 0, at);
    fill(to + 1024, map, 8, 0, at);
  }
  __syncthreads();
  out[t] = s[256 + t];
}

// Bytes 16 and up belong to the tile or not, as the map says.
__global__ void behindTheLeast(int *out, const void *map) { // CHECK: "behindTheLeast": "unproven"
  BEGIN
  START
  __syncthreads();
  out[t] = s[4 + t];
}

// In front of the tile.
__global__ void inFront(int *out, const void *map) { // CHECK: "inFront": "unproven"
  BEGIN
  if (t == 0) {
    expect(at, 1024);
    fill(to + 1024, map, 0, blockIdx.x, at);
  }
  out[t] = s[t];
  wait(at, 0);
}

// The copy is started under a condition under which the load is not made.
__global__ void eitherOr(int *out, const void *map, int n) { // CHECK: "eitherOr": "race-free"
  BEGIN
  if (n > 4) {
    if (t == 0) {
      expect(at, 2048);
      fill(to, map, 0, blockIdx.x, at);
    }
  } else {
    out[t] = s[t];
  }
}

// Right: one thread waits, and the barrier tells the others. Not followed.
__global__ void oneWaits(int *out, const void *map) { // CHECK: "oneWaits": "unproven"
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
    wait(at, 0);
  }
  __syncthreads();
  out[t] = s[127 - t];
}

// What a copy reads may be nothing: its box may lie out of bounds.
// CHECK: "drains": "unproven", "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
__global__ void drains(const void *map) {
  __shared__ alignas(1024) int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0)
    drain(map, 0, blockIdx.x, (unsigned)__cvta_generic_to_shared(s));
}

// CHECK: nothing makes this 32-bit load of 's' by thread 124 wait for the bulk copy to these bytes
