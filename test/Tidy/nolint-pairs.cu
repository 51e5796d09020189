// warplint-nolint is no check of clang-tidy, which has the same errors of its own.
//
// RUN: %tidy --list-checks | FileCheck %s --check-prefix=LIST --implicit-check-not=nolint
// LIST: warplint-bank-conflict
// RUN: not %tidy_plain --verify-config '--checks=-*,warplint-nolint' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: warning: unknown check 'warplint-nolint'
// RUN: not %tidy %s %tidy_stub 2>&1 | FileCheck %s
// RUN: not %warplint %s %stub | FileCheck %s --check-prefix=OWN

__global__ void column(float *out) {
  __shared__ float tile[32][32];
  // NOLINTBEGIN(warplint-bank-conflict)
  out[threadIdx.x] = tile[threadIdx.x][0];
  // NOLINTEND
}
// CHECK: :[[#@LINE-4]]:6: error: unmatched 'NOLINTBEGIN' comment {{.*}} [clang-tidy-nolint]
// OWN: :[[#@LINE-3]]:6: error: unmatched 'NOLINTEND' comment {{.*}} [warplint-nolint]
