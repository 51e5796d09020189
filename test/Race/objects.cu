// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Barrier objects (PTX ISA, "mbarrier"): what a thread does before it arrives in a phase is
// ordered before what others do behind their wait for it.

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
__device__ unsigned long long arriveOf(unsigned at) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
  return state;
}
__device__ void waitOf(unsigned at, unsigned long long state) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "AGAIN: mbarrier.try_wait.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at), "l"(state) : "memory");
}

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

// All 128 threads arrive behind their store and wait: as __syncthreads().
// CHECK: "kernel": "waits",
// CHECK-NEXT: "verdict": "race-free",
__global__ void waits(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The loop goes on until the test holds.
// CHECK: "kernel": "resultOfWait",
// CHECK-NEXT: "verdict": "race-free",
__global__ void resultOfWait(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  do
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}" : "=r"(done) : "r"(at) : "memory");
  while (!done);
  out[t] = s[127 - t];
}

// The same, with the result asked for in front of the next round.
// CHECK: "kernel": "flagOfWait",
// CHECK-NEXT: "verdict": "race-free",
__global__ void flagOfWait(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = 0;
  while (!done)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}" : "=r"(done) : "r"(at) : "memory");
  out[t] = s[127 - t];
}

// After 1000 rounds a thread goes on in any case.
// CHECK: "kernel": "timesOut",
// CHECK-NEXT: "verdict": "unproven",
__global__ void timesOut(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = 0;
  for (int tries = 0; tries < 1000 && !done; ++tries)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}" : "=r"(done) : "r"(at) : "memory");
  out[t] = s[127 - t];
}

// Threads 0 to 63 do not wait.
// CHECK: "kernel": "doneAtOnce",
// CHECK-NEXT: "verdict": "unproven",
__global__ void doneAtOnce(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = t < 64;
  while (!done)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}" : "=r"(done) : "r"(at) : "memory");
  out[t] = s[127 - t];
}

// A slow thread stores in its loop while others have come out of theirs.
// CHECK: "kernel": "storesInWait",
// CHECK-NEXT: "verdict": "unproven",
__global__ void storesInWait(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  do {
    s[t] = 0;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}" : "=r"(done) : "r"(at) : "memory");
  } while (!done);
  out[t] = s[127 - t];
}

// A test waits for nobody; who learns that it holds may count on it.
// CHECK: "kernel": "tested",
// CHECK-NEXT: "verdict": "unproven",
__global__ void tested(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  asm volatile("{\n"
               ".reg .pred p;\n"
               "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}" : "=r"(done) : "r"(at) : "memory");
  out[t] = s[127 - t] + done;
}

// Read behind the arrival and before the wait.
// CHECK: "kernel": "between",
// CHECK-NEXT: "verdict": "race",
__global__ void between(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  out[t] = s[127 - t];
  wait(at, 0);
}

// Threads 64 to 127 do not wait.
// CHECK: "kernel": "halfWaits",
// CHECK-NEXT: "verdict": "race",
__global__ void halfWaits(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  if (t < 64)
    wait(at, 0);
  out[t] = s[127 - t];
}

// Nobody waits where n is 3.
// CHECK: "kernel": "waitsForSome",
// CHECK-NEXT: "verdict": "race",
__global__ void waitsForSome(int *out, int n) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  if (n > 3)
    wait(at, 0);
  out[t] = s[127 - t];
}

