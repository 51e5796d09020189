// RUN: not %warplint --checks='-*,warplint-shared-race' %s %stub | %check %s
//
// Two threads, one byte, at least one plain write, and no barrier between: a race (PTX ISA,
// "Memory Consistency Model"). What compute-sanitizer's racecheck says of the same code on an
// H200 stands beside it.

// racecheck: error.
__global__ void otherWarp(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(t + 32) % 128];
  // CHECK: :[[@LINE-1]]:12: error: data race: nothing orders this 32-bit load of 's' by thread {{[0-9]+}} and the 32-bit store by thread {{[0-9]+}} [warplint-shared-race]
  // CHECK: :[[@LINE-3]]:3: note: thread {{[0-9]+}} accesses the same word here with a 32-bit store
  // CHECK: note: no barrier of the block lies between the accesses
  // CHECK: note: 's' is declared here
}

// racecheck: error. A fence makes nobody wait.
__global__ void fence(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_membar_cta();
  out[t] = s[(t + 32) % 128];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// racecheck: a warning ("Warp Level Programming").
__global__ void sameWarp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t ^ 1];
  // CHECK: :[[@LINE-1]]:12: error: data race: nothing orders this 32-bit load of 's' by thread {{[0-9]+}} and the
  // CHECK: note: the threads are in one warp; since compute capability 7.0 only __syncwarp() and barriers order its lanes
}

// racecheck: a warning. volatile does not order.
__global__ void lockStep(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race
    s[t] += s[t + 8];
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race
  }
  __syncthreads();
  out[t] = s[0];
}

// racecheck: a warning. A shuffle orders no memory.
__global__ void shuffleInstead(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  int v = __shfl_xor_sync(~0u, t, 1);
  out[t] = s[t ^ 1] + v;
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// racecheck: error. No barrier at the end of the loop's body.
__global__ void endOfBody(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[t] = in[k * 128 + t];
    // CHECK: :[[@LINE-1]]:5: error: data race: nothing orders this 32-bit store of 's' by thread {{[0-9]+}} and the 32-bit load by thread {{[0-9]+}}
    // CHECK: note: in iteration 1 of the loop, the other access in iteration 0
    __syncthreads();
    sum += s[127 - t];
  }
  out[t] = sum;
}

// racecheck: error. A scan in place with one barrier per step.
__global__ void scanInPlace(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (t >= d)
      s[t] += s[t - d];
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race
    __syncthreads();
  }
  out[t] = s[t];
}

// racecheck: error. Halves of dynamic memory that overlap.
__global__ void halves(int *out) {
  extern __shared__ int all[];
  int *low = all, *high = all + 64;
  int t = threadIdx.x;
  low[t] = t;
  high[t] = 2 * t;
  // CHECK: :[[@LINE-1]]:3: error: data race: nothing orders this 32-bit store of 'all'
  __syncthreads();
  out[t] = low[t];
}

// racecheck: nothing. Atomics race with plain accesses.
__global__ void atomicAndPlain(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  atomicAdd(&n, 1);
  if (threadIdx.x == 64)
    out[0] = n;
  // CHECK: :[[@LINE-1]]:14: error: data race: nothing orders this 32-bit load of 'n' by thread 64 and the
}
// The barrier behind the zeros is missing.
__global__ void zeros(int *out, const int *in) {
  __shared__ int bins[64];
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  atomicAdd(&bins[(threadIdx.x + 1) % 64], in[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race
  __syncthreads();
  out[threadIdx.x] = bins[0];
}

// racecheck: the pair inside of a warp alone. 16 bytes of one, 4 of another.
__global__ void wide(int *out) {
  __shared__ int4 s[64];
  int t = threadIdx.x;
  s[t] = make_int4(t, t, t, t);
  if (t == 5)
    ((int *)s)[4 * 40 + 2] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race: nothing orders this 32-bit store of 's' by thread 5 and the 128-bit store by thread 40
  __syncthreads();
  out[t] = s[t].x;
}

// One word, a value of each thread.
__global__ void lastOne(int *out) {
  __shared__ int s;
  s = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: error: data race: nothing orders this 32-bit store of 's' by thread 0 and the 32-bit store by thread 1
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void lastLoaded(float *out, const float *in) {
  __shared__ float s;
  s = 2 * in[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: error: data race
  __syncthreads();
  out[threadIdx.x] = s;
}

// A condition of the block does not order.
__global__ void conditions(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n > 4) {
    s[t] = n + t;
    out[t] = s[127 - t];
    // CHECK: :[[@LINE-1]]:14: error: data race
  }
}

// Both arms of one condition.
__global__ void arms(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64)
    s[t] = 1;
  // CHECK: :[[@LINE-1]]:5: error: data race: nothing orders this 32-bit store of 's' by thread 0 and the 32-bit load by thread 64
  else
    out[t] = s[t - 64];
}

// Within the bounds of the data.
__global__ void bounds(int *out, const int *in, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = in[i];
    out[i] = s[127 - threadIdx.x];
    // CHECK: :[[@LINE-1]]:14: error: data race
  }
}

// Rows of a tile, columns read back.
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * n + x];
  out[y * n + x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:20: error: data race: nothing orders this 32-bit load of 'tile' by thread ({{[0-9,]+}}) and the
}

