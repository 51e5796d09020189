// RUN: %warplint --fail-on=never --sort=source --fix-style=auto %s %stub | FileCheck %s
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fail-on=never --fix %t/a.cu %stub
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/a.cu
//
// Each thread has 8 floats of its own in a row: lanes are 8 words apart, and 8 of them
// meet in each of 4 banks. An XOR makes as few wavefronts, with more arithmetic: 128
// threads side by side, once for each of 8 rounds, is what people write.

__global__ void own(const float *in, float *out, int n) {
  __shared__ float s[128 * 8];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout: {{.*}}8 stripes of 128 elements, 's[i % 8 * 128 + i / 8]'
  // FIXED: // Column c of row r of s lies at c * 128 + r. Bank conflicts:
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    s[t * 8 + i] = in[i * 128 + t];
  // FIXED: s[i * 128 + t] = in[i * 128 + t];
  __syncthreads(); // Else nvcc keeps the words in registers.
  for (int r = 0; r < n; ++r) {
    for (int i = 1; i < 8; ++i)
      s[t * 8 + i] += s[t * 8 + i - 1] * 0.5f;
    // FIXED: s[i * 128 + t] += s[(i - 1) * 128 + t] * 0.5f;
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    out[i * 128 + t] = s[t * 8 + i];
  // FIXED: out[i * 128 + t] = s[i * 128 + t];
}

// A pointer to a thread's piece points to no piece then.
__global__ void pieces(const float *in, float *out, int n) {
  __shared__ float own[64 * 16];
  float *mine = own + threadIdx.x * 16;
  // FIXED-NOT: float *mine
  for (int i = 0; i < 16; ++i)
    mine[i] = in[i * 64 + threadIdx.x];
  // FIXED: own[i * 64 + threadIdx.x] = in[i * 64 + threadIdx.x];
  __syncthreads();
  for (int r = 0; r < n; ++r) {
    for (int i = 1; i < 16; ++i)
      mine[i] += mine[i - 1];
    // FIXED: own[i * 64 + threadIdx.x] += own[(i - 1) * 64 + threadIdx.x];
    __syncthreads();
  }
  for (int i = 0; i < 16; ++i)
    out[i * 64 + threadIdx.x] = mine[i];
}

// Stores and loads by all threads say nothing of pieces: their indices would be taken
// apart for stripes, and an XOR is less arithmetic.
__global__ void shared(const float *in, float *out, int n) {
  __shared__ float all[128 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 128 * 32; i += 128)
    all[i] = in[i];
  __syncthreads();
  for (int r = 0; r < n; ++r)
    for (int i = 1; i < 32; ++i)
      all[t * 32 + i] += all[t * 32 + i - 1];
  // FIXED-NOT: all[i * 128 + t]
  __syncthreads();
  for (int i = t; i < 128 * 32; i += 128)
    out[i] = all[i];
}

// A stack for each thread. How deep each one is comes from data: in stripes the lanes
// of a warp are in different banks wherever each of them is, under any other layout
// they meet at random. What the thread has not been seen to keep within its piece goes
// to the place of its element.
__global__ void stacks(const int *next, int *out, int n) {
  __shared__ int stack[128 * 16];
  // CHECK: :[[@LINE-1]]:18: help: suggested layout: 16 stripes of 128 elements, 'stack[i % 16 * 128 + i / 16]'
  int sp = 0, sum = 0;
  stack[threadIdx.x * 16 + sp++] = threadIdx.x;
  // FIXED: stack[stackIndex(threadIdx.x * 16 + sp++)] = threadIdx.x;
  while (sp > 0) {
    int v = stack[threadIdx.x * 16 + --sp];
    // FIXED: stack[stackIndex(threadIdx.x * 16 + --sp)];
    sum += v;
    if (next[v] > 0 && sp < 15) {
      stack[threadIdx.x * 16 + sp++] = next[v];
      stack[threadIdx.x * 16 + sp++] = next[v + 1];
    }
  }
  out[threadIdx.x] = sum;
}

// Counters for each thread: the text says that the digit stays below 16.
__global__ void counters(const unsigned *keys, unsigned *out) {
  __shared__ unsigned count[64 * 16];
  for (int d = 0; d < 16; ++d)
    count[threadIdx.x * 16 + d] = 0;
  // FIXED: count[d * 64 + threadIdx.x] = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned digit = keys[i * 64 + threadIdx.x] & 15;
    count[threadIdx.x * 16 + digit]++;
    // FIXED: count[digit * 64 + threadIdx.x]++;
  }
  for (int d = 0; d < 16; ++d)
    out[d * 64 + threadIdx.x] = count[threadIdx.x * 16 + d];
  // FIXED: = count[d * 64 + threadIdx.x];
}

void run(const float *in, float *out, int n) {
  own<<<1, 128>>>(in, out, n);
  pieces<<<1, 64>>>(in, out, n);
  shared<<<1, 128>>>(in, out, n);
}
void runData(const unsigned *in, unsigned *out, const int *next, int *sums) {
  stacks<<<1, 128>>>(next, sums, 0);
  counters<<<1, 64>>>(in, out);
}
