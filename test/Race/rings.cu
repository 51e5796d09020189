// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Producers and consumers that meet at `bar.arrive` and `bar.sync` (PTX ISA, "barrier": who arrives
// goes on, who syncs waits until as many threads as counted have come). Two accesses are ordered if
// a phase that the first thread came to is over before the second one goes on.

__device__ void arrive(int barrier) {
  asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory");
}
__device__ void wait(int barrier) {
  asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory");
}

// Once: the loads wait for the stores.
__global__ void once(int *out) { // CHECK: "once": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    arrive(1);
  } else {
    wait(1);
    out[t] = s[127 - t];
  }
}

// The loads come first: they wait for nobody.
__global__ void readsFirst(int *out) { // CHECK: "readsFirst": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    arrive(1);
  } else {
    out[t] = s[127 - t];
    wait(1);
  }
}

// Producers go on when they have arrived: the second store may come before the loads.
__global__ void storesBehind(int *out) { // CHECK: "storesBehind": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    arrive(1);
    s[t] = 0;
  } else {
    wait(1);
    out[t] = s[127 - t];
  }
}

// They wait for the consumers before it.
__global__ void storesAfterEmpty(int *out) { // CHECK: "storesAfterEmpty": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    arrive(1);
    wait(2);
    s[t] = 0;
  } else {
    wait(1);
    out[t] = s[127 - t];
    arrive(2);
  }
}

// Those that arrive do not wait for one another: another producer may not have stored.
__global__ void producersRead(int *out) { // CHECK: "producersRead": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    arrive(1);
    out[t] = s[63 - t];
  } else {
    wait(1);
    out[t] = s[127 - t];
  }
}

// Two tiles in turn, with a barrier for "full" and one for "empty" each.
__global__ void ring(int *out, const int *in) { // CHECK: "ring": "race-free"
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  if (t < 64) {
    for (int k = 0; k < 16; ++k) {
      if (k >= 2)
        wait(3 + k % 2);
      tile[k % 2][t] = in[k * 64 + t];
      arrive(1 + k % 2);
    }
  } else {
    for (int k = 0; k < 16; ++k) {
      wait(1 + k % 2);
      sum += tile[k % 2][127 - t];
      if (k + 2 < 16)
        arrive(3 + k % 2);
    }
    out[t] = sum;
  }
}

// The same barriers let producers be two tiles ahead, but there is one: in 5 iterations, for some n.
__global__ void ringOfOne(int *out, const int *in, int n) { // CHECK: "ringOfOne": "race"
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  if (t < 64) {
    for (int k = 0; k < n; ++k) {
      if (k >= 2)
        wait(3 + k % 2);
      tile[t] = in[k * 64 + t];
      arrive(1 + k % 2);
    }
  } else {
    for (int k = 0; k < n; ++k) {
      wait(1 + k % 2);
      sum += tile[127 - t];
      if (k + 2 < n)
        arrive(3 + k % 2);
    }
    out[t] = sum;
  }
}

// "Empty" is told before the tile is read.
__global__ void emptyTooEarly(int *out, const int *in, int n) { // CHECK: "emptyTooEarly": "race"
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  if (t < 64) {
    for (int k = 0; k < n; ++k) {
      if (k >= 2)
        wait(3 + k % 2);
      tile[k % 2][t] = in[k * 64 + t];
      arrive(1 + k % 2);
    }
  } else {
    for (int k = 0; k < n; ++k) {
      wait(1 + k % 2);
      if (k + 2 < n)
        arrive(3 + k % 2);
      sum += tile[k % 2][127 - t];
    }
    out[t] = sum;
  }
}

// Right, but how often is not known: no number of iterations stands for all.
__global__ void ringOfAnyLength(int *out, const int *in, int n) { // CHECK: "ringOfAnyLength": "unproven"
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  if (t < 64) {
    for (int k = 0; k < n; ++k) {
      if (k >= 2)
        wait(3 + k % 2);
      tile[k % 2][t] = in[k * 64 + t];
      arrive(1 + k % 2);
    }
  } else {
    for (int k = 0; k < n; ++k) {
      wait(1 + k % 2);
      sum += tile[k % 2][127 - t];
      if (k + 2 < n)
        arrive(3 + k % 2);
    }
    out[t] = sum;
  }
}

// Which two of the four warps meet first is open: in some execution it is not the right ones.
__global__ void anyTwoWarps(int *out) { // CHECK: "anyTwoWarps": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = s[t ^ 63];
}

// Warp 2 may be the second at barrier 1 before warp 1 is.
__global__ void thirdWarp(int *out) { // CHECK: "thirdWarp": "unproven"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t];
  } else if (t < 96) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  }
}

// Data say who arrives.
__global__ void someArrive(int *out, const int *in) { // CHECK: "someArrive": "unproven"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    if (in[t / 32] > 0)
      arrive(1);
    s[t] = 1;
  } else {
    wait(1);
    out[t] = s[127 - t];
  }
}

// Half of a warp arrives, which counts as the whole one: nothing is said of that.
__global__ void halfWarp(int *out) { // CHECK: "halfWarp": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 32 < 16)
    asm volatile("bar.sync 1, 128;" ::: "memory");
  else
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  out[t] = s[127 - t];
}

// Through a third warp: 0 -> 1 -> 2.
__global__ void chain(int *out) { // CHECK: "chain": "race-free"
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = s[95 - t];
  }
}

// The chain has a gap.
__global__ void brokenChain(int *out) { // CHECK: "brokenChain": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = s[95 - t];
  }
}

// All meet at barrier 3, from three instructions; the loads behind it meet the store of warp 2.
__global__ void threePlaces(int *out) { // CHECK: "threePlaces": "race"
  __shared__ int s;
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.sync 3, 96;" ::: "memory");
    out[t] = s;
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.sync 3, 96;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 3, 96;" ::: "memory");
    if (t == 64)
      s = 1;
  }
}

// The store comes before it.
__global__ void threePlacesOrdered(int *out) { // CHECK: "threePlacesOrdered": "race-free"
  __shared__ int s;
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.sync 3, 96;" ::: "memory");
    out[t] = s;
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.sync 3, 96;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else {
    if (t == 64)
      s = 1;
    asm volatile("bar.sync 3, 96;" ::: "memory");
  }
}

void run(int *p, int n) {
  once<<<1, 128>>>(p);
  readsFirst<<<1, 128>>>(p);
  storesBehind<<<1, 128>>>(p);
  storesAfterEmpty<<<1, 128>>>(p);
  producersRead<<<1, 128>>>(p);
  ring<<<1, 128>>>(p, p);
  ringOfOne<<<1, 128>>>(p, p, n);
  emptyTooEarly<<<1, 128>>>(p, p, n);
  ringOfAnyLength<<<1, 128>>>(p, p, n);
  anyTwoWarps<<<1, 128>>>(p);
  thirdWarp<<<1, 96>>>(p);
  someArrive<<<1, 128>>>(p, p);
  halfWarp<<<1, 128>>>(p);
  chain<<<1, 96>>>(p);
  brokenChain<<<1, 96>>>(p);
  threePlaces<<<1, 96>>>(p);
  threePlacesOrdered<<<1, 96>>>(p);
}
