// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --fix --fail-on=never %t/fixed.cu %stub
// RUN: FileCheck --input-file=%t/fixed.cu %s
// RUN: not %warplint --fix-style=expression %s %stub | FileCheck %s --check-prefix=TEXT
//
// A function that gets references to two elements reaches these and no others. The
// stride of the last merge is not known, so that its requests cannot be listed: the
// index alone decides, and that is written in the call.

// Lanes 16 apart meet in strides below 32: 2 wavefronts. Bits 1 to 5 of the index, in
// the bank, part them.
__device__ void order(unsigned &a, unsigned &b, unsigned up) {
  if ((a > b) == up) {
    unsigned t = a;
    a = b;
    b = t;
  }
}

__global__ void sort(unsigned *data, unsigned n, unsigned up) {
  __shared__ unsigned s[1024];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 512] = data[threadIdx.x + 512];
  for (unsigned size = 2; size < n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      order(s[i], s[i + stride], up);
    }
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    order(s[i], s[i + stride], up);
    // CHECK: order(s[sIndex(i)], s[sIndex(i + stride)], up);
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
  data[threadIdx.x + 512] = s[threadIdx.x + 512];
}

// The address of a reference may lead to other elements.
__device__ void next(unsigned &a, unsigned &b, unsigned up) {
  if ((a > b) == up) {
    unsigned t = a;
    (&a)[0] = b;
    b = t;
  }
}

__global__ void pointers(unsigned *data, unsigned n, unsigned up) {
  __shared__ unsigned p[1024];
  p[threadIdx.x] = data[threadIdx.x];
  p[threadIdx.x + 512] = data[threadIdx.x + 512];
  for (unsigned size = 2; size < n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      next(p[i], p[i + stride], up);
    }
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    next(p[i], p[i + stride], up);
    // CHECK: next(p[i], p[i + stride], up);
  }
  __syncthreads();
  data[threadIdx.x] = p[threadIdx.x];
  data[threadIdx.x + 512] = p[threadIdx.x + 512];
  // TEXT: note: cannot fix 'p': this access may use it
}

void run(unsigned *d, unsigned n) {
  sort<<<1, 512>>>(d, n, 1);
  pointers<<<1, 512>>>(d, n, 1);
}
