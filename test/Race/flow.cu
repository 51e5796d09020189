// RUN: %warplint --checks='-*,warplint-shared-race' --block=128 --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Loops, breaks, jumps and ends of threads: each way to an access counts.
// A kernel with a race must never be told to be free of them, and none without one to have one.

// Race: a break leaves the loop with no barrier behind the last store.
__global__ void breaksBeforeBarrier(int *out, int n) { // CHECK: "breaksBeforeBarrier": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 10; ++k) {
    s[t] = k;
    if (k == n)
      break;
    __syncthreads();
    out[t] += s[127 - t];
    __syncthreads();
  }
  out[t] += s[127 - t];
}

// Right: the break has a barrier.
__global__ void breaksBehindBarrier(int *out, int n) { // CHECK: "breaksBehindBarrier": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int k = 0; k < 10; ++k) {
    s[t] = k;
    __syncthreads();
    if (k == n)
      break;
    out[t] += s[127 - t];
    __syncthreads();
  }
  out[t] += s[127 - t];
}

// Race: continue skips the second barrier.
__global__ void continuesPastBarrier(int *out, int n) { // CHECK: "continuesPastBarrier": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[t] = k;
    __syncthreads();
    out[t] += s[127 - t];
    if (k & 1)
      continue;
    __syncthreads();
  }
}

// Right: early return of upper threads, who touch nothing.
__global__ void endsBeforeStore(int *out) { // CHECK: "endsBeforeStore": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t >= 96)
    return;
  s[t] = t;
  __syncthreads();
  out[t] = s[95 - t];
}

// Race: early return after a store: the store of a thread that has ended is still unordered
// with one that reads before a barrier.
__global__ void endsBehindStore(int *out) { // CHECK: "endsBehindStore": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t >= 64)
    return;
  out[t] = s[t + 64];
}

// Right: the same with a barrier behind the return: the ended threads count as arrived.
__global__ void endsBehindBarrier(int *out) { // CHECK: "endsBehindBarrier": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t >= 64)
    return;
  out[t] = s[t + 64];
  __syncthreads();
  s[t + 64] = 1;
}

// Right: toggled buffers in nested loops: the toggle goes on over the outer loop.
// CHECK: "togglesOverBoth": "{{race-free|unproven}}"
__global__ void togglesOverBoth(int *out, int n, int m) {
  __shared__ int s[2][128];
  int t = threadIdx.x, b = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      s[b][t] = i;
      __syncthreads();
      out[t] += s[b][127 - t];
      b ^= 1;
    }
}

// Race: the toggle begins anew in each outer iteration with an odd number of inner ones: buffer
// 0 twice in a row.
__global__ void togglesAnewOdd(int *out, int n) { // CHECK: "togglesAnewOdd": "race"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int b = 0;
    for (int j = 0; j < 3; ++j) {
      s[b][t] = i;
      __syncthreads();
      out[t] += s[b][127 - t];
      b ^= 1;
    }
  }
}

// Right: even number of inner ones: 0,1,0,1 | 0,1,...: one barrier between.
__global__ void togglesAnewEven(int *out, int n) { // CHECK: "togglesAnewEven": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int b = 0;
    for (int j = 0; j < 4; ++j) {
      s[b][t] = i;
      __syncthreads();
      out[t] += s[b][127 - t];
      b ^= 1;
    }
  }
}

// Race: unknown number of inner ones, begun anew: may be odd.
// CHECK: "togglesAnewUnknown": "{{race|unproven}}"
__global__ void togglesAnewUnknown(int *out, int n, int m) {
  __shared__ int s[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int b = 0;
    for (int j = 0; j < m; ++j) {
      s[b][t] = i;
      __syncthreads();
      out[t] += s[b][127 - t];
      b ^= 1;
    }
  }
}

// Race: do-while with the barrier at its end: first access of the next iteration against...
// reads before writes in one phase.
__global__ void readsAndWritesInOnePhase(int *out, int n) { // CHECK: "readsAndWritesInOnePhase": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  int k = 0;
  do {
    int v = s[127 - t];
    s[t] = v + 1;
    __syncthreads();
  } while (++k < n);
  out[t] = s[t];
}

