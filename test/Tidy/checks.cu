// The other checks, and what could not be analysed.
//
// RUN: not %tidy %s %tidy_stub 2>&1 | FileCheck %s
// RUN: not %tidy %s %tidy_stub 2>&1 | grep -c "skipped '" | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}1{{$}}

__global__ void stated(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  out[0] = tile[t][0]; // warplint: expect(wavefronts == ideal)
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: error: expected wavefronts == ideal{{.*}} [warplint-expectation]
  out[1] = tile[t][0]; // warplint: expect(wavefront == 1)
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: error: unknown quantity 'wavefront'; did you mean 'wavefronts'? [warplint-annotation]
  out[2] = tile[t][0]; // warplint: expect(wavefronts == 32)
}

__global__ void broken(float *out) {
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: remark: skipped 'broken': {{.*}} [warplint-incomplete-file]
  __shared__ float tile[32][32];
  out[0] = tile[1 + ][0];
}
