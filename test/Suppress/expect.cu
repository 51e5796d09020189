// RUN: not %warplint --as-written %s %stub 2>&1 | %check %s
//
// Expectations. Word 32 * t is in bank 0: 32 wavefronts; word 2 * t in an even
// bank, two lanes each: 2; word t in a bank of its own: 1, the ideal.

__global__ void holds(float *out) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  out[0] = tile[2 * t]; // warplint: expect(wavefronts == 2)
  // warplint: expect(wavefronts == 2 && ideal == 1 && excess < 2)
  out[1] = tile[2 * t];
  // warplint: expect(wavefronts == ideal)
  out[2] =
      tile[t];
  /* warplint: expect(excess == 0) */
  out[3] = tile[t];
  out[4] = tile[2 * t];
  // CHECK: :[[@LINE-1]]:12: warning: 2-way
}

__global__ void fails(float *out, const int *index) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  out[0] = tile[32 * t]; // warplint: expect(wavefronts == 2)
  out[1] = tile[index[t]]; // warplint: expect(wavefronts <= 32)
  out[2] = 0; // warplint: expect(wavefronts == 1)
}

// warplint: expect(wavefronts == ideal)
__global__ void whole(float *out) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[i] = tile[t + i];
}

// Errors of the source come behind findings about its cost.
// CHECK: :24:12: error: expected wavefronts == 2, but this 32-bit load takes 32 wavefronts, ideal 1 [warplint-expectation]
// CHECK: :24:39: note: expected here
// The error has the warning's notes, and is told in its place.
// CHECK: :24:12: note: lanes 0, 1, 2, 3, ... read 32 different words of bank 0
// CHECK: :25:12: error: expected wavefronts <= 32, but this 32-bit load is unproven: the index comes from memory
// CHECK: :26:28: error: no analyzed shared-memory access matches this comment [warplint-expectation]
