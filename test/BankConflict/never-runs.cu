// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
//
// An access that no lane of the block can execute costs nothing; often the launch is
// not the one that was meant.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__global__ void kernel(float *g) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  if (t >= 512)
    s[2 * t] = g[t];
  // CHECK: :[[@LINE-1]]:5: remark: no lane executes this 32-bit store
  if (t < 512)
    s[t] = g[t];
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront
  kept = s;
}

void run(float *g) { kernel<<<1, 256>>>(g); }
