// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Copies with a tensor map. How many bytes they fill the map says; of any map that is at least
// 16, since the rows of a box are multiples of 16 bytes (CUDA driver API,
// cuTensorMapEncodeTiled).

__device__ void init(unsigned at, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n));
}
__device__ void wait(unsigned at, unsigned parity) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at), "r"(parity) : "memory");
}
__device__ void expect(unsigned at, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
}
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

// CHECK: "races": [

// All wait for the tile.
// CHECK: "kernel": "waits",
// CHECK-NEXT: "verdict": "race-free",
__global__ void waits(int *out, const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// A barrier does not wait for the copy engine: threads 124 to 127 read the first 16 bytes.
// CHECK: "kernel": "barrierAlone",
// CHECK-NEXT: "verdict": "race",
__global__ void barrierAlone(int *out, const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
  }
  __syncthreads();
  out[t] = s[127 - t];
}

// Thread 0 that starts the copy has not waited, either.
// CHECK: "kernel": "ownThread",
// CHECK-NEXT: "verdict": "race",
__global__ void ownThread(int *out, const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
    out[0] = s[0];
  }
  wait(at, 0);
}

// A store that the copy overwrites, or is overwritten by.
// CHECK: "kernel": "stores",
// CHECK-NEXT: "verdict": "race",
__global__ void stores(const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
  }
  s[t] = t;
  wait(at, 0);
}

// The second tile begins 1024 bytes behind the first, whose bytes nobody knows.
// CHECK: "kernel": "secondTile",
// CHECK-NEXT: "verdict": "race",
__global__ void secondTile(int *out, const void *map) {
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
// CHECK: "kernel": "behindTheLeast",
// CHECK-NEXT: "verdict": "unproven",
__global__ void behindTheLeast(int *out, const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 2048);
    fill(to, map, 0, blockIdx.x, at);
  }
  __syncthreads();
  out[t] = s[4 + t];
}

// In front of the tile.
// CHECK: "kernel": "inFront",
// CHECK-NEXT: "verdict": "unproven",
__global__ void inFront(int *out, const void *map) {
  BEGIN
  if (t == 0) {
    expect(at, 1024);
    fill(to + 1024, map, 0, blockIdx.x, at);
  }
  out[t] = s[t];
  wait(at, 0);
}

// The copy is started under a condition under which the load is not made.
// CHECK: "kernel": "eitherOr",
// CHECK-NEXT: "verdict": "race-free",
__global__ void eitherOr(int *out, const void *map, int n) {
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
// CHECK: "kernel": "oneWaits",
// CHECK-NEXT: "verdict": "unproven",
__global__ void oneWaits(int *out, const void *map) {
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
// CHECK: "kernel": "drains",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
__global__ void drains(const void *map) {
  __shared__ alignas(1024) int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0)
    drain(map, 0, blockIdx.x, (unsigned)__cvta_generic_to_shared(s));
}

// CHECK: "findings": [
// CHECK: nothing makes this 32-bit load of 's' by thread 124 wait for the bulk copy to these bytes

void run(int *p, const void *map, int n) {
  waits<<<1, 128>>>(p, map);
  barrierAlone<<<1, 128>>>(p, map);
  ownThread<<<1, 128>>>(p, map);
  stores<<<1, 128>>>(map);
  secondTile<<<1, 128>>>(p, map);
  behindTheLeast<<<1, 128>>>(p, map);
  inFront<<<1, 128>>>(p, map);
  eitherOr<<<1, 128>>>(p, map, n);
  oneWaits<<<1, 128>>>(p, map);
  drains<<<1, 128>>>(map);
}
