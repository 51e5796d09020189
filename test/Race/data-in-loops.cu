// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Where data send threads in a loop, and behind a loop that bounds send them to.

// Race: what a thread swaps in the last step, for some data, others read behind the
// loop. The barrier at the begin of a step does not lie between these.
// CHECK: "lastStep": "race"
__global__ void lastStep(int *out, const int *in) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 128] = in[t + 128];
  for (int d = 64; d > 0; d /= 2) {
    __syncthreads();
    int at = 2 * t - (t & (d - 1));
    int a = s[at], b = s[at + d];
    if (a > b) {
      s[at] = b;
      s[at + d] = a;
    }
  }
  out[t] = s[t];
  out[t + 128] = s[t + 128];
}

// Right.
// CHECK: "allSteps": "race-free"
__global__ void allSteps(int *out, const int *in) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 128] = in[t + 128];
  for (int d = 64; d > 0; d /= 2) {
    __syncthreads();
    int at = 2 * t - (t & (d - 1));
    int a = s[at], b = s[at + d];
    if (a > b) {
      s[at] = b;
      s[at + d] = a;
    }
  }
  __syncthreads();
  out[t] = s[t];
  out[t + 128] = s[t + 128];
}

// Race: the table may have two elements, and thread 0 may want that of thread 1.
// CHECK: "table": "race"
__global__ void table(float *out, const float *from, const int *count,
                      const int *type, int types) {
  __shared__ float s[1000];
  for (int i = threadIdx.x; i < types; i += blockDim.x)
    s[i] = from[i];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < count[i]; ++k)
    sum += s[type[i + k]];
  out[i] = sum;
}

// Right: who stores reads what it has stored itself.
// CHECK: "ownPart": "race-free"
__global__ void ownPart(float *out, const float *from, const int *count,
                        int types) {
  __shared__ float s[1000];
  for (int i = threadIdx.x; i < types; i += blockDim.x)
    s[i] = from[i];
  float sum = 0;
  for (int i = threadIdx.x; i < types; i += blockDim.x)
    if (count[i] > 0)
      sum += s[i];
  out[threadIdx.x] = sum;
}

// Right: no n leads to a thread that stores.
// CHECK: "lowAndHigh": "race-free"
__global__ void lowAndHigh(float *out, const float *from, const int *count,
                           int n) {
  __shared__ float s[256];
  if (n > 0)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = from[i];
  if (count[threadIdx.x] > 0)
    out[threadIdx.x] = s[255 - threadIdx.x];
}

void run(int *out, const int *in, float *f, int n) {
  lastStep<<<1, 128>>>(out, in);
  allSteps<<<1, 128>>>(out, in);
  table<<<4, 128>>>(f, f, in, in, n);
  ownPart<<<4, 128>>>(f, f, in, n);
  lowAndHigh<<<4, 128>>>(f, f, in, n);
}
