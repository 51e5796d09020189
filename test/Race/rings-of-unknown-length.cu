// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Rings of buffers whose number is a parameter.

// Two barriers: no access of one turn is in a phase with one of the next, whichever buffer that has.
// CHECK: "remainder": "race-free"
__global__ void remainder(int *out, const int *in, int n, int stages) {
  extern __shared__ int s[];
  int t = threadIdx.x, stage = 0, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[stage * 128 + t] = in[k * 128 + t];
    __syncthreads();
    sum += s[stage * 128 + 127 - t];
    __syncthreads();
    stage = (stage + 1) % stages;
  }
  out[t] = sum;
}

// CHECK: "startsAgain": "race-free"
__global__ void startsAgain(int *out, const int *in, int n, int stages) {
  extern __shared__ int s[];
  int t = threadIdx.x, stage = 0, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[stage * 128 + t] = in[k * 128 + t];
    __syncthreads();
    sum += s[stage * 128 + 127 - t];
    __syncthreads();
    if (++stage == stages)
      stage = 0;
  }
  out[t] = sum;
}

// One barrier: right with two buffers or more, a race with one. The caller decides.
// CHECK: "oneBarrier": "unproven", "cannot prove that the load at line [[#@LINE+7]] and the store at line [[#@LINE+5]] are ordered"
__global__ void oneBarrier(int *out, const int *in, int n, int stages) {
  extern __shared__ int s[];
  int t = threadIdx.x, stage = 0, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[stage * 128 + t] = in[k * 128 + t];
    __syncthreads();
    sum += s[stage * 128 + 127 - t];
    stage = (stage + 1) % stages;
  }
  out[t] = sum;
}

// A race with any number of buffers: each is read by others in the phase that fills it.
// CHECK: "noBarrier": "race"
__global__ void noBarrier(int *out, const int *in, int n, int stages) {
  extern __shared__ int s[];
  int t = threadIdx.x, stage = 0, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[stage * 128 + t] = in[k * 128 + t];
    sum += s[stage * 128 + 127 - t];
    stage = (stage + 1) % stages;
  }
  out[t] = sum;
}

void run(int *out, const int *in, int n, int stages) {
  remainder<<<1, 128, n>>>(out, in, n, stages);
  startsAgain<<<1, 128, n>>>(out, in, n, stages);
  oneBarrier<<<1, 128, n>>>(out, in, n, stages);
  noBarrier<<<1, 128, n>>>(out, in, n, stages);
}
