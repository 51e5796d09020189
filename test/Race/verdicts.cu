// RUN: not %warplint --checks='-*,warplint-shared-race' --stats %s %stub | FileCheck %s --check-prefix=STATS
// RUN: not %warplint --checks='-*,warplint-shared-race' --format=sarif %s %stub | FileCheck %s --check-prefix=SARIF
// RUN: %warplint --checks='-*,warplint-divergent-barrier' --stats %s %stub | FileCheck %s --check-prefix=OFF
//
// Each kernel with shared memory is proven race-free, has a race, or has a reason why neither
// is known.
//
// STATS: races: 2 kernels race-free, 1 with a race, 3 unproven
// STATS-NEXT: {{^ +}}2  the index of the store is unknown
// STATS-NEXT: {{^ +}}1  the block shape is unknown; pass --block
//
// SARIF: "races": [
// SARIF: "kernel": "free",
// SARIF-NEXT: "verdict": "race-free"
// SARIF: "kernel": "fixedBlock",
// SARIF-NEXT: "verdict": "race-free"
// SARIF: "kernel": "race",
// SARIF-NEXT: "verdict": "race"
// SARIF: "kernel": "data",
// SARIF-NEXT: "verdict": "unproven",
// SARIF-NEXT: "reason": "the index of the store at line [[#@LINE+28]] is unknown"
//
// OFF-NOT: races:

__global__ void free(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

// The kernel's own block.
__global__ void __attribute__((block_size((128, 1, 1)))) fixedBlock(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}
__global__ void race(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[127 - t];
}
__global__ void data(int *out, const int *in) {
  __shared__ int s[128];
  s[in[threadIdx.x]] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void moreData(int *out, const int *in) {
  __shared__ int s[128];
  s[in[threadIdx.x]] = 2;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void anyBlock(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  if (threadIdx.x > 63)
    out[threadIdx.x] = s[threadIdx.x - 64]; // A race with more than 64 threads.
}
// No shared memory, no verdict.
__global__ void none(int *out) { out[threadIdx.x] = 1; }

void run(int *p, int n) {
  free<<<1, 128>>>(p);
  race<<<1, 128>>>(p);
  data<<<1, 128>>>(p, p);
  moreData<<<1, 128>>>(p, p);
  anyBlock<<<1, n>>>(p);
  none<<<1, 128>>>(p);
}
