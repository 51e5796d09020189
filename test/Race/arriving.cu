// RUN: %warplint --checks='-*,warplint-divergent-barrier' %s %stub | %check %s
//
// Barriers that all threads arrive at, or of which nobody can know. Threads that have ended are
// told in a remark: before compute capability 7.0 they did not count as arrived.

// Who has ended counts as arrived: synccheck agrees.
__global__ void early(int *out) {
  if (threadIdx.x >= 100)
    return;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: early return: threads 100 to 127 return before this barrier
  out[threadIdx.x] = 1;
}

// The same, written as a condition around everything.
__global__ void around(int *out) {
  if (threadIdx.x < 100) {
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: remark: early return: threads 100 to 127 return before this barrier
    out[threadIdx.x] = 1;
  }
}

// A warp leaves the loop and ends: synccheck agrees.
__global__ void leaves(int *out) {
  for (int k = 0; k < 8; ++k) {
    if (threadIdx.x < 32 && k == 5)
      return;
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: remark: early return: threads 0 to 31 return before this barrier
  }
  out[threadIdx.x] = 1;
}

// Threads make different numbers of rounds, and then end.
__global__ void roundsThenEnd(int *out) {
  for (int i = threadIdx.x; i < 200; i += 128) {
    out[i] = i;
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: remark: early return: threads 72 to 127 return before this barrier
  }
}
__global__ void roundsThenEndBehind(int *out) {
  for (int i = threadIdx.x; i < 200; i += 128) {
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: remark: early return: threads 72 to 127 return before this barrier
    out[i] = i;
  }
}

// The condition is one for the block.
__global__ void shared(int *out, int n, const int *flags) {
  if (n > 3)
    __syncthreads();
  if (blockIdx.x == 7)
    __syncthreads();
  if (flags[blockIdx.x])
    __syncthreads();
  for (int k = 0; k < n; ++k)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// Decided by one number for all.
__global__ void data(int *out, const int *in) {
  if (in[blockIdx.x] > 0)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// Some threads may lie outside of n, in some launch.
__global__ void bounds(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __syncthreads();
  out[i] = 1;
}
__global__ void stride(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// True for all threads of the block.
__global__ void allOfThem(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  if (threadIdx.x / 128 == 0)
    __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 128)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// No thread comes by.
__global__ void never(int *out) {
  if (threadIdx.x > 500)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// The vote is one for the block.
__global__ void vote(int *out, const int *in) {
  if (__nvvm_bar0_or(in[threadIdx.x]))
    __syncthreads();
  out[threadIdx.x] = 1;
}

// Lanes of a warp may wait for each other under any condition of the warp.
__global__ void warps(int *out) {
  if (threadIdx.x < 32)
    __syncwarp();
  out[threadIdx.x] = 1;
}

// Named barriers of some threads, as PTX has them.
__global__ void named(int *out) {
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

// Warps may meet at one barrier from different instructions of PTX.
__global__ void roles(int *out) {
  if (threadIdx.x < 64) {
    out[0] = 1;
    asm volatile("bar.sync 0;" ::: "memory");
  } else {
    out[1] = 1;
    asm volatile("bar.sync 0;" ::: "memory");
  }
}

// A trap ends the program.
__global__ void traps(int *out) {
  if (threadIdx.x == 200)
    __builtin_trap();
  __syncthreads();
  out[threadIdx.x] = 1;
}

// The block is unknown.
__global__ void anyBlock(int *out) {
  if (threadIdx.x < 100)
    __syncthreads();
  out[threadIdx.x] = 1;
}

void right(int *p, int n, int *f) {
  early<<<1, 128>>>(p);
  around<<<1, 128>>>(p);
  leaves<<<1, 128>>>(p);
  roundsThenEnd<<<1, 128>>>(p);
  roundsThenEndBehind<<<1, 128>>>(p);
  shared<<<n, 128>>>(p, n, f);
  data<<<1, 128>>>(p, f);
  bounds<<<n, 128>>>(p, n);
  stride<<<1, 128>>>(p, n);
  allOfThem<<<1, 128>>>(p);
  never<<<1, 128>>>(p);
  vote<<<1, 128>>>(p, f);
  warps<<<1, 128>>>(p);
  named<<<1, 128>>>(p);
  roles<<<1, 128>>>(p);
  traps<<<1, 128>>>(p);
  anyBlock<<<1, n>>>(p);
}
