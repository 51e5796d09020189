// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// The copy engine: what it fills is there behind a wait for its object, what it reads has to be
// written and made visible by fence.proxy.async before (PTX ISA, "Async proxy").

#include "Inputs/objects.h"

__device__ void expectOnly(unsigned at, unsigned bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
}
__device__ void fillBytes(unsigned to, const int *from, unsigned n, unsigned at) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %3, [%2];" ::"r"(to), "l"(from), "r"(at), "r"(n) : "memory");
}
__device__ void fill(unsigned to, const int *from, unsigned at) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(to), "l"(from), "r"(at) : "memory");
}
#define START(BYTES)                                                           \
  if (t == 0) {                                                                \
    expect(at, BYTES);                                                         \
    fill(to, in, at);                                                          \
  }
__device__ void drain(int *to, unsigned from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to), "r"(from) : "memory");
  asm volatile("cp.async.bulk.commit_group;");
}
__device__ void waitRead() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// All wait for the 512 bytes.
__global__ void fills(int *out, const int *in) { // CHECK: "fills": "race-free"
  BEGIN(1)
  START(512)
  wait(at, 0);
  out[t] = s[127 - t];
}

// A barrier does not wait for the copy engine.
__global__ void never(int *out, const int *in) { // CHECK: "never": "race"
  BEGIN(1)
  START(512)
  __syncthreads();
  out[t] = s[127 - t];
}

// The copy fills elements 0 to 127, the threads use 128 to 255.
__global__ void elsewhere(int *out, const int *in) { // CHECK: "elsewhere": "race-free"
  BEGIN(1)
  START(512)
  s[128 + t] = t;
  __syncthreads();
  out[t] = s[255 - t];
  wait(at, 0);
}

// The phase may be over when half of the bytes have come.
__global__ void expectsLess(int *out, const int *in) { // CHECK: "expectsLess": "unproven"
  BEGIN(1)
  START(256)
  wait(at, 0);
  out[t] = s[127 - t];
}

// The same, of two copies.
__global__ void twoFills(int *out, const int *in) { // CHECK: "twoFills": "unproven"
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
    fill(to + 512, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// Right: one thread waits, and the barrier tells the others. Not followed.
__global__ void oneWaits(int *out, const int *in) { // CHECK: "oneWaits": "unproven"
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
    wait(at, 0);
  }
  __syncthreads();
  out[t] = s[127 - t];
}

// Reads are over before the next copy begins.
__global__ void loop(int *out, const int *in, int n) { // CHECK: "loop": "race-free"
  BEGIN(1)
  for (int k = 0; k < n; ++k) {
    if (t == 0) {
      expect(at, 512);
      fill(to, in + k * 128, at);
    }
    wait(at, k & 1);
    out[t] += s[127 - t];
    __syncthreads();
  }
}

// Thread 0 may begin the next copy while others read.
// CHECK: "loopWithoutBarrier": "unproven"
__global__ void loopWithoutBarrier(int *out, const int *in, int n) {
  BEGIN(1)
  for (int k = 0; k < n; ++k) {
    if (t == 0) {
      expect(at, 512);
      fill(to, in + k * 128, at);
    }
    wait(at, k & 1);
    out[t] += s[127 - t];
  }
}

// Two buffers: each is read, and a barrier passed, before it is filled again.
__global__ void ahead(int *out, const int *in, int n) { // CHECK: "ahead": "race-free"
  BEGIN(1)
  START(512)
  for (int k = 0; k < n; ++k) {
    int now = k & 1, next = now ^ 1;
    if (t == 0) {
      expect(at + 8 * next, 512);
      fill(to + 512 * next, in + k * 128, at + 8 * next);
    }
    wait(at + 8 * now, (k >> 1) & 1);
    out[t] += s[128 * now + 127 - t];
    __syncthreads();
  }
}

// Reads the buffer that is being filled.
__global__ void aheadOfOther(int *out, const int *in, int n) { // CHECK: "aheadOfOther": "unproven"
  BEGIN(1)
  START(512)
  for (int k = 0; k < n; ++k) {
    int now = k & 1, next = now ^ 1;
    if (t == 0) {
      expect(at + 8 * next, 512);
      fill(to + 512 * next, in + k * 128, at + 8 * next);
    }
    wait(at + 8 * now, (k >> 1) & 1);
    out[t] += s[128 * next + 127 - t];
    __syncthreads();
  }
}

// The engine sees what was written, and has read it before the next store.
__global__ void drains(int *out) { // CHECK: "drains": "race-free"
  __shared__ alignas(16) int s[128];
  int t = threadIdx.x;
  s[t] = t;
  fence();
  __syncthreads();
  if (t == 0) {
    drain(out, (unsigned)__cvta_generic_to_shared(s));
    waitRead();
  }
  __syncthreads();
  s[t] = 0;
}

// A barrier orders threads, not the engine.
__global__ void withoutFence(int *out) { // CHECK: "withoutFence": "race"
  __shared__ alignas(16) int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) {
    drain(out, (unsigned)__cvta_generic_to_shared(s));
    waitRead();
  }
}

