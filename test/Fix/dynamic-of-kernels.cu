// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: not %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck --input-file=%t/fixed.cu %s
//
// Dynamic memory that two kernels call by one name is an array of each: the rows of
// the first need another layout, those of the second do not. By hand, 32 warps: the
// column of the first costs 32 wavefronts a warp, its store 1.

__global__ void column(const float *in, float *out) {
  extern __shared__ float buf[];
  buf[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: buf[threadIdx.y * 32 + (threadIdx.x ^ threadIdx.y)] =
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = buf[threadIdx.x * 32 + threadIdx.y];
  // CHECK: = buf[threadIdx.x * 32 + (threadIdx.y ^ threadIdx.x)];
}
__global__ void padded(const float *in, float *out) {
  extern __shared__ float buf[];
  buf[threadIdx.y * 33 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: buf[threadIdx.y * 33 + threadIdx.x] =
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = buf[threadIdx.x * 33 + threadIdx.y];
  // CHECK: = buf[threadIdx.x * 33 + threadIdx.y];
}

// A helper may be called by any kernel: what it declares is theirs, too.
__device__ float *memory() {
  extern __shared__ float all[];
  return all;
}
__global__ void byHelper(const float *in, float *out) {
  extern __shared__ float all[];
  all[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: all[threadIdx.y * 32 + threadIdx.x] =
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = memory()[threadIdx.x * 32 + threadIdx.y];
}

void run(const float *a, float *b) {
  column<<<1, dim3(32, 32), 4096>>>(a, b);
  padded<<<1, dim3(32, 32), 4224>>>(a, b);
  byHelper<<<1, dim3(32, 32), 4096>>>(a, b);
}
