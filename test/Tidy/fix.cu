// Edits of an array, and the comment above it, are applied together, by
// clang-tidy or from the file that it exports, and are gone the second time.
//
// RUN: rm -rf %t && mkdir -p %t/fix %t/export %t/pad
// RUN: %without_checks %s > %t/fix/a.cu && %tidy --fix %t/fix/a.cu %tidy_stub 2>&1 \
// RUN:   | FileCheck %s --check-prefix=APPLIED
// RUN: FileCheck %s --input-file=%t/fix/a.cu
// RUN: %tidy --fix %t/fix/a.cu %tidy_stub 2>&1 | not grep warning:
//
// RUN: %without_checks %s > %t/export/a.cu
// RUN: %tidy --export-fixes=%t/export/a.yaml %t/export/a.cu %tidy_stub
// RUN: clang-apply-replacements %t/export
// RUN: diff %t/fix/a.cu %t/export/a.cu
//
// RUN: %without_checks %s > %t/pad/a.cu
// RUN: %tidy --fix --config='{CheckOptions: {warplint-bank-conflict.FixStyle: pad}}' %t/pad/a.cu %tidy_stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/pad/a.cu
//
// Without fixes none is made.
// RUN: %tidy --config='{CheckOptions: {warplint-bank-conflict.Fixes: false}}' --export-fixes=%t/none.yaml %s %tidy_stub \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=NO-EDIT --input-file=%t/none.yaml
// NONE: warning: 32-way
// NONE-NOT: FIX-IT
// NO-EDIT: Replacements: []

// APPLIED: note: FIX-IT applied suggested code changes
// APPLIED: clang-tidy applied 7 of 7 suggested fixes.

__global__ void transpose(const float *in, float *out, int n) {
  // Two arrays, and two conflicts of the first: each edit once.
  __shared__ float a[32][32];
  __shared__ float b[32][32];
  // PAD: float a[32][33];
  // PAD: float b[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * n + x];
  b[y][x] = in[x * n + y];
  // CHECK: a[y][x ^ y] = in
  // CHECK: b[y][x ^ y] = in
  // PAD: a[y][x] = in
  // PAD: b[y][x] = in
  __syncthreads();
  out[x * n + y] = a[x][y];
  // CHECK: = a[x][y ^ x];
  // PAD: = a[x][y];
  __syncthreads();
  out[x * n + y + 1] = a[x][y];
  // CHECK: = a[x][y ^ x];
  __syncthreads();
  out[x * n + y + 2] = b[x][y];
  // CHECK: = b[x][y ^ x];
}

void run(const float *in, float *out, int n) {
  transpose<<<1, dim3(32, 32)>>>(in, out, n);
}
