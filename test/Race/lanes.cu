// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Lanes of a warp: what __syncwarp, its mask and shuffles order (PTX ISA, "bar.warp.sync": the
// lanes that the mask names; since compute capability 7.0 nothing else does).
// A kernel with a race must never be told to be free of them, and none without one to have one.

// CHECK: "races": [

// Race: thread 0 reads s[1] of lane 1 in lock step.
// CHECK: "kernel": "lockStep",
// CHECK-NEXT: "verdict": "race"
__global__ void lockStep(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16)
    s[t] += s[t + 16];
  out[t] = s[t];
}

// Right: each step syncs: reads, syncwarp, writes, syncwarp.
// CHECK: "kernel": "readsThenWrites",
// CHECK-NEXT: "verdict": "race-free"
__global__ void readsThenWrites(int *out) {
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
// CHECK: "kernel": "allLanesAdd",
// CHECK-NEXT: "verdict": "race"
__global__ void allLanesAdd(int *out) {
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
// CHECK: "kernel": "halvesOfLanes",
// CHECK-NEXT: "verdict": "race-free"
__global__ void halvesOfLanes(int *out) {
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
// CHECK: "kernel": "oneSyncShort",
// CHECK-NEXT: "verdict": "race"
__global__ void oneSyncShort(int *out) {
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
// CHECK: "kernel": "otherWarp",
// CHECK-NEXT: "verdict": "race"
__global__ void otherWarp(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[63 - t];
}

// Right: syncwarp with the exact mask of the half that is there.
// CHECK: "kernel": "exactHalf",
// CHECK-NEXT: "verdict": "race-free"
__global__ void exactHalf(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = t;
    __nvvm_bar_warp_sync(0xffff);
    out[t] = s[15 - t];
  }
}

// Race: the mask names lanes 0 to 7 and 8 to 15 apart: lane 0 reads lane 15's.
// CHECK: "kernel": "twoQuarters",
// CHECK-NEXT: "verdict": "race"
__global__ void twoQuarters(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = t;
    __nvvm_bar_warp_sync(t < 8 ? 0xff : 0xff00);
    out[t] = s[15 - t];
  }
}

// Right: pairs: mask 3 << (t & ~1), reads the partner.
// CHECK: "kernel": "pairs",
// CHECK-NEXT: "verdict": "race-free"
__global__ void pairs(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(3u << (t & ~1));
  out[t] = s[t ^ 1];
}

// Race: the same reads two away.
// CHECK: "kernel": "otherPair",
// CHECK-NEXT: "verdict": "race"
__global__ void otherPair(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(3u << (t & ~1));
  out[t] = s[t ^ 2];
}

// Right: non-contiguous mask: even lanes meet, odd lanes meet.
// CHECK: "kernel": "evenAndOdd",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
__global__ void evenAndOdd(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t & 1 ? 0xaaaaaaaau : 0x55555555u);
  out[t] = s[t ^ 2];
}

// Race: even and odd lanes do not meet.
// CHECK: "kernel": "evenFromOdd",
// CHECK-NEXT: "verdict": "race"
__global__ void evenFromOdd(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t & 1 ? 0xaaaaaaaau : 0x55555555u);
  out[t] = s[t ^ 1];
}

// Race: a shuffle is no fence.
// CHECK: "kernel": "shuffleIsNoBarrier",
// CHECK-NEXT: "verdict": "race"
__global__ void shuffleIsNoBarrier(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  int v = __shfl_sync(~0u, t, 0);
  out[t] = s[31 - t] + v;
}

// Right: shuffles of own values, each warp's lane 0 stores its own slot.
// CHECK: "kernel": "slotsOfWarps",
// CHECK-NEXT: "verdict": "race-free"
__global__ void slotsOfWarps(int *out) {
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
// CHECK: "kernel": "slotsWithoutBarrier",
// CHECK-NEXT: "verdict": "race"
__global__ void slotsWithoutBarrier(int *out) {
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
// CHECK: "kernel": "slotsInLoop",
// CHECK-NEXT: "verdict": "race"
__global__ void slotsInLoop(int *out, int n) {
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
