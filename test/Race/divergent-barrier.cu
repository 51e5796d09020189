// RUN: not %warplint --checks='-*,warplint-divergent-barrier' %s %stub | %check %s
//
// All threads of a block that have not ended wait for each other at __syncthreads(). Who
// ended counts as arrived (cc 7.0 and later). Verdicts were compared with compute-sanitizer's
// synccheck on an H200 where the comment says so.

// Wrong: synccheck agrees.
__global__ void someThreads(int *out) {
  int t = threadIdx.x;
  if (t < 100)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 100 to 127 do not arrive [warplint-divergent-barrier]
  // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: '{{.*}}' holds for threads 0 to 99, but not for threads 100 to 127
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: threads 100 to 127 continue here without waiting
  out[t] = t;
}

// Both ways have one, along warps: synccheck agrees.
__global__ void bothWarps(int *out) {
  int t = threadIdx.x;
  if (t < 64) {
    out[t] = 1;
    __syncthreads();
  } else {
    out[t] = 2;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 0 to 63 do not arrive
    // CHECK: note: 'threadIdx.x < 64' holds for threads 0 to 63, but not for threads 64 to 127
    // CHECK: :[[@LINE-6]]:5: note: threads 0 to 63 wait at this barrier instead
  }
}

// Both ways have one, odd and even lanes: synccheck agrees.
__global__ void bothLanes(int *out) {
  int t = threadIdx.x;
  if (t & 1) {
    out[t] = 1;
    __syncthreads();
  } else {
    out[t] = 2;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 1, 3, 5, 7, ... do not arrive
  }
}

// Threads make different numbers of rounds, then all go on.
__global__ void rounds(int *out) {
  for (int i = threadIdx.x; i < 200; i += 128) {
    out[i] = i;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 72 to 127 do not arrive
  }
  out[threadIdx.x] += 1;
}

// A break of some.
__global__ void breaks(int *out) {
  for (int k = 0; k < 8; ++k) {
    if (threadIdx.x < 32 && k == 5)
      break;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 0 to 31 do not arrive
  }
  out[threadIdx.x] = 0;
}

// A reduction that syncs only those that add.
__global__ void reduction(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2)
    if (t < d) {
      s[t] += s[t + d];
      __syncthreads();
      // CHECK: :[[@LINE-1]]:7: error: divergent barrier: threads 64 to 127 do not arrive
    }
  out[t] = s[0];
}

// A function that waits, called by some.
__device__ void waits() { __syncthreads(); }
// CHECK: :[[@LINE-1]]:27: error: divergent barrier: threads 16 to 127 do not arrive
// CHECK: note: called from
__global__ void callsIt(int *out) {
  if (threadIdx.x < 16)
    waits();
  out[threadIdx.x] = 1;
}

// Whatever n is, these threads part.
__global__ void unknownBound(int *out, int n) {
  for (int k = 0; k < n; ++k) {
    if ((threadIdx.x + k) % 2 == 0)
      __syncthreads();
    // CHECK: :[[@LINE-1]]:7: error: divergent barrier: threads
    out[threadIdx.x + k] = k;
  }
}

// A condition on the block's number: some blocks fail.
__global__ void inOneBlock(int *out) {
  if (blockIdx.x == 3 && threadIdx.x >= 64)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 0 to 63 do not arrive
  out[threadIdx.x] = 1;
}

// Rows of a block.
__global__ void rows(int *out) {
  if (threadIdx.y == 0)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 16 to 127 do not arrive
  out[threadIdx.x] = 1;
}

// __syncthreads_count and its like wait as well.
__global__ void counts(int *out) {
  int n = 0;
  if (threadIdx.x > 3)
    n = __nvvm_bar0_popc(1);
  // CHECK: :[[@LINE-1]]:9: error: divergent barrier: threads 0 to 3 do not arrive
  out[threadIdx.x] = n;
}

// The switch has a barrier in one case.
__global__ void cases(int *out) {
  switch (threadIdx.x % 4) {
  case 0:
    out[0] = 1;
    break;
  case 1:
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier
    break;
  default:
    out[1] = 2;
  }
  out[threadIdx.x] = 3;
}

// After a loop that nobody can count, all are together again.
__global__ void afterData(int *out, const int *in) {
  for (int i = in[threadIdx.x]; i > 0; --i)
    out[i] = i;
  if (threadIdx.x != 5)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 5 do not arrive
  out[threadIdx.x] = 1;
}

// Some end, of the others some do not wait.
__global__ void endAndPart(int *out) {
  if (threadIdx.x < 32)
    return;
  if (threadIdx.x < 64)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 64 to 127 do not arrive
  out[threadIdx.x] = 1;
}

// One warp meets another barrier than the rest: one more round.
__global__ void oneMore(int *out) {
  const int most = threadIdx.x < 32 ? 4 : 3;
  for (int k = 0; k < most; ++k) {
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 32 to 127 do not arrive
  }
  out[threadIdx.x] = 1;
}

void wrong(int *p, float *f, int n) {
  someThreads<<<1, 128>>>(p);
  bothWarps<<<1, 128>>>(p);
  bothLanes<<<1, 128>>>(p);
  rounds<<<1, 128>>>(p);
  breaks<<<1, 128>>>(p);
  reduction<<<1, 128>>>(f);
  callsIt<<<1, 128>>>(p);
  unknownBound<<<1, 128>>>(p, n);
  inOneBlock<<<n, 128>>>(p);
  rows<<<1, dim3(16, 8)>>>(p);
  counts<<<1, 128>>>(p);
  cases<<<1, 128>>>(p);
  afterData<<<1, 128>>>(p, p);
  endAndPart<<<1, 128>>>(p);
  oneMore<<<1, 128>>>(p);
}
