// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s
//
// How long code takes that is not at hand is not known, and so is what bounds its caller.

// Another file has it.
// CHECK: cost of 'calls'
// CHECK: {{^  }}bound: unknown, because the latency of 'elsewhere' is unknown{{$}}
__device__ float elsewhere(float);
__global__ void calls(float *x) { x[threadIdx.x] = elsewhere(x[threadIdx.x]); }

// A line printed by each thread takes some 25 us (measured on an H200), not the time of
// a launch.
// CHECK: cost of 'prints'
// CHECK: {{^  }}bound: unknown, because the latency of 'vprintf' is unknown{{$}}
__global__ void prints() { printf("hello\n"); }

// Mostly it does not.
// CHECK: cost of 'complains'
// CHECK: {{^  }}bound: {{launch|latency}}
__global__ void complains(float *x) {
  if (x[threadIdx.x] < 0)
    printf("negative\n");
  x[threadIdx.x] += 1;
}

void run(float *x) {
  calls<<<1, 64>>>(x);
  prints<<<1, 64>>>();
  complains<<<1, 64>>>(x);
}
