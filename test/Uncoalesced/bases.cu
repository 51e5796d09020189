// RUN: %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven --min-excess=0 --min-sectors=0 %s %stub | %check %s
//
// Where an address begins: what a kernel gets is taken to be what cudaMalloc
// returned, a variable begins at 256 bytes, a pointer that was loaded anywhere that
// its element may. Every excess is told of here.

__device__ float variable[1024];

__global__ void bases(float *g, float *const *rows) {
  int t = threadIdx.x;
  g[t] = variable[t];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  // One of 8 starts in a sector: 5 sectors in the others.
  g[t] = rows[1][t];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: off a sector: this 32-bit load touches up to 5 sectors, ideal 4; 128 of 160 bytes moved are used
  // Byte 4 on.
  g[t] = g[t + 1];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: off a sector: this 32-bit load touches 5 sectors, ideal 4; 128 of 160 bytes moved are used
  // CHECK: note: assuming 'g' is aligned to 256 bytes, as by cudaMalloc
}

// The offset is the caller's.
__global__ void offset(float *g, int first) {
  g[first + threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: off a sector: this 32-bit store touches up to 5 sectors, ideal 4; 128 of 160 bytes moved are used
  // CHECK: note: ideal when first is a multiple of 8
}

// Stride 2 from 4 bytes on: bytes 4 .. 255, 8 sectors, though 252 bytes from a
// sector's start would need as many. A remark: record-parts.cu.
__global__ void both(float *g) {
  g[2 * threadIdx.x + 1] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 8 sectors, ideal 4
}

void run(float *g, float **rows, int n) {
  bases<<<1, 32>>>(g, rows);
  offset<<<1, 32>>>(g, n);
  both<<<1, 32>>>(g);
}
