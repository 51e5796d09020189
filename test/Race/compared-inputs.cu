// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Comparisons of floating-point data: of two inputs at places of their own, both may be true.

// CHECK: "twoInputs": "race"
__global__ void twoInputs(int *out, const float *m, float limit) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool isIn = m[2 * i] <= limit && m[2 * i + 1] >= limit;
  if (t == 127)
    first = out[0];
  if (isIn)
    out[first + t] = i;
}

// The same for elements within a bound.
// CHECK: "withinBound": "race"
__global__ void withinBound(int *out, const float *m, float limit, int n) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool isIn = false;
  if (i < n)
    isIn = m[2 * i] <= limit && m[2 * i + 1] >= limit;
  if (t == 127)
    first = out[0];
  if (isIn)
    out[first + t] = i;
}

// The same with a barrier: it is not a race, whatever the data are.
// CHECK: "ordered": "race-free"
__global__ void ordered(int *out, const float *m, float limit) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool isIn = m[2 * i] <= limit && m[2 * i + 1] >= limit;
  if (t == 127)
    first = out[0];
  __syncthreads();
  if (isIn)
    out[first + t] = i;
}

// One input, below one limit and above another: the caller may have no number between them.
// CHECK: "between": "unproven"
__global__ void between(int *out, const float *m, float below, float above) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool isIn = m[i] < below && m[i] > above;
  if (t == 127)
    first = out[0];
  if (isIn)
    out[first + t] = i;
}

// An input that is compared, and read as an integer as well: 0x7f800001 is no number, and below no limit.
// CHECK: "bitsToo": "unproven"
__global__ void bitsToo(int *out, const float *m, float limit) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool isIn = m[i] < limit && ((const int *)m)[i] == 0x7f800001;
  if (t == 127)
    first = out[0];
  if (isIn)
    out[first + t] = i;
}

// Inputs at places that are not known may be one.
// CHECK: "perhapsOne": "unproven"
__global__ void perhapsOne(int *out, const float *m, const int *at, float below, float above) {
  __shared__ int first;
  int t = threadIdx.x;
  bool isIn = m[at[t]] < below && m[at[t + 128]] > above;
  if (t == 127)
    first = out[0];
  if (isIn)
    out[first + t] = t;
}

void run(int *out, const float *m, const int *at, float limit, int n) {
  twoInputs<<<4, 128>>>(out, m, limit);
  withinBound<<<4, 128>>>(out, m, limit, n);
  ordered<<<4, 128>>>(out, m, limit);
  between<<<4, 128>>>(out, m, limit, limit);
  bitsToo<<<4, 128>>>(out, m, limit);
  perhapsOne<<<4, 128>>>(out, m, at, limit, limit);
}
