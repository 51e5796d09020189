// A sort in memory whose size the launch computes: its loops end with the data, and
// take as many rounds as others of unknown length. Steps of 1 to 16 pay two
// wavefronts where elements of a pair lie in one bank; XOR by the bits above leaves
// none of them.
//
// RUN: not %warplint --fix-style=auto %s %stub | FileCheck %s

template <int Threads> __global__ void sort(float *data, unsigned n) {
  extern __shared__ float s[];
  // CHECK: help: suggested layout: XOR swizzle <5,0,1>, 's[i ^ ((i >> 1) & 31)]': about {{[0-9]+}} -> {{[0-9]+}} wavefronts per block (no extra memory), if the dynamic shared memory size is a multiple of 128 bytes
  for (unsigned t = threadIdx.x; t < n; t += Threads)
    s[t] = data[t];
  for (unsigned size = 1; size < n; size <<= 1)
    for (unsigned stride = size; stride > 0; stride >>= 1) {
      __syncthreads();
      for (unsigned t = threadIdx.x; t < n >> 1; t += Threads) {
        const unsigned i = 2 * t - (t & (stride - 1));
        if (s[i] > s[i + stride]) {
          const float low = s[i + stride];
          s[i + stride] = s[i];
          s[i] = low;
        }
      }
    }
  __syncthreads();
  for (unsigned t = threadIdx.x; t < n; t += Threads)
    data[t] = s[t];
}

// Two instances that cost the same: none of them pays for what helps the other. What
// stands in the way is the last step, whose pairs nvcc may load as 64 bits.
template <int Threads, bool Up> __global__ void merge(float *data) {
  extern __shared__ float m[];
  // CHECK-NOT: a layout that is cheaper in
  // CHECK: note: no layout of 'm' is worth its cost; for example, XOR swizzle <5,0,1>: {{.*}} if the compiler merges accesses, but it keeps the compiler from merging accesses
  // CHECK-NOT: a layout that is cheaper in
  constexpr unsigned N = 4 * Threads;
  for (unsigned t = threadIdx.x; t < N; t += Threads)
    m[t] = data[t];
  __syncthreads();
  for (unsigned stride = N / 2; stride > 0; stride >>= 1) {
    for (unsigned t = threadIdx.x; t < N / 2; t += Threads) {
      const unsigned i = 2 * t - (t & (stride - 1));
      if ((m[i] > m[i + stride]) == Up) {
        const float low = m[i + stride];
        m[i + stride] = m[i];
        m[i] = low;
      }
    }
    __syncthreads();
  }
  for (unsigned t = threadIdx.x; t < N; t += Threads)
    data[t] = m[t];
}

void run(float *data, unsigned n, unsigned bytes) {
  sort<128><<<1, 128, bytes>>>(data, n);
  merge<128, false><<<1, 128, bytes>>>(data);
  merge<128, true><<<1, 128, bytes>>>(data);
}
