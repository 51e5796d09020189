// RUN: not %warplint --keep-going --format=json %s %stub 2>/dev/null | FileCheck %s
// RUN: not %warplint --keep-going %s %stub 2>/dev/null | FileCheck %s --check-prefix=SAYS
// RUN: not %warplint --keep-going %s %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=LEFT
//
// How often something is done, and by which lanes, is not known where it hangs
// on what no header declares: nothing is said of a block then, and all lanes is
// a bound.

#include "library/all.hpp"

__global__ void count(float *out, const Vector *in) {
  __shared__ float s[32][32];
  if (lib::first(threadIdx.x))
    s[0][threadIdx.x] = 1;
  // CHECK:      "line": [[@LINE-1]],
  // CHECK:      "hasFixedGuard": false,
  // CHECK:      "perBlock": null,
  // CHECK:      "verdict": "clean",
  // CHECK:      "all lanes that may execute it do"
  for (int i = 0; i < 16; ++i) {
    if (lib::last(i))
      break;
    s[1][threadIdx.x] = i;
  }
  // CHECK:      "line": [[@LINE-2]],
  // CHECK:      "executionsPerWarp": null,
  // CHECK:      "perBlock": null,
  int n = 4;
  lib::grow(n); // Is no declaration of an n.
  for (int i = 0; i < n; ++i)
    s[2][threadIdx.x] = i;
  // CHECK:      "line": [[@LINE-1]],
  // CHECK:      "executionsPerWarp": null,
  // CHECK:      "perBlock": null,
  do
    s[threadIdx.x][4] = 1;
  while (in[0].more());
  // CHECK:      "line": [[@LINE-2]],
  // CHECK:      "executionsPerWarp": null,
  // CHECK:      "perBlock": null,
  // CHECK:      "verdict": "excess",
  out[threadIdx.x] = s[0][threadIdx.x];
}

// What the function does to the array, is not among the figures.
__global__ void passes(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;
  // SAYS: :[[@LINE-2]]:20: help: suggested layout: {{.*}}: about 33 -> 2 wavefronts per block
  lib::fill(&s[0][0]);
  out[threadIdx.x] = s[0][threadIdx.x];
}
// LEFT: :[[@LINE-3]]:3: note: skipped 'lib::fill': no header declares it, and 'passes' passes it shared memory

void run(float *out, const Vector *v) {
  count<<<1, 32>>>(out, v);
  passes<<<1, 32>>>(out);
}