// The phase is over when 64 of 128 have arrived.
// CHECK: "kernel": "halfCount",
// CHECK-NEXT: "verdict": "unproven",
__global__ void halfCount(int *out) {
  BEGIN(64)
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// Threads 64 to 127 may store when the phase is over.
// CHECK: "kernel": "halfArrives",
// CHECK-NEXT: "verdict": "unproven",
__global__ void halfArrives(int *out) {
  BEGIN(64)
  s[t] = t;
  if (t < 64)
    arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The store comes behind the arrival.
// CHECK: "kernel": "storesBehind",
// CHECK-NEXT: "verdict": "unproven",
__global__ void storesBehind(int *out) {
  BEGIN(128)
  arrive(at);
  s[t] = t;
  wait(at, 0);
  out[t] = s[127 - t];
}

// Nobody arrives at the object that is waited for.
// CHECK: "kernel": "otherObject",
// CHECK-NEXT: "verdict": "unproven",
__global__ void otherObject(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(other, 0);
  out[t] = s[127 - t];
}

// The phase before the first counts as over: parity 1 waits for nothing.
// CHECK: "kernel": "phaseBefore",
// CHECK-NEXT: "verdict": "unproven",
__global__ void phaseBefore(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(at, 1);
  out[t] = s[127 - t];
}

// Others may arrive before thread 0 has initialized the object.
// CHECK: "kernel": "notInitialized",
// CHECK-NEXT: "verdict": "unproven",
__global__ void notInitialized(int *out) {
  __shared__ int s[128];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
  if (t == 0)
    init(at, 128);
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// Some threads may count twice.
// CHECK: "kernel": "someArrive",
// CHECK-NEXT: "verdict": "unproven",
__global__ void someArrive(int *out, const int *in) {
  BEGIN(128)
  s[t] = t;
  if (in[t])
    arrive(at);
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The 100 threads that are left arrive.
// CHECK: "kernel": "ended",
// CHECK-NEXT: "verdict": "race-free",
__global__ void ended(int *out) {
  BEGIN(100)
  if (t >= 100)
    return;
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[99 - t];
}

// Phase k is waited for in iteration k, and reads are over before the next store.
// CHECK: "kernel": "loop",
// CHECK-NEXT: "verdict": "race-free",
__global__ void loop(int *out, int n) {
  BEGIN(128)
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    arrive(at);
    wait(at, k & 1);
    out[t] += s[127 - t];
    arrive(other);
    wait(other, k & 1);
  }
}

// A fast thread stores k + 1 before a slow one has read k.
// CHECK: "kernel": "loopOfOne",
// CHECK-NEXT: "verdict": "unproven",
__global__ void loopOfOne(int *out, int n) {
  BEGIN(128)
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    arrive(at);
    wait(at, k & 1);
    out[t] += s[127 - t];
  }
}

// The same with the parity in a variable.
// CHECK: "kernel": "loopOfParity",
// CHECK-NEXT: "verdict": "race-free",
__global__ void loopOfParity(int *out, int n) {
  BEGIN(128)
  int phase = 0;
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    arrive(at);
    wait(at, phase);
    out[t] += s[127 - t];
    arrive(other);
    wait(other, phase);
    phase ^= 1;
  }
}

// In phase 1 the wait for parity 0 is over at once.
// CHECK: "kernel": "stuck",
// CHECK-NEXT: "verdict": "unproven",
__global__ void stuck(int *out, int n) {
  BEGIN(128)
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    arrive(at);
    wait(at, 0);
    out[t] += s[127 - t];
    __syncthreads();
  }
}

// Each iteration waits for the arrivals of the one before.
// CHECK: "kernel": "arrivesAhead",
// CHECK-NEXT: "verdict": "race-free",
__global__ void arrivesAhead(int *out, int n) {
  BEGIN(128)
  s[t] = 0;
  arrive(at);
  for (int k = 0; k < n; ++k) {
    wait(at, k & 1);
    out[t] += s[127 - t];
    arrive(other);
    wait(other, k & 1);
    s[t] = k;
    arrive(at);
  }
}

// Where n is 0, all arrive twice: the phase is over when half of the 128 have stored.
// CHECK: "kernel": "alias",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void alias(int *out, int n) {
  BEGIN(128)
  arrive(at + 8 * n);
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// Each waits with the state of its own arrival.
// CHECK: "kernel": "states",
// CHECK-NEXT: "verdict": "race-free",
__global__ void states(int *out) {
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  s[t] = t;
  unsigned long long b = arriveOf(at);
  waitOf(at, b);
  out[t] = s[127 - t];
}

