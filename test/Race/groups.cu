// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Named barriers of a part of the block (PTX ISA, "bar": as many threads as it counts).
// A kernel with a race must never be told to be free of them, and none without one to have one.

// CHECK: "races": [

// Race: named barrier of 64 threads, read across groups.
// CHECK: "kernel": "acrossGroups",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void acrossGroups(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
  out[t] = s[127 - t];
}

// Right: named barrier of each half, read within.
// CHECK: "kernel": "ownGroup",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownGroup(int *out) {
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
// CHECK: "kernel": "moreThanCounted",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void moreThanCounted(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 96) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  out[t] = s[t < 64 ? 63 - t : t];
}

// Right: arrive and sync: producers write, consumers read.
// CHECK: "kernel": "arrivesAndWaits",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
__global__ void arrivesAndWaits(int *out) {
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
// CHECK: "kernel": "arrivesTooEarly",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void arrivesTooEarly(int *out) {
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
// CHECK: "kernel": "nobodyAnswers",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void nobodyAnswers(int *out, int n) {
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
// CHECK: "kernel": "fullAndEmpty",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
__global__ void fullAndEmpty(int *out, int n) {
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

void run(int *p, float *f, char *c, int n) {
  acrossGroups<<<1, 128>>>(p);
  ownGroup<<<1, 128>>>(p);
  moreThanCounted<<<1, 128>>>(p);
  arrivesAndWaits<<<1, 128>>>(p);
  arrivesTooEarly<<<1, 128>>>(p);
  nobodyAnswers<<<1, 128>>>(p, n);
  fullAndEmpty<<<1, 128>>>(p, n);
}