// The engine may still read when the next store is made.
__global__ void withoutWait(int *out) { // CHECK: "withoutWait": "unproven"
  __shared__ alignas(16) int s[128];
  int t = threadIdx.x;
  s[t] = t;
  fence();
  __syncthreads();
  if (t == 0)
    drain(out, (unsigned)__cvta_generic_to_shared(s));
  __syncthreads();
  s[t] = 0;
}

// n may be more than the 256 bytes that are expected.
// CHECK: "copiesUnknown": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void copiesUnknown(int *out, const int *in, int n) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 256);
    fillBytes(to, in, n, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// n may be less than the 512 bytes that are copied.
// CHECK: "expectsUnknown": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsUnknown(int *out, const int *in, int n) {
  BEGIN(1)
  if (t == 0) {
    expect(at, n);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// The phase may be over after the first of 32 copies.
// CHECK: "manyCopy": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void manyCopy(int *out, const int *in) {
  BEGIN(1)
  if (t == 0)
    expect(at, 512);
  if (t < 32)
    fill(to, in, at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// All 128 may have arrived, and the phase be over, before thread 0 expects bytes.
// CHECK: "expectsLate": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsLate(int *out, const int *in) {
  BEGIN(128)
  arrive(at);
  if (t == 0) {
    expectOnly(at, 512);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// The same, of thread 0 alone.
// CHECK: "expectsLateAlone": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsLateAlone(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    arrive(at);
    expectOnly(at, 512);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// The phase may be over with the first copy.
// CHECK: "expectsMoreLate": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsMoreLate(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to + 512, in, at);
    expectOnly(at, 512);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// The other 127 complete the phase without thread 0.
// CHECK: "expectsWithoutArrival": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsWithoutArrival(int *out, const int *in) {
  BEGIN(127)
  if (t > 0)
    arrive(at);
  if (t == 0) {
    expectOnly(at, 512);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// Where n is 0, no bytes are expected.
// CHECK: "expectsForSome": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsForSome(int *out, const int *in, int n) {
  BEGIN(1)
  if (t == 0) {
    if (n)
      expect(at, 512);
    else
      arrive(at);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// Where n is 0 and m is not, no bytes are expected of the copy.
// CHECK: "expectsForOthers": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void expectsForOthers(int *out, const int *in, int n, int m) {
  BEGIN(1)
  if (t == 0) {
    if (n)
      expect(at, 512);
    else
      arrive(at);
    if (m)
      fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// 512 bytes each of two threads that both arrive.
__global__ void twoThreads(int *out, const int *in) { // CHECK: "twoThreads": "race-free"
  BEGIN(2)
  START(512)
  if (t == 32) {
    expect(at, 512);
    fill(to + 512, in, at);
  }
  wait(at, 0);
  out[t] = s[t] + s[t + 128];
}

// Right but for the fence: thread 0 waits until the readers have arrived. No error.
// CHECK: "readersArrive": "unproven", "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
__global__ void readersArrive(int *out, const int *in) {
  BEGIN(64)
  s[t] = in[t];
  __syncthreads();
  if (t >= 64) {
    out[t] = s[t];
    arrive(other);
  } else if (t == 0) {
    wait(other, 0);
    expect(at, 512);
    fill(to, in, at);
  }
}

// The same with a flag.
// CHECK: "spins": "unproven", "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
__global__ void spins(int *out, const int *in) {
  BEGIN(1)
  __shared__ volatile int flag;
  if (t == 0)
    flag = 0;
  s[t] = in[t];
  __syncthreads();
  if (t == 0) {
    while (flag == 0)
      ;
    expect(at, 512);
    fill(to, in, at);
  }
  if (t == 64) {
    out[t] = s[t];
    flag = 1;
  }
}

// The same with a counter; the proof does not follow atomics.
// CHECK: "countsReaders": "unproven", "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
__global__ void countsReaders(int *out, const int *in) {
  BEGIN(1)
  __shared__ int flag;
  if (t == 0)
    flag = 0;
  __syncthreads();
  if (t >= 64) {
    out[t] = s[t];
    atomicAdd(&flag, 1);
  } else if (t == 0) {
    while (atomicAdd(&flag, 0) != 64)
      ;
    expect(at, 512);
    fill(to, in, at);
  }
}

// CHECK: nothing makes this 32-bit load of 's' by thread 0 wait for the bulk copy to these bytes
// CHECK: the bulk copy starts here
// CHECK: no thread waits for the copy's mbarrier between the copy and the access
// CHECK: the copy engine may not see this 32-bit store of 's' by thread 0
// CHECK: the copy engine reads it here
// CHECK: no thread executes fence.proxy.async between the store and the copy
