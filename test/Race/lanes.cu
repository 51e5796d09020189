// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Lanes of a warp: what __syncwarp, its mask and shuffles order (PTX ISA, "bar.warp.sync": the
// lanes that the mask names; since compute capability 7.0 nothing else does).
// A kernel with a race must never be told to be free of them, and none without one to have one.

// Race: thread 0 reads s[1] of lane 1 in lock step.
__global__ void lockStep(int *out) { // CHECK: "lockStep": "race"
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16)
    s[t] += s[t + 16];
  out[t] = s[t];
}

// Right: each step syncs: reads, syncwarp, writes, syncwarp.
__global__ void readsThenWrites(int *out) { // CHECK: "readsThenWrites": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
  for (int d = 32; d > 0; d >>= 1) {
    int v = s[t + d < 64 ? t + d : t];
    __syncwarp();
    if (t < d)
      s[t] += v;
    __syncwarp();
  }
  out[t] = s[0];
}

// Race: syncwarp between the steps, but s[t] += s[t+16] of lane 0 reads s[16], which lane 16
// writes (all 32 lanes add).
__global__ void allLanesAdd(int *out) { // CHECK: "allLanesAdd": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
  s[t] += s[t + 16];
  __syncwarp();
  out[t] = s[0];
}

// Right: as r03 with the writers alone: t < 16 writes s[0..15], reads s[16..31].
__global__ void halvesOfLanes(int *out) { // CHECK: "halvesOfLanes": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
  if (t < 16)
    s[t] += s[t + 16];
  __syncwarp();
  if (t < 8)
    s[t] += s[t + 8];
  __syncwarp();
  if (t < 4)
    s[t] += s[t + 4];
  __syncwarp();
  out[t] = s[0];
}

// Race: one syncwarp is missing in the chain.
__global__ void oneSyncShort(int *out) { // CHECK: "oneSyncShort": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
  if (t < 16)
    s[t] += s[t + 16];
  if (t < 8)
    s[t] += s[t + 8];
  __syncwarp();
  out[t] = s[0];
}

// Race: two warps: syncwarp does not order them.
__global__ void otherWarp(int *out) { // CHECK: "otherWarp": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[63 - t];
}

// Right: syncwarp with the exact mask of the half that is there.
__global__ void exactHalf(int *out) { // CHECK: "exactHalf": "race-free"
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = t;
    __nvvm_bar_warp_sync(0xffff);
    out[t] = s[15 - t];
  }
}

// Race: the mask names lanes 0 to 7 and 8 to 15 apart: lane 0 reads lane 15's.
__global__ void twoQuarters(int *out) { // CHECK: "twoQuarters": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = t;
    __nvvm_bar_warp_sync(t < 8 ? 0xff : 0xff00);
    out[t] = s[15 - t];
  }
}

// Right: pairs: mask 3 << (t & ~1), reads the partner.
__global__ void pairs(int *out) { // CHECK: "pairs": "race-free"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(3u << (t & ~1));
  out[t] = s[t ^ 1];
}

// Race: the same reads two away.
__global__ void otherPair(int *out) { // CHECK: "otherPair": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(3u << (t & ~1));
  out[t] = s[t ^ 2];
}

// Right: non-contiguous mask: even lanes meet, odd lanes meet.
__global__ void evenAndOdd(int *out) { // CHECK: "evenAndOdd": "{{race-free|unproven}}"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t & 1 ? 0xaaaaaaaau : 0x55555555u);
  out[t] = s[t ^ 2];
}

// Race: even and odd lanes do not meet.
__global__ void evenFromOdd(int *out) { // CHECK: "evenFromOdd": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t & 1 ? 0xaaaaaaaau : 0x55555555u);
  out[t] = s[t ^ 1];
}

// Race: a shuffle is no fence.
__global__ void shuffleIsNoBarrier(int *out) { // CHECK: "shuffleIsNoBarrier": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  int v = __shfl_sync(~0u, t, 0);
  out[t] = s[31 - t] + v;
}

// Right: shuffles of own values, each warp's lane 0 stores its own slot.
__global__ void slotsOfWarps(int *out) { // CHECK: "slotsOfWarps": "race-free"
  __shared__ int s[4];
  int t = threadIdx.x, v = t;
  for (int d = 16; d; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (t % 32 == 0)
    s[t / 32] = v;
  __syncthreads();
  if (t < 4)
    out[t] = s[t];
}

// Race: the reduction of warps without the barrier.
__global__ void slotsWithoutBarrier(int *out) { // CHECK: "slotsWithoutBarrier": "race"
  __shared__ int s[4];
  int t = threadIdx.x, v = t;
  for (int d = 16; d; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (t % 32 == 0)
    s[t / 32] = v;
  if (t < 4)
    out[t] = s[t];
}

// Race: the reduction used in a loop without a second barrier: slot written while others read.
__global__ void slotsInLoop(int *out, int n) { // CHECK: "slotsInLoop": "race"
  __shared__ int s[4];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    int v = t + k;
    for (int d = 16; d; d /= 2)
      v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0)
      s[t / 32] = v;
    __syncthreads();
    out[t] += s[0] + s[1] + s[2] + s[3];
  }
}

void run(int *p, float *f, char *c, int n) {
  lockStep<<<1, 32>>>(p);
  readsThenWrites<<<1, 32>>>(p);
  allLanesAdd<<<1, 32>>>(p);
  halvesOfLanes<<<1, 32>>>(p);
  oneSyncShort<<<1, 32>>>(p);
  otherWarp<<<1, 64>>>(p);
  exactHalf<<<1, 32>>>(p);
  twoQuarters<<<1, 32>>>(p);
  pairs<<<1, 32>>>(p);
  otherPair<<<1, 32>>>(p);
  evenAndOdd<<<1, 32>>>(p);
  evenFromOdd<<<1, 32>>>(p);
  shuffleIsNoBarrier<<<1, 32>>>(p);
  slotsOfWarps<<<1, 128>>>(p);
  slotsWithoutBarrier<<<1, 128>>>(p);
  slotsInLoop<<<1, 128>>>(p, n);
}
