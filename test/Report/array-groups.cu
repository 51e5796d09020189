// Text tells of an array once: the costliest access with why and how often, a
// line for each other one, the remedy, and what its edit changes.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cd %t
// RUN: not %warplint --fix-style=pad a.cu -- %stub_flags 2>&1 | %check %s --match-full-lines
// RUN: not %warplint --sort=source a.cu -- %stub_flags | FileCheck %s --check-prefix=SOURCE
// RUN: not %warplint --layouts=false a.cu -- %stub_flags | FileCheck %s --check-prefix=BARE --match-full-lines
// RUN: not %warplint --color=always --fix-style=pad a.cu -- %stub_flags | FileCheck %s --check-prefix=COLOR
// RUN: not %warplint --format=text:out.txt a.cu -- %stub_flags && not grep declared out.txt
// RUN: not %warplint a.cu -- %stub_flags -DARRAY | FileCheck %s --check-prefix=ARRAY
//
// For a program each access stays a finding, and the edits are with one of an array.
// RUN: not %warplint --fix-style=pad --format=sarif a.cu -- %stub_flags | FileCheck %s --check-prefix=SARIF
// SARIF-COUNT-2: "artifactChanges"
// SARIF-NOT: "artifactChanges"
//
// RUN: not %warplint --verbose a.cu -- %stub_flags 2>&1 | FileCheck %s --check-prefix=EACH
// EACH-COUNT-2: 32-way bank conflict
// EACH: note: 'tile' is declared here
// EACH: 9 warnings generated.

// A column of tile is one bank: 32 wavefronts in each of the 2 warps. So the
// block pays 3 * 64 for the columns and 2 for the row; padded 2 for each.
__global__ void transpose(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 0;
  out[0] = tile[threadIdx.x][threadIdx.y];
  out[1] = tile[threadIdx.x][threadIdx.y + 2];
  out[2] = tile[threadIdx.x][threadIdx.y + 4];
}
// CHECK: a.cu:27:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1; 'tile' costs 194 wavefronts per block; 8 with the suggested layout [warplint-bank-conflict]
// CHECK-NEXT:   27 |   out[0] = tile[threadIdx.x][threadIdx.y];
// CHECK-NEXT:      |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// CHECK-NEXT: a.cu:27:12: note: in warp 0, lanes 0, 1, 2, 3, ... read 32 different words of bank 0; 2 of 2 warps conflict
// CHECK-NEXT: a.cu:27:12: note: executed once per warp: 62 excess wavefronts per block
// CHECK-NEXT: a.cu:{{[0-9]+}}:{{[0-9]+}}: note: block (32,2,1) from this launch
// CHECK-NEXT: a.cu:28:12: note: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
// CHECK-NEXT: a.cu:29:12: note: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
// CHECK-NEXT: a.cu:25:20: help: suggested layout: {{.*}}'tile[32][33]': 194 -> 8 wavefronts per block{{.*}}
// CHECK-NEXT: a.cu:25:20: help: --fix edits 1 place; verified by a second analysis
// CHECK-NEXT:   25 | -  __shared__ float tile[32][32];
// CHECK-NEXT:      | +  __shared__ float tile[32][33];

// COLOR: {{.*}}[0;31m-  __shared__ float tile[32][32];{{.*}}[0m
// COLOR: {{.*}}[0;32m+  __shared__ float tile[32][33];{{.*}}[0m

// Without a search there is no sum to tell, and no remedy.
// BARE: a.cu:27:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
// BARE: a.cu:29:12: note: 32-way {{.*}}
// BARE-NEXT: a.cu:{{[0-9]+}}:12: warning: 16-way {{.*}}

// Of many accesses the list is cut: fifteen lines would be no summary. The worst
// of them comes first, wherever it stands; in the order of the source, too.
__global__ void many(float *out) {
  __shared__ float s[1024];
  out[0] = s[2 * threadIdx.x];
  out[1] = s[4 * threadIdx.x];
  out[2] = s[8 * threadIdx.x];
  out[3] = s[16 * threadIdx.x];
  out[4] = s[2 * threadIdx.x + 512];
  out[5] = s[4 * threadIdx.x + 512]; // NOLINT: in no list
  out[6] = s[2 * threadIdx.x + 64];
}
// CHECK: a.cu:59:12: warning: 16-way bank conflict: {{.*}} [warplint-bank-conflict]
// CHECK: a.cu:56:12: note: 2-way bank conflict: {{.*}}
// CHECK: a.cu:57:12: note: 4-way bank conflict: {{.*}}
// CHECK-NEXT: a.cu:{{[0-9]+}}:12: note: and 3 more accesses of the array; pass --verbose
// CHECK-NEXT: a.cu:{{[0-9]+}}:20: help: suggested layout: {{.*}}
// CHECK-NEXT: a.cu:{{[0-9]+}}:20: help: --fix edits 9 places; {{.*}}
// CHECK-NEXT:      | +// {{.*}}
// CHECK-NEXT:      | +__device__ inline unsigned sIndex(unsigned i) { return i + i / 32; }
// CHECK-NEXT:      | +
// CHECK-NEXT: a.cu:{{[0-9]+}}:12: note: and 8 more changes; pass --fix-dry-run
// CHECK: 2 warnings generated (one per array; 9 with --verbose).
// SOURCE: a.cu:27:12: warning: 32-way
// SOURCE: a.cu:59:12: warning: 16-way

// Two kernels with one array are two warnings and one remedy: the costlier
// kernel comes first.
// ARRAY: warning: 8-way {{.*}}; 'shared' costs 10 wavefronts per block, summed over 2 kernels
// ARRAY: note: remedy:
// ARRAY: warning: 2-way
// ARRAY-NOT: note: remedy:
// ARRAY: note: see above for the suggested layout of 'shared'
#ifdef ARRAY
extern __shared__ float shared[];
__global__ void one(float *out) { out[0] = shared[2 * threadIdx.x]; }
__global__ void two(float *out) { out[0] = shared[8 * threadIdx.x]; }
void launch(float *out) {
  one<<<1, 32, 1024>>>(out);
  two<<<1, 32, 1024>>>(out);
}
#endif

void run(float *out) {
  transpose<<<1, dim3(32, 2)>>>(out);
  many<<<1, 32>>>(out);
}
