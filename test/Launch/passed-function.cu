// REQUIRES: cuda-toolkit
// RUN: not %warplint %s | %check %s
//
// A function that launches is handed to one that calls it, several times: each
// of its calls passes a block that is known.

#include <cstdio>

__global__ void rows(float *p) {
  __shared__ float s[16][16];
  p[threadIdx.x] = s[threadIdx.y][threadIdx.x];
  // Rows of 8 lanes, 16 words apart: two words in each of 16 banks. Rows of 16
  // lanes are 32 words in a row.
  // CHECK: :[[@LINE-3]]:{{[0-9]+}}: warning: 2-way bank conflict
  // CHECK: :[[@LINE+4]]:{{[0-9]+}}: note: block (8,16,1) from this launch
}

static void launch(float *p, int across) {
  rows<<<1, dim3(across, 128 / across)>>>(p);
}

template <class Function, class... Arguments>
float timed(int times, Function function,
                                      Arguments... arguments) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float all = 0;
  for (int i = 0; i != times; ++i) {
    float milliseconds;
    cudaEventRecord(begin);
    function(arguments...);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
    printf("run %d: %f ms\n", i, milliseconds);
    all += milliseconds;
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return all / times;
}

int main() {
  float *p;
  cudaMalloc(&p, 1024);
  const int sizes[] = {8, 16, 8, 16, 8};
  for (int i = 0; i != 5; ++i)
    printf("%f\n", timed(10, launch, p, sizes[i]));
  printf("%f\n", timed(20, launch, p, 16));
}
