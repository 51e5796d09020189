// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
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
  noVariable<<<1, 64>>>(f);
}
