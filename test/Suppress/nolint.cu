// RUN: not %warplint --as-written %s %stub 2>&1 | %check %s
//
// NOLINT and its kin mean what they mean to clang-tidy. Column 0 of rows of 32
// words is one bank: every access below is a 32-way conflict.

#define READ(i) tile[i][0] // NOLINT
#define PLAIN(i) tile[i][0]

__global__ void kernel(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  out[0] = tile[t][0]; // NOLINT
  out[1] = tile[t][0]; // NOLINT(warplint-bank-conflict): measured, harmless
  out[2] = tile[t][0]; // NOLINT(other, warplint-*)
  // NOLINTNEXTLINE
  out[3] = tile[t][0];
  // NOLINTNEXTLINE(warplint-bank-conflict)
  out[4] = tile[t][0];
  // NOLINTBEGIN(warplint-*)
  out[5] = tile[t][0];
  // NOLINTBEGIN
  out[6] = tile[t][0];
  // NOLINTEND
  out[7] = tile[t][0];
  // NOLINTEND(warplint-*)
  out[8] = READ(t);

  // Other checks, no check at all, another word, a glob that takes out, and the
  // line after the next one.
  out[10] = tile[t][0]; // NOLINT(bugprone-*)
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
  out[11] = tile[t][0]; // NOLINT()
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
  out[12] = tile[t][0]; // NOLINTS
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
  out[13] = tile[t][0]; // NOLINT(-warplint-*)
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
  // NOLINTNEXTLINE

  out[14] = tile[t][0];
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
  out[15] = PLAIN(t);
  // CHECK: :[[@LINE-1]]:13: warning: 32-way
}
