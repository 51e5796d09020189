// RUN: %warplint --checks='-*,warplint-local-memory' --keep-going %s %stub 2>/dev/null | %check --allow-empty %s
//
// What a missing header declares may be inlined: no finding says that a variable is in memory because of it.

#include "gone.h"

__global__ void naive(float *c, const float *a, int n) {
  int row = blockIdx.y, col = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += gone::at(a, n, row, i);
  gone::at(c, n, row, col) = sum;
}
