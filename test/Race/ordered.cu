// RUN: %warplint --checks='-*,warplint-shared-race' %s %stub | %check %s
//
// Accesses that a barrier orders, that do not meet, or that nobody can decide on. Where the
// comment says so, compute-sanitizer's racecheck is silent on an H200, too.
//
// CHECK-NOT: data race

__global__ void barrier(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

__global__ void warpBarrier(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[t ^ 1];
}

// Own elements: racecheck agrees.
__global__ void own(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t];
  s[t] += 1;
  for (int k = 0; k < 4; ++k)
    s[t] += k;
  out[t] = s[t];
}

// Own bytes: racecheck agrees.
__global__ void ownByte(char *out) {
  __shared__ char s[128];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}

// Two buffers, one barrier per iteration: racecheck agrees.
__global__ void twoBuffers(int *out, const int *in, int n) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[k % 2][t] = in[k * 128 + t];
    __syncthreads();
    sum += s[k % 2][127 - t];
  }
  out[t] = sum;
}

// One value, written by all: no race, a remark.
__global__ void sameValue(int *out, int n) {
  __shared__ int s, u;
  s = 5;
  // CHECK: :[[@LINE-1]]:3: remark: same value
  u = n;
  // CHECK: :[[@LINE-1]]:3: remark: same value
  __syncthreads();
  out[threadIdx.x] = s + u;
}

// One value of a warp, which a shuffle made.
__global__ void sameOfWarp(float *out, const float *in) {
  __shared__ float s[4];
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  s[threadIdx.x / 32] = v;
  __syncthreads();
  out[threadIdx.x] = s[0] + s[1];
}

// Every warp loads all of it, and reads what its own lanes have written.
__global__ void eachWarp(int *out, const int *in) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  s[lane] = in[lane];
  // CHECK: :[[@LINE-1]]:3: remark: same value
  __syncwarp();
  out[threadIdx.x] = s[31 - lane];
}

// Slots that atomics give: racecheck agrees.
__global__ void slots(int *out, const int *in) {
  __shared__ int n, s[128];
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    s[atomicAdd(&n, 1)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Indices of data may meet, or not.
__global__ void data(int *out, const int *in) {
  __shared__ int s[128];
  s[in[threadIdx.x]] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A lock orders those that take it.
__global__ void lock(int *out, int *mutex) {
  __shared__ int s;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    s = threadIdx.x;
    out[0] = s;
    atomicExch(mutex, 0);
  }
}

// A flag that others wait for.
__global__ void flag(int *out) {
  __shared__ int value;
  __shared__ volatile int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 7;
    __nvvm_membar_cta();
    ready = 1;
  }
  while (ready == 0)
    ;
  out[threadIdx.x] = value;
}

// Named barriers of producers and consumers: not followed.
__global__ void named(int *out) {
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
__global__ void namedOfAll(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 3;" ::: "memory");
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// The conditions may exclude each other.
__global__ void modes(int *out, int mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (mode == 0)
    s[t] = t;
  if (mode == 1)
    out[t] = s[127 - t];
}

// The barrier is there whenever it matters, for all that is known.
__global__ void perhaps(int *out, bool wait) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (wait)
    __syncthreads();
  out[t] = s[127 - t];
}

// A loop that runs at least once, as far as its caller knows.
__global__ void loopOfBarriers(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  for (int k = 0; k < n; ++k)
    __syncthreads();
  out[t] = s[127 - t];
}

// An unknown distance.
__global__ void distance(int *out, int d) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t + d];
}

// A reduction with a barrier for each step.
__global__ void reduction(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  out[t] = s[0];
}

// The same with barriers of the warp in the end: racecheck agrees.
__global__ void warpReduction(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32)
    for (int d = 32; d > 0; d /= 2) {
      float v = s[t + d];
      __syncwarp();
      if (t < d)
        s[t] += v;
      __syncwarp();
    }
  __syncthreads();
  out[t] = s[0];
}

// Who ended races with nobody.
__global__ void early(int *out) {
  __shared__ int s[128];
  if (threadIdx.x >= 100)
    return;
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[99 - threadIdx.x];
}

// A grid of as many threads as there are elements makes one round.
__global__ void gridStride(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
    s[t] = in[i];
    __syncthreads();
    out[i] = s[127 - t];
  }
}

// Phases are told apart, in every iteration.
__global__ void tiles(float *c, const float *a, const float *b, int n) {
  __shared__ float s[16][16], t[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = a[y * n + k + x];
    t[y][x] = b[(k + y) * n + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += s[y][i] * t[i][x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// A pipeline of three buffers.
__global__ void pipelined(int *out, const int *in, int n) {
  __shared__ int s[3][128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 2; ++k) {
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[k][t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + k * 128 + t));
    asm volatile("cp.async.commit_group;");
  }
  for (int k = 0; k < n; ++k) {
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    sum += s[k % 3][127 - t];
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[(k + 2) % 3][t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + k * 128 + t));
    asm volatile("cp.async.commit_group;");
  }
  out[t] = sum;
}

// The grid has a known size.
__global__ void rounds(float *out, const float *in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    s[t] += in[i];
  __syncthreads();
  out[t] = s[127 - t];
}

// All threads are in bounds in each iteration, or in none: nobody leaves the loop with the last store.
__global__ void leavesByRow(float *out, const float *in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    if (blockIdx.x * blockDim.x + t >= n)
      break;
    out[t] += s[127 - t];
    __syncthreads();
    s[t] = k;
    if (k < 3)
      __syncthreads();
  }
  if (blockIdx.x * blockDim.x + t >= n)
    out[t] = s[127 - t];
}

void right(int *p, float *f, int n) {
  leavesByRow<<<16, 128>>>(f, f, n);
  rounds<<<16, 128>>>(f, f, n);
  pipelined<<<1, 128>>>(p, p, n);
  barrier<<<1, 128>>>(p);
  warpBarrier<<<1, 128>>>(p);
  own<<<1, 128>>>(p);
  ownByte<<<1, 128>>>((char *)p);
  twoBuffers<<<1, 128>>>(p, p, n);
  sameValue<<<1, 128>>>(p, n);
  sameOfWarp<<<1, 128>>>(f, f);
  eachWarp<<<1, 128>>>(p, p);
  slots<<<1, 128>>>(p, p);
  data<<<1, 128>>>(p, p);
  lock<<<1, 128>>>(p, p);
  flag<<<1, 128>>>(p);
  named<<<1, 128>>>(p);
  namedOfAll<<<1, 128>>>(p);
  modes<<<1, 128>>>(p, n);
  perhaps<<<1, 128>>>(p, n);
  loopOfBarriers<<<1, 128>>>(p, n);
  distance<<<1, 128>>>(p, n);
  reduction<<<1, 128>>>(f);
  warpReduction<<<1, 64>>>(f);
  early<<<1, 128>>>(p);
  gridStride<<<n, 128>>>(p, p, n);
  tiles<<<1, dim3(16, 16)>>>(f, f, f, n);
}
