// RUN: %warplint --checks='-*,warplint-redundant-barrier' %s %stub | %check %s --allow-empty
//
// Barriers that order something, or of which that is unknown.
//
// CHECK-NOT: redundant barrier

// Another thread's element.
__global__ void otherThread(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

// The last loads of an iteration come before the stores of the next one.
__global__ void nextIteration(float *out, const float *__restrict__ in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// Each step of a sum needs its own.
__global__ void sum(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  out[t] = s[0];
}

// Zeros before the atomics, atomics before the loads.
__global__ void histogram(int *out, const int *__restrict__ in) {
  __shared__ int bins[32];
  int t = threadIdx.x;
  if (t < 32)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 31], 1);
  __syncthreads();
  if (t < 32)
    out[t] = bins[t];
}

// Lanes of one warp need some barrier, too.
__global__ void oneWarp(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[31 - t];
}

// What the block writes to global memory and reads again.
__global__ void globalMemory(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = 1;
  __syncthreads();
  out[t + 128] = s[t] + out[127 - t];
}

// Indices of data may be those of other threads.
__global__ void data(float *out, const int *__restrict__ in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[in[t]];
}

// A distance that is unknown.
__global__ void distance(float *out, int d) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[t + d];
}

// Vote and barrier in one.
__global__ void vote(int *out, const int *__restrict__ in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t] + __nvvm_bar0_popc(in[t] > 0);
}

// A fence: other blocks may count on what comes before the barrier.
__global__ void lastBlock(float *out, unsigned *count) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t];
  __nvvm_membar_gl();
  __syncthreads();
  if (t == 0)
    atomicAdd(count, 1u);
}

// The block is unknown, and threads of some read what others have stored.
__global__ void anyBlock(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 512];
}

// Two launches, of which one needs it.
__global__ void twoLaunches(float *out, int d) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[t + d];
}

// Of two barriers around a shared word each is needed.
__global__ void broadcast(float *out, int n) {
  __shared__ float word;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0)
      word = k;
    __syncthreads();
    sum += word;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// In a function that another kernel needs.
__device__ void wait() { __syncthreads(); }
__global__ void inFunctionToo(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = 1;
  wait();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void inFunction(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = 1;
  wait();
  out[threadIdx.x] = s[threadIdx.x];
}

// The two halves overlap.
__global__ void overlap(float *out) {
  __shared__ float s[192];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  s[t + 64] = 2;
  __syncthreads();
  out[t] = s[t];
}

// One thread waits for another block, and the barrier keeps the others back.
__global__ void polled(float *out, const volatile int *flag, const float *data) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t == 0)
    while (*flag == 0)
      ;
  __syncthreads();
  out[t] = data[t] + s[t];
}

// A limit behind a sum: in the other order memory has another value.
__global__ void sumAndLimit(int *out, const int *__restrict__ in) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0)
    s = 0;
  __syncthreads();
  atomicAdd(&s, in[t]);
  __syncthreads();
  atomicMax(&s, 5);
  __syncthreads();
  out[t] = s;
}

// The same in global memory.
__global__ void limitOfSum(int *out, const int *__restrict__ in) {
  atomicAdd(out, in[threadIdx.x]);
  __syncthreads();
  atomicMax(out, 5);
}

// Who asks gets what all have added.
__global__ void askedSum(int *out, const int *__restrict__ in) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0)
    s = 0;
  __syncthreads();
  atomicAdd(&s, in[t]);
  __syncthreads();
  if (t == 0)
    out[0] = atomicAdd(&s, 0);
}

// What the first thread learns of other blocks holds for all that follow it.
__global__ void asksOthers(int *out, int *flag) {
  if (threadIdx.x == 0)
    atomicAdd(out, atomicAdd(flag, 1));
  __syncthreads();
  atomicAdd(out + 1, 1);
}

// Of two exchanges the second one stays.
__global__ void exchanged(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  atomicExch(&s, 1);
  __syncthreads();
  atomicExch(&s, 2);
  __syncthreads();
  out[t] = s;
}

void run(float *f, int *p, int n) {
  sumAndLimit<<<1, 128>>>(p, p);
  limitOfSum<<<1, 128>>>(p, p);
  askedSum<<<1, 128>>>(p, p);
  asksOthers<<<4, 128>>>(p, p + 2);
  exchanged<<<1, 128>>>(p);
  polled<<<2, 128>>>(f, p, f);
  otherThread<<<1, 128>>>(f);
  nextIteration<<<1, 128>>>(f, f, n);
  sum<<<1, 128>>>(f);
  histogram<<<1, 128>>>(p, p);
  oneWarp<<<1, 32>>>(f);
  globalMemory<<<1, 128>>>(f);
  data<<<1, 128>>>(f, p);
  distance<<<1, 128>>>(f, n);
  vote<<<1, 128>>>(p, p);
  lastBlock<<<1, 128>>>(f, (unsigned *)p);
  anyBlock<<<1, n>>>(f);
  twoLaunches<<<1, 128>>>(f, 0);
  twoLaunches<<<1, 128>>>(f, 1);
  broadcast<<<1, 128>>>(f, n);
  inFunction<<<1, 128>>>(f);
  inFunctionToo<<<1, 128>>>(f);
  overlap<<<1, 128>>>(f);
}
