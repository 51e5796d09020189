// REQUIRES: cuda-toolkit
// RUN: %warplint --fail-on=never --keep-going --format=json --no-cache %s > %t.json
// RUN: FileCheck %s --implicit-check-not='"counter"' < %t.json
// RUN: %warplint --fail-on=never --keep-going --format=json --no-cache %s -- -DOWN > %t.json
// RUN: FileCheck %s --check-prefix=OWN --implicit-check-not='"counter"' < %t.json
//
// LLVM numbers what has one name, "i2", "i4", and the toolkit's headers have
// variables of such names, too. What counts is what the user's functions have.

// One more variable of a name that is taken: the next number.
#define TAKEN                                                                  \
  {                                                                            \
    volatile int taken = 0;                                                    \
  }

#define KERNEL(NAME, ...)                                                      \
  __global__ void NAME(float *out, int n) {                                    \
    __shared__ float s[4096];                                                  \
    __VA_ARGS__                                                                \
    for (int i = 0; i < n; ++i)                                                \
      s[threadIdx.x + 32 * i] = 0;                                             \
    for (int i = 0; i < n; ++i)                                                \
      out[i] += s[threadIdx.x + 32 * i];                                       \
  }

#ifndef OWN
KERNEL(one, )
KERNEL(two, TAKEN TAKEN)
KERNEL(three, TAKEN TAKEN TAKEN)
KERNEL(four, TAKEN TAKEN TAKEN TAKEN)
#else
__global__ void own(float *out, int n) {
  __shared__ float s[4096];
  for (int i2 = 0; i2 < n; ++i2)
    s[threadIdx.x + 32 * i2] = out[i2];
}
#endif

// CHECK-COUNT-8: "counter": "i",
// OWN: "counter": "i2",
