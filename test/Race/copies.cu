// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// The copy engine: what it fills is there behind a wait for its object, what it reads has to be
// written and made visible by fence.proxy.async before (PTX ISA, "Async proxy").

__device__ void init(unsigned at, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n));
}
__device__ void arrive(unsigned at) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
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
__device__ void expectOnly(unsigned at, unsigned bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
}
__device__ void fillBytes(unsigned to, const int *from, unsigned n, unsigned at) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %3, [%2];" ::"r"(to), "l"(from), "r"(at), "r"(n) : "memory");
}
__device__ void fill(unsigned to, const int *from, unsigned at) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(to), "l"(from), "r"(at) : "memory");
}
__device__ void drain(int *to, unsigned from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to), "r"(from) : "memory");
  asm volatile("cp.async.bulk.commit_group;");
}
__device__ void waitRead() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

#define BEGIN(COUNT)                                                           \
  __shared__ alignas(16) int s[256];                                           \
  __shared__ unsigned long long bars[2];                                       \
  int t = threadIdx.x;                                                         \
  unsigned to = (unsigned)__cvta_generic_to_shared(s);                         \
  unsigned at = (unsigned)__cvta_generic_to_shared(bars), other = at + 8;      \
  if (t == 0) {                                                                \
    init(at, COUNT);                                                           \
    init(other, COUNT);                                                        \
  }                                                                            \
  __syncthreads();

// CHECK: "races": [

// All wait for the 512 bytes.
// CHECK: "kernel": "fills",
// CHECK-NEXT: "verdict": "race-free",
__global__ void fills(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// A barrier does not wait for the copy engine.
// CHECK: "kernel": "never",
// CHECK-NEXT: "verdict": "race",
__global__ void never(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
  __syncthreads();
  out[t] = s[127 - t];
}

// The copy fills elements 0 to 127, the threads use 128 to 255.
// CHECK: "kernel": "elsewhere",
// CHECK-NEXT: "verdict": "race-free",
__global__ void elsewhere(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
  s[128 + t] = t;
  __syncthreads();
  out[t] = s[255 - t];
  wait(at, 0);
}

// The phase may be over when half of the bytes have come.
// CHECK: "kernel": "expectsLess",
// CHECK-NEXT: "verdict": "unproven",
__global__ void expectsLess(int *out, const int *in) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 256);
    fill(to, in, at);
  }
  wait(at, 0);
  out[t] = s[127 - t];
}

// The same, of two copies.
// CHECK: "kernel": "twoFills",
// CHECK-NEXT: "verdict": "unproven",
__global__ void twoFills(int *out, const int *in) {
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
// CHECK: "kernel": "oneWaits",
// CHECK-NEXT: "verdict": "unproven",
__global__ void oneWaits(int *out, const int *in) {
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
// CHECK: "kernel": "loop",
// CHECK-NEXT: "verdict": "race-free",
__global__ void loop(int *out, const int *in, int n) {
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
// CHECK: "kernel": "loopWithoutBarrier",
// CHECK-NEXT: "verdict": "unproven",
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
// CHECK: "kernel": "ahead",
// CHECK-NEXT: "verdict": "race-free",
__global__ void ahead(int *out, const int *in, int n) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
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
// CHECK: "kernel": "aheadOfOther",
// CHECK-NEXT: "verdict": "unproven",
__global__ void aheadOfOther(int *out, const int *in, int n) {
  BEGIN(1)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
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
// CHECK: "kernel": "drains",
// CHECK-NEXT: "verdict": "race-free",
__global__ void drains(int *out) {
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
// CHECK: "kernel": "withoutFence",
// CHECK-NEXT: "verdict": "race",
__global__ void withoutFence(int *out) {
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
// CHECK: "kernel": "withoutWait",
// CHECK-NEXT: "verdict": "unproven",
__global__ void withoutWait(int *out) {
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
// CHECK: "kernel": "copiesUnknown",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsUnknown",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "manyCopy",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsLate",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsLateAlone",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsMoreLate",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsWithoutArrival",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsForSome",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "expectsForOthers",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "twoThreads",
// CHECK-NEXT: "verdict": "race-free",
__global__ void twoThreads(int *out, const int *in) {
  BEGIN(2)
  if (t == 0) {
    expect(at, 512);
    fill(to, in, at);
  }
  if (t == 32) {
    expect(at, 512);
    fill(to + 512, in, at);
  }
  wait(at, 0);
  out[t] = s[t] + s[t + 128];
}

// Right but for the fence: thread 0 waits until the readers have arrived. No error.
// CHECK: "kernel": "readersArrive",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "spins",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "no fence.proxy.async lies between the store at line {{[0-9]+}} and the copy at line {{[0-9]+}}"
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
// CHECK: "kernel": "countsReaders",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "the load at line {{[0-9]+}} may execute before the wait for the copy at line {{[0-9]+}}"
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

// CHECK: "findings": [
// CHECK: nothing makes this 32-bit load of 's' by thread 0 wait for the bulk copy to these bytes
// CHECK: the bulk copy starts here
// CHECK: no thread waits for the copy's mbarrier between the copy and the access
// CHECK: the copy engine may not see this 32-bit store of 's' by thread 0
// CHECK: the copy engine reads it here
// CHECK: no thread executes fence.proxy.async between the store and the copy

void run(int *p, int n) {
  fills<<<1, 128>>>(p, p);
  never<<<1, 128>>>(p, p);
  elsewhere<<<1, 128>>>(p, p);
  expectsLess<<<1, 128>>>(p, p);
  twoFills<<<1, 128>>>(p, p);
  oneWaits<<<1, 128>>>(p, p);
  loop<<<1, 128>>>(p, p, n);
  loopWithoutBarrier<<<1, 128>>>(p, p, n);
  ahead<<<1, 128>>>(p, p, n);
  aheadOfOther<<<1, 128>>>(p, p, n);
  drains<<<1, 128>>>(p);
  withoutFence<<<1, 128>>>(p);
  withoutWait<<<1, 128>>>(p);
  copiesUnknown<<<1, 128>>>(p, p, n);
  expectsUnknown<<<1, 128>>>(p, p, n);
  manyCopy<<<1, 128>>>(p, p);
  expectsLate<<<1, 128>>>(p, p);
  expectsLateAlone<<<1, 128>>>(p, p);
  expectsMoreLate<<<1, 128>>>(p, p);
  expectsWithoutArrival<<<1, 128>>>(p, p);
  expectsForSome<<<1, 128>>>(p, p, n);
  expectsForOthers<<<1, 128>>>(p, p, n, n + 1);
  twoThreads<<<1, 128>>>(p, p);
  readersArrive<<<1, 128>>>(p, p);
  spins<<<1, 128>>>(p, p);
  countsReaders<<<1, 128>>>(p, p);
}