// A loop that runs before the barrier, a read behind it in the next phase.
__global__ void twoPhases(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 64)
    s[i] = i;
  __syncthreads();
  int v = s[63 - t];
  s[t] = v;
  // CHECK: :[[@LINE-1]]:3: error: data race
  __syncthreads();
  out[t] = s[t];
}

// Bytes of one word are apart; these are not.
__global__ void bytes(char *out) {
  __shared__ short s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = ((char *)s)[2 * t + 2 > 255 ? 0 : 2 * t + 2];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// A loop of many rounds, which nobody waits in, comes before.
__global__ void behindLongLoop(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < 1 << 20; i += 128)
    sum += in[i];
  s[t] = sum;
  out[t] = s[127 - t];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// Others read what a copy brings; only its own thread has waited.
__global__ void copied(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + t));
  asm volatile("cp.async.wait_all;");
  out[t] = s[127 - t];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// A tile of 16 lanes waits, and reads another one's words.
__global__ void otherTile(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t < 16 ? 0xffff : 0xffff0000);
  out[t] = s[(t + 16) % 32];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

// The copy of the next tile overwrites what others still read.
__global__ void earlyCopy(int *out, const int *in, int n) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) {
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[(k + 1) % 2][t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + k * 128 + t));
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: data race
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    sum += s[k % 2][127 - t];
  }
  out[t] = sum;
}

// A grid of known size makes rounds over the data: what comes behind them needs a barrier.
__global__ void behindRounds(float *out, const float *in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    s[t] += in[i];
  out[t] = s[127 - t];
  // CHECK: :[[@LINE-1]]:12: error: data race
}

void wrong(int *p, float *f, int n) {
  behindRounds<<<16, 128>>>(f, f, n);
  behindLongLoop<<<1, 128>>>(p, p);
  copied<<<1, 128>>>(p, p);
  otherTile<<<1, 32>>>(p);
  earlyCopy<<<1, 128>>>(p, p, n);
  otherWarp<<<1, 128>>>(p);
  fence<<<1, 128>>>(p);
  sameWarp<<<1, 32>>>(p);
  lockStep<<<1, 64>>>(p);
  shuffleInstead<<<1, 32>>>(p);
  endOfBody<<<1, 128>>>(p, p, n);
  scanInPlace<<<1, 128>>>(p);
  halves<<<1, 128, 1024>>>(p);
  atomicAndPlain<<<1, 128>>>(p);
  zeros<<<1, 128>>>(p, p);
  wide<<<1, 64>>>(p);
  lastOne<<<1, 128>>>(p);
  lastLoaded<<<1, 128>>>(f, f);
  conditions<<<1, 128>>>(p, n);
  arms<<<1, 128>>>(p);
  bounds<<<n, 128>>>(p, p, n);
  transpose<<<1, dim3(16, 16)>>>(f, f, n);
  twoPhases<<<1, 64>>>(p);
  bytes<<<1, 128>>>((char *)p);
}
