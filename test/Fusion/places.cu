// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
// RUN: %warplint %s --format=json --layouts=false --fail-on=never %stub \
// RUN:   | %python -c "import json, sys; [print('line', a['line'], a['column'], a['issue']) for a in json.load(sys.stdin)['files'][0]['accesses']]" \
// RUN:   | FileCheck %s --check-prefix=ISSUE
//
// Where variables of functions that are called lie: those of one function behind
// each other, those of an instance of a template behind those of a kernel that is
// none. What nvcc 13.0 issues for sm_90 stands behind each kernel.

template <int N> __device__ float sum(float v, int n) {
  __shared__ float parts[N];
  __shared__ int count;
  if (threadIdx.x < N)
    parts[threadIdx.x] = v;
  if (threadIdx.x == 40)
    count = n;
  __syncthreads();
  return (parts[4] + parts[5] + parts[6]) * count;
  // CHECK: :[[@LINE-1]]:11: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
template <int N> __device__ float behind(float v) {
  __shared__ float parts[N];
  if (threadIdx.x < N)
    parts[threadIdx.x] = v;
  __syncthreads();
  return parts[2] + parts[3] + parts[4] + parts[6];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load
  // CHECK: :[[@LINE-2]]:21: remark: conflict-free: these 3 loads are issued as one 128-bit load
}
__device__ float plain(float v) {
  __shared__ float parts[7];
  if (threadIdx.x < 7)
    parts[threadIdx.x] = v;
  __syncthreads();
  return parts[2] + parts[3] + parts[4] + parts[6];
  // CHECK-NOT: :[[@LINE-1]]:{{.*}}issued as one
  // ISSUE: line [[@LINE-2]] 10 maybe-fused
}
template <int N> __device__ float other(float v) {
  __shared__ float parts[N];
  if (threadIdx.x < N)
    parts[threadIdx.x] = v;
  __syncthreads();
  return parts[threadIdx.x % N];
}
template <int N> __device__ float constant(float v) {
  __shared__ float parts[N];
  __shared__ int count;
  if (threadIdx.x < N)
    parts[threadIdx.x] = v;
  if (threadIdx.x == 40)
    count = N;
  __syncthreads();
  return (parts[4] + parts[6]) * count;
  // CHECK-NOT: :[[@LINE-1]]:{{.*}}issued as one
}

// `parts` at 0, `count` at 28: LDS.128 [16].
__global__ void alone(float *out, int n) {
  out[threadIdx.x] = sum<7>(out[0], n);
}

// `own` at 0, `parts` at 4: LDS [12], LDS.128 [16].
__global__ void behindOwn(float *out) {
  __shared__ float own;
  if (threadIdx.x == 3)
    own = out[1];
  __syncthreads();
  out[threadIdx.x] = behind<7>(own);
}

// `first` at 0, `second` at 4, before the arrays of two functions: STS.64 [0],
// LDS.64 [0].
__global__ void before2(float *out) {
  __shared__ float first, second;
  const float x = other<5>(out[3]), y = behind<7>(out[4]);
  if (threadIdx.x == 0) {
    first = x;
    second = y;
    // CHECK: :[[@LINE-2]]:5: remark: conflict-free: these 2 stores are issued as one 64-bit store
  }
  __syncthreads();
  out[threadIdx.x] = first * out[9] + second;
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: these 2 loads are issued as one 64-bit load
}

// The same of a kernel that is an instance: nobody knows what comes first.
template <int N> __global__ void ofInstance(float *out) {
  __shared__ float first, second;
  const float x = other<5>(out[3]), y = behind<7>(out[4]);
  if (threadIdx.x == 0) {
    first = x;
    second = y;
    // ISSUE: line [[@LINE-2]] 5 maybe-fused
  }
  __syncthreads();
  out[threadIdx.x] = first * out[9] + second;
}

// `parts` at 0, `own` at 28: LDS.64 [8], LDS [16], LDS [24]. Of functions that are
// no templates the order is not known here.
__global__ void before(float *out) {
  __shared__ float own;
  if (threadIdx.x == 3)
    own = out[1];
  __syncthreads();
  out[threadIdx.x] = plain(own);
}

// There is no `count`: 2 LDS.
__global__ void noVariable(float *out) {
  out[threadIdx.x] = constant<7>(out[0]);
}

void run(float *f, int n) {
  alone<<<1, 64>>>(f, n);
  behindOwn<<<1, 64>>>(f);
  before<<<1, 64>>>(f);
  before2<<<1, 64>>>(f);
  ofInstance<4><<<1, 64>>>(f);
  noVariable<<<1, 64>>>(f);
}
