// RUN: %warplint --bank-map %s %stub | FileCheck %s
// RUN: %warplint --bank-map=%s:31 %stub \
// RUN:   | FileCheck %s --check-prefix=CLEAN --match-full-lines --strict-whitespace
// RUN: %warplint --bank-map=%s:34 %stub | FileCheck %s --check-prefix=BROADCAST
// RUN: %warplint --bank-map=%s:39 %stub | FileCheck %s --check-prefix=WIDE
// RUN: %warplint --bank-map=%s:40 %stub | FileCheck %s --check-prefix=DATA
// RUN: %warplint --bank-map=%s:47 %stub | FileCheck %s --check-prefix=DYNAMIC
// RUN: %warplint --bank-map=%s:52 %stub | FileCheck %s --check-prefix=SPARSE
// RUN: %warplint --bank-map=%s:58 %stub | FileCheck %s --check-prefix=JOINED
// RUN: %warplint --bank-map %s %stub | FileCheck %s --check-prefix=SILENT
// RUN: %warplint --bank-map --color=always %s %stub \
// RUN:   | FileCheck %s --check-prefix=COLOR
// RUN: %warplint --bank-map=%s:31 --color=never %stub | not grep -q "$(printf '\033')"
// RUN: not %warplint --bank-map=%s:1 %stub 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not %warplint --bank-map=%s %stub 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not %warplint --bank-map --format=json %s %stub 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORMAT
// RUN: not %warplint --bank-map --explain=%s:31 %s %stub 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO
// RUN: %warplint --bank-map -o %t.txt %s %stub
// RUN: FileCheck %s --input-file=%t.txt
//
// The lanes of the costliest request, where they lie in shared memory.

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; r += 8)
    tile[threadIdx.y + r][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // Reads line l, words 32 * l: bank 0 before, and l once a row has 33 words.
  out[0] = tile[0][threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // Pairs of lanes share a word.
  out[0] = tile[0][threadIdx.x / 2];
}

__global__ void wide(double *out, const int *index) {
  __shared__ double s[1024];
  out[threadIdx.x] = s[16 * threadIdx.x];
  out[threadIdx.x] = s[index[threadIdx.x]];
  s[threadIdx.x] = 0;
}

__global__ void dynamic(float *out, int pitch) {
  extern __shared__ float d[];
  // Nobody knows how long d is.
  out[threadIdx.x] = d[pitch * threadIdx.x];
}

__global__ void sparse(float *out) {
  __shared__ float s[4096];
  out[threadIdx.x] = s[128 * threadIdx.x];
}

__global__ void joined(float *out) {
  __shared__ __align__(16) float s[1024];
  // nvcc issues these two as one load of 8 bytes a lane.
  out[threadIdx.x] = s[32 * threadIdx.x] * s[32 * threadIdx.x + 1];
}

void run(float *f, double *d, const int *index, int pitch) {
  transpose<<<1, dim3(32, 8)>>>(f, f);
  wide<<<1, 32>>>(d, index);
  dynamic<<<1, 32, 1 << 14>>>(f, pitch);
  sparse<<<1, 32>>>(f);
  joined<<<1, 32>>>(f);
}

// Accesses without a conflict are left out where no place is named.
// CHECK-NOT: remark
// CHECK: bank-map.cu:32:22: remark: 32-bit load of 'tile' in 'transpose': 32 wavefronts, ideal 1
// CHECK: the costliest request of warp 0; words count from the start of 'tile'
// CHECK: as declared: 32 wavefronts, ideal 1
// CHECK: {{^}}     bank │  0  1  2  3
// CHECK: {{^}}        0 │  0  ·  ·  ·{{.*}}  [0][0]{{$}}
// CHECK-NEXT: {{^}}       32 │  1  ·  ·  ·{{.*}}  [1][0]{{$}}
// CHECK-NEXT: {{^}}       64 │  2  ·  ·  ·{{.*}}  [2][0]{{$}}
// CHECK: {{^}}      992 │ 31  ·  ·  ·{{.*}}  [31][0]{{$}}
// CHECK: {{^}}    turns │ 32  ·  ·  ·
// Lane l's word is 33 * l then; the word before it is padding.
// CHECK: with padding of 1 after every 32 elements, 'tile[32][33]': 1 wavefront, ideal 1
// CHECK: {{^}}        0 │  0  ·  ·  ·{{.*}}  [0][0]{{$}}
// CHECK-NEXT: {{^}}       32 │  ░  1  ·  ·{{.*}}  [1][0]{{$}}
// CHECK-NEXT: {{^}}       64 │  ·  ░  2  ·{{.*}}  [2][0]{{$}}
// CHECK: {{^}}    turns │{{(  1){32}$}}
// CHECK: the edit is verified by a second analysis
// CHECK: one wavefront for each distinct word of the fullest bank
// CHECK: bank-map.cu:39:22: remark: 64-bit load of 's' in 'wide': 32 wavefronts, ideal 2

//      CLEAN:{{.*}}bank-map.cu:31:12: remark: 32-bit load of 'tile' in 'transpose': 1 wavefront, ideal 1
//      CLEAN:  a request of warp 0; words count from the start of 'tile'
//      CLEAN:        0 │  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31  [0][0], ..., [0][31]
//      CLEAN:    turns │  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1

// BROADCAST: {{^}}        0 │  0+ 2+ 4+ 6+ 8+10+12+14+16+18+20+22+24+26+28+30+ ·  ·
// BROADCAST: {{^}}    turns │{{(  1){16}(  ·){16}$}}

// Lane l has the words 32 * l and one more; a half-warp is served at a time.
// WIDE: as declared: 32 wavefronts, ideal 2
// WIDE: {{^}}        0 │  0  0  ·  ·
// WIDE: {{^}}      992 │ 31 31  ·  ·
// WIDE: {{^}}    turns │ 16 16  ·  ·{{.*}}  half-warp 0{{$}}
// WIDE-NEXT: {{^}}    turns │ 16 16  ·  ·{{.*}}  half-warp 1{{$}}

// DATA: remark: 64-bit load of 's' in 'wide': unproven: the index comes from memory
// DATA-NEXT: s[index
// DATA-NEXT: ^~~
// DATA-NEXT: {{^}}  no picture: unproven: the index comes from memory: index[threadIdx.x]{{$}}
// DATA-NOT: bank

// DYNAMIC: 'dynamic': up to 32 wavefronts, ideal 1
// DYNAMIC: the costliest request of warp 0, where pitch mod 32 = 0; words are relative to the part that all lanes share
// DYNAMIC: {{^}}        0 │  0  ·
// DYNAMIC: {{^}}       32 │  1  ·
// DYNAMIC-NOT: ░
// DYNAMIC: {{^}}  no layout{{.*$}}

// Only every fourth line has a lane: the others are left out.
// SPARSE: as declared: 32 wavefronts, ideal 1
// SPARSE: {{^}}        0 │  0  ·{{.*}}  [0]{{$}}
// SPARSE-NEXT: {{^}}  ⋮    128 │  1  ·{{.*}}  [128]{{$}}
// SPARSE-NEXT: {{^}}  ⋮    256 │  2  ·{{.*}}  [256]{{$}}

// JOINED: 32 wavefronts, ideal 2 (these 2 loads are issued as one 64-bit load)
// JOINED: {{^}}        0 │  0  0  ·  ·
// JOINED: {{^}}       32 │  1  1  ·  ·
// JOINED: the compiler issues this {{.*}} together with others
// JOINED: no picture

// SILENT-NOT: together with others

// Bank 0 and bank 1 in different colours.
// COLOR: [48;5;[[#BANK0:]];38;5;16m 0{{.*}}[0m
// COLOR: [48;5;[[#BANK0]];38;5;16m 1{{.*}}[0m
// COLOR: 'tile[32][33]'
// COLOR: [48;5;[[#BANK0]];38;5;16m 0{{.*}}[0m
// COLOR-NOT: [48;5;[[#BANK0]];38;5;16m 1
// COLOR: [48;5;{{[0-9]+}};38;5;16m 1

// NOTHING: no analyzed access at {{.*}}bank-map.cu:1; the nearest is at line 28
// PLACE: error: --bank-map={{.*}}bank-map.cu: expected FILE:LINE or FILE:LINE:COLUMN
// FORMAT: error: --bank-map cannot be combined with --format; pass -o FILE.svg for a picture
// TWO: error: --bank-map cannot be combined with --explain