// Right: the same with two barriers.
__global__ void twoPhases(int *out, int n) { // CHECK: "twoPhases": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  int k = 0;
  do {
    int v = s[127 - t];
    __syncthreads();
    s[t] = v + 1;
    __syncthreads();
  } while (++k < n);
  out[t] = s[t];
}

// Race: goto past the barrier.
__global__ void jumpsPastBarrier(int *out, int n) { // CHECK: "jumpsPastBarrier": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (n == 3)
    goto end;
  __syncthreads();
end:
  out[t] = s[127 - t];
}

// Right: a switch of the block, each case with a barrier.
__global__ void barrierInEachCase(int *out, int n) { // CHECK: "barrierInEachCase": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  switch (n) {
  case 0:
    __syncthreads();
    break;
  case 1:
    out[t] = 3;
    __syncthreads();
    break;
  default:
    __syncthreads();
  }
  out[t] = s[127 - t];
}

// Race: fall through into a case without a barrier.
__global__ void fallsThrough(int *out, int n) { // CHECK: "fallsThrough": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  switch (n) {
  case 0:
    __syncthreads();
    break;
  case 1:
    out[t] = 3;
  default:;
  }
  out[t] = s[127 - t];
}

// Race: a ring of three with the read one behind: iteration k reads (k+1)%3, which was written
// two iterations ago and will be written in the next.
__global__ void readsTheNext(int *out, int n) { // CHECK: "readsTheNext": "race"
  __shared__ int s[3][128];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[k % 3][t] = k;
    __syncthreads();
    out[t] += s[(k + 1) % 3][127 - t];
  }
}

// Right: a ring of three, the read of the last written: between the write of k+3 and the read
// lie two barriers.
__global__ void readsTheLast(int *out, int n) { // CHECK: "readsTheLast": "race-free"
  __shared__ int s[3][128];
  int t = threadIdx.x;
  s[2][t] = 0;
  for (int k = 0; k < n; ++k) {
    s[k % 3][t] = k;
    __syncthreads();
    out[t] += s[(k + 2) % 3][127 - t];
  }
}

// Right: inner loop's bound shrinks, barrier for all.
__global__ void shrinks(int *out) { // CHECK: "shrinks": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    int v = t < d ? s[t + d] : 0;
    __syncthreads();
    if (t < d)
      s[t] += v;
    __syncthreads();
  }
  out[t] = s[0];
}

// Right: t < d reads t+d >= d, writes t < d: one barrier a step.
__global__ void shrinksWithOne(int *out) { // CHECK: "shrinksWithOne": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

// Race: interleaved addressing with the barrier inside the condition's loop forgotten.
__global__ void interleavedWithout(int *out) { // CHECK: "interleavedWithout": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] += s[t + d];
  }
  if (t == 0)
    out[0] = s[0];
}

// Right: interleaved with barriers.
__global__ void interleaved(int *out) { // CHECK: "interleaved": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

// Race: loop-carried char index: k as unsigned char wraps, buffers of 256... store to
// s[(unsigned char)k] by thread 0, read by all with one barrier.
__global__ void narrowCounter(int *out, int n) { // CHECK: "narrowCounter": "race"
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t == 0)
      s[(unsigned char)k] = k;
    out[t] += s[(unsigned char)k];
  }
}

// Right: each iteration has its own barrier pair.
__global__ void narrowCounterOrdered(int *out, int n) { // CHECK: "narrowCounterOrdered": "race-free"
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t == 0)
      s[(unsigned char)k] = k;
    __syncthreads();
    out[t] += s[(unsigned char)k];
    __syncthreads();
  }
}

// Race: condition on data guards the barrier only for the block: in[0] shared by all; without
// it no barrier.
__global__ void barrierByData(int *out, const int *in) { // CHECK: "barrierByData": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (in[0])
    __syncthreads();
  out[t] = s[127 - t];
}

// Right: a barrier under a block-wide condition, and the read under the same.
__global__ void bothByData(int *out, const int *in) { // CHECK: "bothByData": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (in[0]) {
    __syncthreads();
    out[t] = s[127 - t];
  }
}
