// A warp issues in order: a load that may not be moved before a store waits for
// what that stores. A load is 276 cycles from L2, 685 from DRAM, a sum 4; so is the last
// store, until the block has ended.

// RUN: %warplint --cost --fail-on=never %s -- %stub_flags | FileCheck %s

// 'out' may be 'in': each load stays behind the store before it, and that needs
// the load before.
// CHECK: cost of 'mayAlias'
// CHECK: bound: {{.*}}: 1,{{39|40}}{{[0-9]}} cycles
__global__ void mayAlias(float *out, const float *in) {
  const int t = threadIdx.x;
  out[t] = in[t] + 1;
  out[t + 64] = in[t + 64] + 1;
  out[t + 128] = in[t + 128] + 1;
  out[t + 192] = in[t + 192] + 1;
}

// All loads come first.
// CHECK: cost of 'restricted'
// CHECK: bound: {{.*}}: {{55|56}}{{[0-9]}} cycles
__global__ void restricted(float *__restrict__ out, const float *__restrict__ in) {
  const int t = threadIdx.x;
  out[t] = in[t] + 1;
  out[t + 64] = in[t + 64] + 1;
  out[t + 128] = in[t + 128] + 1;
  out[t + 192] = in[t + 192] + 1;
}

// Of an unknown number of iterations nvcc makes four one, but their loads stay
// behind their stores: 685 and 4 in each. Where they need not, 685 for four: 176 with their sums.
// CHECK: cost of 'loop'
// CHECK: bound: {{.*}}: {{.*}}690*n1 cycles
__global__ void loop(float *out, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    out[i] = in[i] + 1;
}

// CHECK: cost of 'freeLoop'
// CHECK: bound: {{.*}}: {{.*}}176*n1 cycles
__global__ void freeLoop(float *__restrict__ out, const float *__restrict__ in, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    out[i] = in[i] + 1;
}

// A division may take a branch to its rare cases: no load is moved across it.
// CHECK: cost of 'divided'
// CHECK: bound: {{.*}}: {{[89][0-9][0-9]}} cycles
__global__ void divided(float *__restrict__ out, const float *__restrict__ in) {
  const int t = threadIdx.x;
  out[t] = in[t] / in[t + 64];
  out[t + 128] = in[t + 128] / in[t + 192];
}

void run(float *a, const float *b, int n) {
  mayAlias<<<1, 32>>>(a, b);
  restricted<<<1, 32>>>(a, b);
  loop<<<1, 32>>>(a, b, n);
  freeLoop<<<1, 32>>>(a, b, n);
  divided<<<1, 32>>>(a, b);
}
