// RUN: not %warplint %s %stub | %check %s
//
// An excess that is a matter of the lanes which a bound leaves out is a remark: of a
// request that is at its ideal with all lanes, 8 lanes can't be placed better.

// 16-byte elements, 16 of them, each read by two lanes: 256 bytes, 4 wavefronts as a
// 128-bit load that misses the pair rule, 4 at best with all lanes. Only lanes 0, 1,
// 8, 9 and so on where n leaves the others out: 2 at best, since these are 4 elements.
__global__ void leftOut(float4 *c, const float4 *b, int n) {
  __shared__ float4 s[16];
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  if (blockIdx.x * 128 + tid % 8 * 16 >= n)
    return;
  if (tid < 16)
    s[tid] = b[tid];
  __syncthreads();
  c[tid] = s[threadIdx.x];
  // CHECK: :[[@LINE-1]]:12: remark: up to 2-way bank conflict: this 128-bit load takes up to 4 wavefronts, ideal 2
  // CHECK: note: not a warning: the access is ideal when all 32 lanes are active
}

// What is fixed in the guard stays: lanes 0, 8, 16 and 24 meet in one bank, whatever
// n is.
__global__ void fewLanes(int *out, int n) {
  __shared__ int s[256];
  if (threadIdx.x % 8 == 0 && threadIdx.x < n)
    s[4 * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void run(float4 *c, int n) {
  leftOut<<<(n + 127) / 128, dim3(16, 16)>>>(c, c, n);
  fewLanes<<<1, 32>>>((int *)c, n);
}
