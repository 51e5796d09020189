// RUN: not %warplint --checks='-*,warplint-divergent-barrier' %s %stub | %check %s
//
// __syncwarp, shuffles, votes and reductions wait for the lanes that their mask names (PTX
// ISA, "bar.warp.sync", "shfl.sync"). compute-sanitizer's synccheck does not report them.

// Half of the lanes, a mask of all.
__global__ void halfOfWarp(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(~0u, v, 8);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: wrong mask: 0xffffffff names threads 16 to 31, which do not arrive [warplint-divergent-barrier]
  // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: 'threadIdx.x % 32 < 16' holds for threads 0 to 15, but not for threads 16 to 31
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: threads 16 to 31 continue here without waiting
  out[threadIdx.x] = v;
}

// The last step of a block's sum, by as many lanes as there are warps.
__global__ void lastStep(float *out, const float *in) {
  __shared__ float s[4];
  float v = in[threadIdx.x];
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 4) {
    v = s[threadIdx.x];
    for (int d = 2; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: wrong mask: 0xffffffff names threads 4 to 31, which do not arrive
  }
  out[threadIdx.x] = v;
}

__global__ void barrier(int *out) {
  if (threadIdx.x > 2)
    __syncwarp();
  // CHECK: :[[@LINE-1]]:5: error: wrong mask: 0xffffffff names threads 0 to 2, which do not arrive
  out[threadIdx.x] = 1;
}

// Lanes that the mask does not name.
__global__ void notNamed(int *out) {
  out[threadIdx.x] = __shfl_sync(0xffff, int(threadIdx.x), 0);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: wrong mask: 0xffff does not name threads 16 to 31, 48 to 63, 80 to 95, 112 to 127, which execute this
}

// A round that only some lanes make.
__global__ void rounds(int *out) {
  for (int i = threadIdx.x; i < 40; i += 32) {
    int v = __shfl_sync(~0u, i, 0);
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: wrong mask: 0xffffffff names threads 8 to 31, which do not arrive
    out[i] = v;
  }
  out[threadIdx.x] += 1;
}

void wrong(int *p, float *f) {
  halfOfWarp<<<1, 32>>>(p);
  lastStep<<<1, 128>>>(f, f);
  barrier<<<1, 32>>>(p);
  notNamed<<<1, 128>>>(p);
  rounds<<<1, 32>>>(p);
}
