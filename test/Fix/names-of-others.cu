// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck --input-file=%t/fixed.cu %s
//
// A template without instances has a member, and calls one, by the name of the
// function that gets the array: that is not this function.

template <typename T> struct Heap {
  T least;
  __device__ void reduce() { least = 0; }
};
template <typename T> __global__ void never(T *out) {
  Heap<T> heap;
  heap.reduce();
  out[0] = heap.least;
}

__device__ float reduce(float (&t)[32][32]) {
  return t[threadIdx.x][threadIdx.y];
  // CHECK: return t[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
__global__ void sum(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: tile[threadIdx.y][threadIdx.x ^ threadIdx.y] =
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = reduce(tile);
}
void run(const float *in, float *out) { sum<<<1, dim3(32, 32)>>>(in, out); }
