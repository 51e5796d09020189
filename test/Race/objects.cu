// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Barrier objects (PTX ISA, "mbarrier"): what a thread does before it arrives in a phase is
// ordered before what others do behind their wait for it.

#include "Inputs/objects.h"

#define TEST(DONE)                                                             \
  asm volatile("{\n"                                                           \
               ".reg .pred p;\n"                                               \
               "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"            \
               "selp.u32 %0, 1, 0, p;\n"                                       \
               "}" : "=r"(DONE) : "r"(at) : "memory")

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

// All 128 threads arrive behind their store and wait: as __syncthreads().
__global__ void waits(int *out) { // CHECK: "waits": "race-free"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The loop goes on until the test holds.
__global__ void resultOfWait(int *out) { // CHECK: "resultOfWait": "race-free"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  do
    TEST(done);
  while (!done);
  out[t] = s[127 - t];
}

// The same, with the result asked for in front of the next round.
__global__ void flagOfWait(int *out) { // CHECK: "flagOfWait": "race-free"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = 0;
  while (!done)
    TEST(done);
  out[t] = s[127 - t];
}

// After 1000 rounds a thread goes on in any case.
__global__ void timesOut(int *out) { // CHECK: "timesOut": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = 0;
  for (int tries = 0; tries < 1000 && !done; ++tries)
    TEST(done);
  out[t] = s[127 - t];
}

// Threads 0 to 63 do not wait.
__global__ void doneAtOnce(int *out) { // CHECK: "doneAtOnce": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done = t < 64;
  while (!done)
    TEST(done);
  out[t] = s[127 - t];
}

// A slow thread stores in its loop while others have come out of theirs.
__global__ void storesInWait(int *out) { // CHECK: "storesInWait": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  do {
    s[t] = 0;
    TEST(done);
  } while (!done);
  out[t] = s[127 - t];
}

// A test waits for nobody; who learns that it holds may count on it.
__global__ void tested(int *out) { // CHECK: "tested": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  unsigned done;
  TEST(done);
  out[t] = s[127 - t] + done;
}

// Read behind the arrival and before the wait.
__global__ void between(int *out) { // CHECK: "between": "race"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  out[t] = s[127 - t];
  wait(at, 0);
}

// Threads 64 to 127 do not wait.
__global__ void halfWaits(int *out) { // CHECK: "halfWaits": "race"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  if (t < 64)
    wait(at, 0);
  out[t] = s[127 - t];
}

// Nobody waits where n is 3.
__global__ void waitsForSome(int *out, int n) { // CHECK: "waitsForSome": "race"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  if (n > 3)
    wait(at, 0);
  out[t] = s[127 - t];
}

// The phase is over when 64 of 128 have arrived.
__global__ void halfCount(int *out) { // CHECK: "halfCount": "unproven"
  BEGIN(64)
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// Threads 64 to 127 may store when the phase is over.
__global__ void halfArrives(int *out) { // CHECK: "halfArrives": "unproven"
  BEGIN(64)
  s[t] = t;
  if (t < 64)
    arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The store comes behind the arrival.
__global__ void storesBehind(int *out) { // CHECK: "storesBehind": "unproven"
  BEGIN(128)
  arrive(at);
  s[t] = t;
  wait(at, 0);
  out[t] = s[127 - t];
}

// Nobody arrives at the object that is waited for.
__global__ void otherObject(int *out) { // CHECK: "otherObject": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(other, 0);
  out[t] = s[127 - t];
}

// The phase before the first counts as over: parity 1 waits for nothing.
__global__ void phaseBefore(int *out) { // CHECK: "phaseBefore": "unproven"
  BEGIN(128)
  s[t] = t;
  arrive(at);
  wait(at, 1);
  out[t] = s[127 - t];
}

// Others may arrive before thread 0 has initialized the object.
__global__ void notInitialized(int *out) { // CHECK: "notInitialized": "unproven"
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
__global__ void someArrive(int *out, const int *in) { // CHECK: "someArrive": "unproven"
  BEGIN(128)
  s[t] = t;
  if (in[t])
    arrive(at);
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// The 100 threads that are left arrive.
__global__ void ended(int *out) { // CHECK: "ended": "race-free"
  BEGIN(100)
  if (t >= 100)
    return;
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[99 - t];
}

// Phase k is waited for in iteration k, and reads are over before the next store.
__global__ void loop(int *out, int n) { // CHECK: "loop": "race-free"
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
__global__ void loopOfOne(int *out, int n) { // CHECK: "loopOfOne": "unproven"
  BEGIN(128)
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    arrive(at);
    wait(at, k & 1);
    out[t] += s[127 - t];
  }
}

// The same with the parity in a variable.
__global__ void loopOfParity(int *out, int n) { // CHECK: "loopOfParity": "race-free"
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
__global__ void stuck(int *out, int n) { // CHECK: "stuck": "unproven"
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
__global__ void arrivesAhead(int *out, int n) { // CHECK: "arrivesAhead": "race-free"
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
// CHECK: "alias": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void alias(int *out, int n) {
  BEGIN(128)
  arrive(at + 8 * n);
  s[t] = t;
  arrive(at);
  wait(at, 0);
  out[t] = s[127 - t];
}

// Each waits with the state of its own arrival.
__global__ void states(int *out) { // CHECK: "states": "race-free"
  BEGIN(128)
  unsigned long long a = arriveOf(at);
  waitOf(at, a);
  s[t] = t;
  unsigned long long b = arriveOf(at);
  waitOf(at, b);
  out[t] = s[127 - t];
}

// The state goes round the loop; it is that of the last arrival on both ways.
__global__ void statesInLoop(int *out, int n) { // CHECK: "statesInLoop": "race-free"
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
// CHECK: "statesBehind": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
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
// CHECK: "stale": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
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
// CHECK: "stateOfOther": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
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
// CHECK: "stateOfLast": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
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
// CHECK: "relaxedArrival": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
__global__ void relaxedArrival(int *out) {
  BEGIN(128)
  s[t] = t;
  asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
  wait(at, 0);
  out[t] = s[127 - t];
}

// Nor do relaxed waits.
// CHECK: "relaxedWait": "unproven", "{{.*}}orders the store at line {{[0-9]+}} and the load at line {{[0-9]+}}"
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
