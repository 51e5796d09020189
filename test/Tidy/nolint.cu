// clang-tidy's own comments hold findings back, and it counts them.
//
// RUN: %tidy --config='{CheckOptions: {warplint-bank-conflict.AsWritten: true}}' %s %tidy_stub 2>&1 \
// RUN:   | FileCheck %s %tidy_strict

#define READ(i) tile[i][0] // NOLINT
#define PLAIN(i) tile[i][0]

__global__ void kernel(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  out[0] = tile[t][0]; // NOLINT
  out[1] = tile[t][0]; // NOLINT(warplint-bank-conflict): measured, harmless
  // NOLINTNEXTLINE(warplint-*)
  out[2] = tile[t][0];
  // NOLINTBEGIN(warplint-*)
  out[3] = tile[t][0];
  // NOLINTEND(warplint-*)
  out[4] = PLAIN(t); // NOLINT
  out[5] = READ(t);

  out[6] = tile[t][0]; // NOLINT(bugprone-*)
  // CHECK: :[[#@LINE-1]]:12: warning: 32-way
  out[7] = PLAIN(t);
  // CHECK: :[[#@LINE-1]]:12: warning: 32-way
}
// Not those that are NOLINT where the macro is defined: clang-tidy never sees these.
// CHECK: (4 NOLINT
