// RUN: %warplint --checks='-*,warplint-divergent-barrier' --fail-on=never %s %stub | FileCheck %s --implicit-check-not='divergent barrier:' --implicit-check-not='early return:'
//
// Barriers in assembly, which warps may come to from several instructions: by their numbers and counts.

// Threads 64 to 127 go on, and store what the others store behind the barrier.
__global__ void halfOfBlock(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 0;" ::: "memory");
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 64 to 127 do not arrive
  out[t] = t;
}

// The count is that of all threads, and half of them come.
__global__ void counted(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("barrier.sync 1, 128;" ::: "memory");
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 64 to 127 do not arrive
  out[t] = t;
}

// Warps wait at two barriers for each other.
__global__ void numbers(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 1;" ::: "memory");
  else
    asm volatile("bar.sync 2;" ::: "memory");
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: threads 0 to 63 do not arrive
  out[t] = t;
}

// A barrier of 96 threads, to which two warps come: 64 threads.
__global__ void tooMany(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 1, 96;" ::: "memory");
  // CHECK: :[[@LINE-1]]:5: error: divergent barrier: it waits for 96 threads, but only 64 arrive
  // CHECK: note: threads 0 to 63 wait here forever
  out[t] = t;
}

// The consumers wait for one round more than the producers make.
__global__ void lastRound(int *out) {
  int t = threadIdx.x;
  if (t < 32)
    for (int k = 0; k < 3; ++k)
      asm volatile("bar.arrive 1, 64;" ::: "memory");
  else if (t < 64)
    for (int k = 0; k < 4; ++k)
      asm volatile("bar.sync 1, 64;" ::: "memory");
  // CHECK: :[[@LINE-1]]:7: error: divergent barrier: it waits for 64 threads, but only 32 arrive
  out[t] = t;
}

// Right: warps meet from two instructions.
__global__ void meets(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 1, 128;" ::: "memory");
  else
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = t;
}

// Right: the first two warps have a barrier of their own.
__global__ void own(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = t;
}

// Right: each round has its arrivals.
__global__ void rounds(int *out, int n) {
  int t = threadIdx.x;
  if (t < 32)
    for (int k = 0; k < n; ++k)
      asm volatile("bar.arrive 1, 64;" ::: "memory");
  else if (t < 64)
    for (int k = 0; k < n; ++k)
      asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = t;
}

// Undecided: for n = m it is right.
__global__ void twoParameters(int *out, int n, int m) {
  int t = threadIdx.x;
  if (t < 32)
    for (int k = 0; k < n; ++k)
      asm volatile("bar.arrive 1, 64;" ::: "memory");
  else if (t < 64)
    for (int k = 0; k < m; ++k)
      asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = t;
}

// Undecided: nothing says whether threads that have ended count among 128.
__global__ void ended(int *out) {
  int t = threadIdx.x;
  if (t >= 64)
    return;
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = t;
}

void launches(int *p, int n) {
  halfOfBlock<<<1, 128>>>(p);
  counted<<<1, 128>>>(p);
  numbers<<<1, 128>>>(p);
  tooMany<<<1, 128>>>(p);
  lastRound<<<1, 128>>>(p);
  meets<<<1, 128>>>(p);
  own<<<1, 128>>>(p);
  rounds<<<1, 128>>>(p, n);
  twoParameters<<<1, 128>>>(p, n, n);
  ended<<<1, 128>>>(p);
}
