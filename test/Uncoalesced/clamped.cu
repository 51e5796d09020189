// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --explain=%s:53 %s %stub | FileCheck %s --check-prefix=GUARD
// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --explain=%s:28:12 %s %stub | FileCheck %s --check-prefix=MIRROR
// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --explain=%s:36:12 %s %stub | FileCheck %s --check-prefix=PLACES
// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --explain=%s:61 %s %stub | FileCheck %s --check-prefix=ODD
// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --explain=%s:69:24 %s %stub | FileCheck %s --check-prefix=ROWS
//
// Indices at the edge of an array. blockIdx.x * blockDim.x + threadIdx.x may wrap at
// 2^32, in all lanes of a warp at once: which lanes lie below n is all that counts.

// Past the edge all lanes read its last element, which a lane before it reads: never
// more than the 4 sectors of the plain run.
__global__ void edges(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[min(i, n - 1)];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:12: remark: coalesced: this 32-bit load touches 4 sectors
  out[i] = in[i < n ? i : n - 1];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced
  // CHECK: :[[@LINE-2]]:12: remark: coalesced: this 32-bit load touches 4 sectors
}

// n - 1, n - 2, ...: lanes past the edge go back from it. With one lane before it they
// read the 30 elements below that of the first lane, too, which begins a sector: 5.
__global__ void mirrored(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i < n ? i : 2 * n - 1 - i;
  out[i] = in[j];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// Elements 0 and 1000 are two sectors where the warp reads 8 bytes: some n lies
// within a warp.
__global__ void twoPlaces(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i < n ? 0 : 1000];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// Every second element: 8 sectors where 4 would do. A tail of fewer lanes is no other
// case of it, which "up to" would say.
__global__ void strided(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[2 * i];
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:14: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4
}

__global__ void tail(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1;
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 4 sectors
}

// Lanes of blocks of 100 threads wrap one by one, which is assumed not to happen.
__global__ void ofHundred(float *out, int n) {
  int i = blockIdx.x * 100 + threadIdx.x;
  if (i < n)
    out[i] = 1;
}

// Two rows of 64 bytes, n floats apart. n = 8k: both begin a sector, 2 + 2. n = 8k + 4:
// one begins in the middle, 2 + 3. Else warps with 3 + 3. Few lanes cost less.
__global__ void twoRows(const float *in, float *out, int n, int h) {
  int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
  if (i < n && j < h)
    out[threadIdx.x] = in[j * n + i];
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 2 sectors
}

void run(const float *in, float *out, int n) {
  edges<<<n, 256>>>(in, out, n);
  mirrored<<<n, 256>>>(in, out, n);
  twoPlaces<<<n, 256>>>(in, out, n);
  strided<<<n, 256>>>(in, out, n);
  tail<<<n, 256>>>(out, n);
  ofHundred<<<n, 100>>>(out, n);
  twoRows<<<dim3(n, n), dim3(16, 16)>>>(in, out, n, n);
}

// MIRROR: verdict      depends: up to 5 sectors, ideal 4
// PLACES: verdict      depends: up to 2 sectors, ideal 1

// Nothing is assumed but where cudaMalloc puts an array. 8 warps with 1 to 32 lanes.
// GUARD: verdict      clean: 4 sectors, ideal 4
// GUARD: proof        256 cases
// GUARD-NOT: unknown condition
// GUARD-NOT: wrap around
// GUARD: assumes      'out' is aligned to 256 bytes

// 400 bytes: every other block begins in the middle of a sector.
// ODD: verdict      depends: up to 5 sectors, ideal 4
// ODD-NEXT: condition    ideal when blockIdx.x is even; 5 sectors instead of 4 when blockIdx.x is odd
// ODD: assumes      index arithmetic does not wrap around
// ODD-NOT: unknown condition

// ROWS: verdict      depends: up to 6 sectors, ideal 4
// ROWS-NEXT: condition    ideal when n is a multiple of 8; 5 sectors instead of 4 when n is an odd multiple of 4; 6 sectors instead of 4 when n is not a multiple of 4