// The state goes round the loop; it is that of the last arrival on both ways.
// CHECK: "kernel": "statesInLoop",
// CHECK-NEXT: "verdict": "race-free",
__global__ void statesInLoop(int *out, int n) {
  BEGIN(128)
  s[t] = 0;
  unsigned long long a = arriveOf(at);
  for (int k = 0; k < n; ++k) {
    waitOf(at, a);
    out[t] += s[127 - t];
    arrive(other);
    wait(other, k & 1);
    s[t] = k;
    a = arriveOf(at);
  }
}

// In each iteration the state is that of the phase before, which is over.
// CHECK: "kernel": "statesBehind",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void statesBehind(int *out, int n) {
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    unsigned long long b = arriveOf(at);
    waitOf(at, a);
    out[t] += s[127 - t];
    a = b;
    __syncthreads();
  }
}

// The state is that of the phase before, which is over.
// CHECK: "kernel": "stale",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void stale(int *out) {
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  s[t] = t;
  unsigned long long b = arriveOf(at);
  waitOf(at, a);
  out[t] = s[127 - t] + (int)b;
}

// Phase 0 of the other object: here that is over.
// CHECK: "kernel": "stateOfOther",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void stateOfOther(int *out) {
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  unsigned long long o = arriveOf(other);
  s[t] = t;
  unsigned long long b = arriveOf(at);
  waitOf(at, o);
  out[t] = s[127 - t] + (int)b;
}

// The same, with the arrival at the other object last.
// CHECK: "kernel": "stateOfLast",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void stateOfLast(int *out) {
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  s[t] = t;
  unsigned long long b = arriveOf(at);
  unsigned long long o = arriveOf(other);
  waitOf(at, o);
  out[t] = s[127 - t] + (int)b;
}

// Relaxed arrivals order nothing.
// CHECK: "kernel": "relaxedArrival",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void relaxedArrival(int *out) {
  BEGIN(128)
  s[t] = t;
  asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
  wait(at, 0);
  out[t] = s[127 - t];
}

// Nor do relaxed waits.
// CHECK: "kernel": "relaxedWait",
// CHECK-NEXT: "verdict": "unproven",
// CHECK-NEXT: "reason": "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void relaxedWait(int *out) {
  BEGIN(128)
  s[t] = t;
  arrive(at);
  asm volatile("{\n"
               ".reg .pred p;\n"
               "AGAIN: mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p, [%0], 0;\n"
               "@p bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at) : "memory");
  out[t] = s[127 - t];
}

void run(int *p, int n) {
  waits<<<1, 128>>>(p);
  resultOfWait<<<1, 128>>>(p);
  flagOfWait<<<1, 128>>>(p);
  timesOut<<<1, 128>>>(p);
  doneAtOnce<<<1, 128>>>(p);
  storesInWait<<<1, 128>>>(p);
  tested<<<1, 128>>>(p);
  between<<<1, 128>>>(p);
  halfWaits<<<1, 128>>>(p);
  waitsForSome<<<1, 128>>>(p, n);
  halfCount<<<1, 128>>>(p);
  halfArrives<<<1, 128>>>(p);
  storesBehind<<<1, 128>>>(p);
  otherObject<<<1, 128>>>(p);
  phaseBefore<<<1, 128>>>(p);
  notInitialized<<<1, 128>>>(p);
  someArrive<<<1, 128>>>(p, p);
  ended<<<1, 128>>>(p);
  loop<<<1, 128>>>(p, n);
  loopOfOne<<<1, 128>>>(p, n);
  loopOfParity<<<1, 128>>>(p, n);
  stuck<<<1, 128>>>(p, n);
  arrivesAhead<<<1, 128>>>(p, n);
  alias<<<1, 128>>>(p, n);
  states<<<1, 128>>>(p);
  statesInLoop<<<1, 128>>>(p, n);
  statesBehind<<<1, 128>>>(p, n);
  stale<<<1, 128>>>(p);
  stateOfOther<<<1, 128>>>(p);
  stateOfLast<<<1, 128>>>(p);
  relaxedArrival<<<1, 128>>>(p);
  relaxedWait<<<1, 128>>>(p);
}
