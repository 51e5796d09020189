// RUN: %warplint --fail-on=never --verbose --cost %s -- %stub_flags | FileCheck %s
// RUN: %warplint --fail-on=never --explain=%s:9 %s -- %stub_flags | FileCheck %s --check-prefix=EXPLAIN
//
// A finding speaks of one instance: figure, calls, block and gain are those of the worst one,
// k<Red, 32>, which reads a column of 32 words. It is spelled in one way, and what others gain
// stands behind it. Where a launch names the block, that block comes first.

enum color { Red, Green };
template <color C, int N> __device__ float get(const float *t) { return t[threadIdx.x * N]; }

template <color C, int N> __global__ void k(float *o, const float *in) {
  __shared__ float s[32 * 33];
  float x = 0;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    x += get<C, N>(s + i);
  if (C == Red)
    for (int i = 0; i < 4096; ++i)
      x += in[threadIdx.x + i * 32];
  o[threadIdx.x] = x;
}
void any(float *o, int n) { k<Red, 32><<<1, n>>>(o, o); }
void run(float *o) {
  k<Green, 16><<<1, 32>>>(o, o);
  k<Red, 32><<<1, 32>>>(o, o);
}
// CHECK: instances.cu:9:73: warning: {{.*}}bank conflict
// CHECK-NOT: (color)
// CHECK: note: called from here in 'k<Red, 32>'
// CHECK-NOT: (color)
// CHECK: note: in instantiation 'k<Red, 32>'
// CHECK: instances.cu:26:3: note: block (32,1,1) from this launch
// CHECK: instances.cu:23:29: note: with block (?,1,1) from this launch
// CHECK-NOT: 'k<Green, 16>' is bound
// CHECK: note: fixing this is unlikely to help: 'k<Red, 32>' is estimated to be bound by the latency of global memory; up to {{[0-9.]+}}x in 'k<Green, 16>'

// EXPLAIN: remark: 32-bit load of 's' in 'k<Red, 32>'
// EXPLAIN: launch block (32,1,1) from the launch at
// EXPLAIN: also block (?,1,1){{.*}} from the launch at
// EXPLAIN: remark: 32-bit load of 's' in 'k<Green, 16>'
