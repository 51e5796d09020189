// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Blocks of any number of threads: loops that halve or double up to it end soon, and conditions that
// compare one unknown, or its rest, let in threads that lie apart.

// Right: 2 * step * t and step further on.
// CHECK: "doubling": "race-free"
__global__ void doubling(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    int i = 2 * step * t;
    if (i < blockDim.x)
      s[i] += s[i + step];
    __syncthreads();
  }
  out[t] = s[0];
}

// Race: thread 1 writes s[1], which thread 0 reads.
// CHECK: "doublingHalf": "race"
__global__ void doublingHalf(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    int i = step * t;
    if (i < blockDim.x)
      s[i] += s[i + step];
    __syncthreads();
  }
  out[t] = s[0];
}

// Race: what the last iteration writes is read by all.
// CHECK: "doublingNoEnd": "race"
__global__ void doublingNoEnd(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    int i = 2 * step * t;
    if (i < blockDim.x)
      s[i] += s[i + step];
  }
  out[t] = s[0];
}

// Race: thread 0 writes s[2 * step], as thread 1 does.
// CHECK: "doublingThree": "unproven"
__global__ void doublingThree(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    s[2 * step * t] = 1;
    s[2 * step * t + 2 * step] = 1;
    __syncthreads();
  }
  out[t] = s[0];
}

// Right: threads with one rest, and those between them.
// CHECK: "rests": "race-free"
__global__ void rests(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (i % (2 * step) == 0)
      s[t] += s[t + step];
    __syncthreads();
  }
  out[t] = s[0];
}

// Race: thread 2 writes what thread 0 reads.
// CHECK: "restsTooFar": "race"
__global__ void restsTooFar(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (i % (2 * step) == 0)
      s[t] += s[t + 2 * step];
    __syncthreads();
  }
  out[t] = s[0];
}

// Race: thread 1 has a rest below 2, too.
// CHECK: "restsOfTwo": "race"
__global__ void restsOfTwo(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 4 < 2)
    s[t] += s[t + 1];
  out[t] = 0;
}

// Race: in blocks of 33 threads, block 1 begins at an odd number, where thread 0 reads s[2]; not in blocks
// of an even number.
// CHECK: "restsOfTwoNumbers": "race-free", "in blocks of (64,1,1), (256,1,1), (1024,1,1); the block shape is unknown"
__global__ void restsOfTwoNumbers(float *out, const float *in) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 2 == 0)
    s[t] = 1;
  if (i % 2 == 1)
    out[i] = s[t + 2];
}

// Right: one thread is the one that x says.
// CHECK: "oneThread": "race-free"
__global__ void oneThread(float *out, int x) {
  __shared__ float s;
  int t = threadIdx.x;
  if (t == x)
    s = t;
  __syncthreads();
  if (x == t + 1)
    s += 1;
  __syncthreads();
  out[t] = s;
}

// Race: x and y are of two threads.
// CHECK: "twoThreads": "unproven"
__global__ void twoThreads(float *out, int x, int y) {
  __shared__ float s;
  int t = threadIdx.x;
  if (t == x)
    s = t;
  if (t == y)
    s = 2 * t;
  __syncthreads();
  out[t] = s;
}

// Race: of 2 threads both have t / 2 = 0.
// CHECK: "onePair": "unproven"
__global__ void onePair(float *out, int x) {
  __shared__ float s;
  int t = threadIdx.x;
  if (t / 2 == x)
    s = t;
  __syncthreads();
  out[t] = s;
}

// Race: thread x + 1 reads what thread x writes.
// CHECK: "neighborOfOne": "unproven"
__global__ void neighborOfOne(float *out, int x) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (t == x)
    s[t] = t;
  if (t == x + 1)
    out[t] = s[t - 1];
}

// Right: 1024 words, as many in each round as the block has threads.
// CHECK: "roundsOfBlock": "race-free"
__global__ void roundsOfBlock(int *out) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    s[i] = i;
  __syncthreads();
  out[threadIdx.x] = s[1023 - threadIdx.x];
}

// Race: the thread behind the last one has the first word of the next round.
// CHECK: "roundsOneLess": "unproven"
__global__ void roundsOneLess(int *out) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x - 1)
    s[i] = i;
}

// Race: two words each, in rounds of one word for each thread.
// CHECK: "roundsOfPairs": "race"
__global__ void roundsOfPairs(int *out) {
  __shared__ int s[1025];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    s[i] = i;
    s[i + 1] = i;
  }
}

// Race: thread t in round 2 and thread t + blockDim.x / 2 in round 1.
// CHECK: "roundsOfHalves": "race"
__global__ void roundsOfHalves(int *out) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x / 2)
    s[i] = threadIdx.x;
}

void run(float *f, int *p, int n) {
  doubling<<<n, n>>>(f, f);
  doublingHalf<<<n, n>>>(f, f);
  doublingNoEnd<<<n, n>>>(f, f);
  doublingThree<<<n, n>>>(f, f);
  rests<<<n, n>>>(f, f);
  restsTooFar<<<n, n>>>(f, f);
  restsOfTwo<<<n, n>>>(f, f);
  restsOfTwoNumbers<<<n, n>>>(f, f);
  oneThread<<<n, n>>>(f, n);
  twoThreads<<<n, n>>>(f, n, 2 * n);
  onePair<<<n, n>>>(f, n);
  neighborOfOne<<<n, n>>>(f, n);
  roundsOfBlock<<<n, n>>>(p);
  roundsOneLess<<<n, n>>>(p);
  roundsOfPairs<<<n, n>>>(p);
  roundsOfHalves<<<n, n>>>(p);
}
