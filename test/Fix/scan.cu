// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/a.cu && not %warplint --report-unproven --fix-style=expression %t/a.cu %stub | FileCheck %s --check-prefix=COUNT --implicit-check-not=unproven
// RUN: %warplint --fail-on=never --fix --assumed-fixes %t/a.cu %stub && FileCheck %s --input-file=%t/a.cu
// RUN: %warplint --checks='-*,warplint-shared-race,warplint-redundant-barrier' --stats %s %stub 2>&1 | FileCheck %s --check-prefix=RACE
//
// The scan of a tree, up and down. How long the strides are on the way down is what the way
// up left behind: 1024 as of n = 1024 of the launch.
//
// Each way has ten steps, of thread t < d: a load of a, a load of b and a store of b, on the
// way down a store of a and a second load of b, too. With 512, 256, 128 and 64 threads,
// words 2 to 16 apart, the 16, 8, 4, 2 warps take 2, 4, 8, 16 wavefronts: 32 each. Then one
// warp has 32, 16, 8, 4, 2, 1 lanes, 32 to 1,024 words apart, all in one bank: 63. An access
// costs 4 * 32 + 63 = 191, eight of them 1,528. The first two stores are one of 64 bits, 2
// wavefronts in each of 16 warps, and so are the last loads: 64. The store of zero is 1.
// COUNT: suggested layout: {{.*}}: 1593 -> {{.*}} wavefronts per block
// An XOR with the next five bits puts words 2 to 16 apart and their rows into other banks.
// CHECK: tempIndex(unsigned i) { return i ^ (i >> 5); }

__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x;
  int offset = 1;
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      temp[b] += temp[a];
      // CHECK: temp[tempIndex(b)] += temp[tempIndex(a)];
    }
    offset *= 2;
  }
  if (t == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      float left = temp[a];
      temp[a] = temp[b];
      temp[b] += left;
    }
  }
  // The last step was that of each thread's own two words.
  __syncthreads();
  // RACE: :[[@LINE-1]]:3: remark: redundant barrier
  out[2 * t] = temp[2 * t];
  out[2 * t + 1] = temp[2 * t + 1];
}
// RACE: races: 1 kernel race-free

void run(float *out, const float *in) {
  scan<<<1, 512, 1024 * sizeof(float)>>>(out, in, 1024);
}
