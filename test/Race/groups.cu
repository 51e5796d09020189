// RUN: %warplint --checks='-*,warplint-shared-race' --block=128 --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Named barriers of a part of the block (PTX ISA, "bar": as many threads as it counts).
// A kernel with a race must never be told to be free of them, and none without one to have one.

// Race: named barrier of 64 threads, read across groups.
__global__ void acrossGroups(int *out) { // CHECK: "acrossGroups": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
  out[t] = s[127 - t];
}

// Right: named barrier of each half, read within.
__global__ void ownGroup(int *out) { // CHECK: "ownGroup": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t];
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = s[191 - t];
  }
}

// Race: both halves use barrier 1 with 64: the pairing is unknown.
__global__ void moreThanCounted(int *out) { // CHECK: "moreThanCounted": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 96) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  out[t] = s[t < 64 ? 63 - t : t];
}

// Right: arrive and sync: producers write, consumers read.
__global__ void arrivesAndWaits(int *out) { // CHECK: "arrivesAndWaits": "{{race-free|unproven}}"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[127 - t];
  }
}

// Race: the producer arrives before it writes.
__global__ void arrivesTooEarly(int *out) { // CHECK: "arrivesTooEarly": "{{race|unproven}}"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    s[t] = t;
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[127 - t];
  }
}

// Race: producers write again without hearing from the consumers.
__global__ void nobodyAnswers(int *out, int n) { // CHECK: "nobodyAnswers": "{{race|unproven}}"
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    if (t < 64) {
      s[t] = k;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[t] += s[127 - t];
    }
}

// Right: full and empty named barriers.
__global__ void fullAndEmpty(int *out, int n) { // CHECK: "fullAndEmpty": "{{race-free|unproven}}"
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    if (t < 64) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      s[t] = k;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[t] += s[127 - t];
    }
}
