// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub | %races | FileCheck %s
//
// What a loop of a known number of rounds leaves behind: the scan by Blelloch doubles an
// offset in its first loop and halves it in its second one, and how often is the launch's.

__global__ void scan(float *out, const float *in, int n) { // CHECK: "scan": "race-free"
  extern __shared__ float s[];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  out[2 * t] = s[2 * t]; // Its last round touched these two alone.
  out[2 * t + 1] = s[2 * t + 1];
}

// The same without the barrier of the second loop: thread 1 of d = 2 loads what thread 0 of
// d = 1 stores.
__global__ void unordered(float *out, const float *in, int n) { // CHECK: "unordered": "race"
  extern __shared__ float s[];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
}

// A loop around: the inner one is left with another value in each of its rounds.
__global__ void nested(float *out, const float *in, int n) { // CHECK: "nested": "{{race|unproven}}"
  extern __shared__ float s[];
  int t = threadIdx.x, last = 1;
  for (int k = 0; k < 3; ++k) {
    s[t + last] = in[k]; // last is 1, then 2 and 3: thread 0's word in the
    int x = 0;           // second round is thread 1's in the first.
    for (int d = 0; d <= k; ++d)
      x += 1;
    last = x + 1;
  }
  __syncthreads();
  out[t] = s[t];
}

// Data say when the loop is left: how large the step is, too.
__global__ void byData(float *out, const float *in, int n) { // CHECK: "byData": "unproven"
  extern __shared__ float s[];
  int t = threadIdx.x, step = 1;
  for (int d = 0; d < 8; ++d) {
    if (in[d] > 0)
      break;
    step *= 2;
  }
  s[t * step] = in[t];
  __syncthreads();
  out[t] = s[t];
}

void run(float *out, const float *in) {
  scan<<<1, 64, 512>>>(out, in, 128);
  unordered<<<1, 64, 512>>>(out, in, 128);
  nested<<<1, 64, 512>>>(out, in, 128);
  byData<<<1, 64, 65536>>>(out, in, 128);
}
