// REQUIRES: tidy
// RUN: %tidy_plain --checks=-*,warplint-uncoalesced-access %s %tidy_stub 2>&1 | FileCheck %s %tidy_strict
// RUN: %tidy_plain --checks=-*,warplint-uncoalesced-access --config='{CheckOptions: {warplint-uncoalesced-access.MinSectors: 33}}' %s %tidy_stub 2>&1 | not grep uncoalesced
// RUN: %tidy_plain --checks=-*,warplint-bank-conflict %s %tidy_stub 2>&1 | not grep uncoalesced
//
// clang-tidy says itself which checks are on.

__global__ void column(float *g) {
  g[32 * threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used [warplint-uncoalesced-access]
  g[8 * threadIdx.x] = 0; // NOLINT(warplint-uncoalesced-access)
  g[threadIdx.x] = 0;
}
void run(float *g) { column<<<1, 32>>>(g); }
