// RUN: not %warplint --negligible=warning --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// 32 lanes, 4 bytes each, S elements from one to the next: 128 bytes are used, 4
// sectors' worth. They lie in 4 * S * 31 + 4 bytes, and up to S = 8 every sector of
// these is touched: ceil((124 * S + 4) / 32). From S = 8 on each lane has a sector
// of its own.

__global__ void strides(float *g, const float *s) {
  int t = threadIdx.x;

  g[t] = s[2 * t]; // 252 bytes
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors [warplint-uncoalesced-access]
  // CHECK: :[[@LINE-2]]:10: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4; 128 of 256 bytes moved are used [warplint-uncoalesced-access]
  // CHECK: note: 32 active lanes, 8 bytes from one to the next
  // CHECK: note: adjacent lanes are 8 bytes apart: let them access adjacent elements; or, if a lane also needs the bytes between, use one aligned 8-byte access, such as of a float2
  // CHECK: note: executed once per warp: 4 excess sectors per block
  // CHECK: note: block (32,1,1) from this launch
  // CHECK: note: assuming 's' is aligned to 256 bytes, as by cudaMalloc
  float sum = s[3 * t]; // 376 bytes
  // CHECK: :[[@LINE-1]]:15: warning: uncoalesced: this 32-bit load touches 12 sectors, ideal 4; 128 of 384 bytes moved are used
  sum += s[5 * t]; // 624 bytes
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 20 sectors, ideal 4; 128 of 640 bytes moved are used
  sum += s[8 * t];
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  sum += s[32 * t];
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: use threadIdx.x in the last index, so that adjacent lanes access adjacent elements; otherwise move the tile
  sum += s[-2 * t + 62]; // The same bytes as s[2 * t].
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4; 128 of 256 bytes moved are used

  sum += s[t];
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  sum += s[31 - t]; // Backwards.
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  sum += s[t ^ 5]; // In any order.
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  sum += s[t + 8]; // 32 bytes on.
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  sum += s[t / 4]; // 8 elements, each for four lanes: 32 bytes.
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 1 sector
  sum += s[t & 1]; // Two elements.
  // CHECK: :[[@LINE-1]]:10: remark: coalesced: this 32-bit load touches 1 sector
  // One element for all is no access in which lanes differ.
  sum += s[7];
  g[64] = sum;
}

// A start off a sector costs one more of 4: less than what is told of.
__global__ void starts(float *g, const float *s, int first) {
  int t = threadIdx.x;
  g[t] = s[t + 1] + s[t + first];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// Widths: 32 times 1, 2, 8 and 16 bytes are 1, 2, 8 and 16 sectors.
__global__ void widths(char *c, short *h, double *d, float4 *q) {
  int t = threadIdx.x;
  c[t] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 8-bit store touches 1 sector
  h[t] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 16-bit store touches 2 sectors
  d[t] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 64-bit store touches 8 sectors
  q[t] = make_float4(0, 0, 0, 0);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 128-bit store touches 16 sectors
  // Stride 4 of 8 bytes: a sector each, 256 bytes used.
  d[4 * t] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 64-bit store touches 32 sectors, ideal 8; 256 of 1,024 bytes moved are used
  // Stride 2 of 16 bytes: a sector each, half used.
  q[2 * t] = make_float4(0, 0, 0, 0);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 128-bit store touches 32 sectors, ideal 16; 512 of 1,024 bytes moved are used
  // Stride 8 of 1 byte: 31 * 8 + 1 = 249 bytes, 8 sectors for 32 bytes.
  c[8 * t] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 8-bit store touches 8 sectors, ideal 1; 32 of 256 bytes moved are used
}

// The bytes of a word one by one: each of four stores touches 124 + 1 bytes, 4
// sectors for 32 bytes, which is less than what is told of. Of 16 bytes one by one
// each touches 16 sectors.
__global__ void pieces(char *c) {
  for (int k = 0; k < 4; ++k)
    c[4 * threadIdx.x + k] = 0;
  for (int k = 0; k < 16; ++k)
    c[16 * threadIdx.x + k] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 8-bit store touches 16 sectors, ideal 1; 32 of 512 bytes moved are used
  // More stores than L2 is trusted to join: no remark, although all 16 together fill
  // their sectors.
  // CHECK: note: adjacent lanes are 16 bytes apart: let them access adjacent elements; or, since a lane also stores the bytes between, use one aligned 16-byte access, such as of a float4
}

void run(float *g, int n) {
  strides<<<1, 32>>>(g, g);
  starts<<<1, 32>>>(g, g, n);
  pieces<<<1, 32>>>((char *)g);
  widths<<<1, 32>>>((char *)g, (short *)g, (double *)g, (float4 *)g);
}
