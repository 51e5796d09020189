// RUN: not %warplint --negligible=warning --checks='-*,warplint-uncoalesced-access' %s %stub | %check %s
//
// What a request leaves unused of its sectors the tile beside it uses, or it is the
// edge of one: a remark.

// The fragments of mma.sync m16n8: 4 lanes have 16 bytes of one of 8 rows, and the next warp
// has the 16 bytes beside them. A row of n floats begins anywhere: its 16 bytes lie in up to
// two sectors where n is odd, of every fourth row. 8 sectors, and 3 more at the most.
__global__ void fragments(float *c, float r, int n) {
  int row = threadIdx.x % 32 / 4, col = threadIdx.x / 32 * 4 + threadIdx.x % 4;
  c[row * n + 16 * blockIdx.x + col] = r;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches up to 11 sectors, ideal 4; 128 of 352 bytes moved are used
  // CHECK: note: not a warning: what it leaves of its sectors, {{.*}}: it is part of a tile of short rows
}

// A tile of 16 x 4 floats a block: 16 lanes have 16 bytes each, the block beside it has the other
// half of each sector.
__global__ void narrow(float4 *out, const float4 *m, int pitch) {
  out[threadIdx.x] = m[threadIdx.x * pitch + blockIdx.x];
  // CHECK: :[[@LINE-1]]:22: remark: uncoalesced: this 128-bit load touches up to 16 sectors, ideal 8; 256 of 512 bytes moved are used
  // CHECK: note: not a warning: neighboring blocks use the rest of its sectors; it is part of a tile of short rows
  // CHECK-NOT: note: {{.*}}threadIdx.x count along
}

// Nobody has the other half: blocks go on by 32 bytes.
__global__ void halves(float4 *out, const float4 *m, int pitch) {
  out[threadIdx.x] = m[threadIdx.x * pitch + 2 * blockIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 128-bit load touches up to 16 sectors, ideal 8
}

// A whole warp goes down a column: with x along the row, there would be no excess.
__global__ void column(float4 *out, const float4 *m, int pitch) {
  out[threadIdx.y * 32 + threadIdx.x] = m[threadIdx.x * pitch + threadIdx.y];
  // CHECK: :[[@LINE-1]]:41: warning: uncoalesced: this 128-bit load touches up to 32 sectors, ideal 16
  // CHECK: note: swap the roles of threadIdx.x and threadIdx.y
}

// An array of structures of 32 bytes, whose other half nobody reads: 16 lanes, 16 bytes of
// each.
struct alignas(16) Pair { float4 a, b; };
__global__ void members(float4 *out, const Pair *p) {
  out[threadIdx.x] = p[threadIdx.x].a;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: uncoalesced: this 128-bit load touches 16 sectors, ideal 8
}

// A tile of 16 rows of 16 floats, and the column before it, of which each row has a sector
// of its own.
__global__ void edge(float *out, const float *m, int pitch) {
  __shared__ float tile[16][17];
  int at = 16 * blockIdx.y * pitch + 16 * blockIdx.x + 16;
  tile[threadIdx.x][0] = m[at - 1 + threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:26: remark: uncoalesced: this 32-bit load touches up to 16 sectors, ideal 2; 64 of 512 bytes moved are used
  // CHECK: note: not a warning: it is the edge of a tile with full rows; no lane order reads fewer sectors
  for (int y = 0; y < 16; ++y)
    tile[y][threadIdx.x + 1] = m[at + y * pitch + threadIdx.x];
  __syncthreads();
  for (int y = 0; y < 16; ++y)
    out[256 * blockIdx.x + 16 * y + threadIdx.x] = tile[threadIdx.x][y];
}

// The same column where no tile is read beside it.
__global__ void noEdge(float *out, const float *m, int pitch) {
  int at = 16 * blockIdx.y * pitch + 16 * blockIdx.x + 64;
  float a = m[at - 32 + threadIdx.x * pitch];
  // CHECK: :[[@LINE-1]]:13: warning: uncoalesced: this 32-bit load touches up to 16 sectors, ideal 2
  for (int y = 0; y < 16; ++y)
    a += m[at + y * pitch + threadIdx.x];
  out[16 * blockIdx.x + threadIdx.x] = a;
}

// Long rows that the lanes go along, with the columns of another tile that overlaps them: not an
// edge.
__global__ void within(float *out, const float *m, int pitch) {
  int at = 64 * blockIdx.y * pitch + 64 * blockIdx.x;
  float a = 0;
  for (int k = 0; k < 64; ++k)
    a += m[at + k + threadIdx.x * pitch] * m[at + k * pitch + threadIdx.x];
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches up to 16 sectors, ideal 2
  out[16 * blockIdx.x + threadIdx.x] = a;
}

// d elements of a head lie side by side: a head is shorter than a warp only for small d.
__global__ void heads(float *out, const float *in, int d, int heads) {
  int at = blockIdx.x * 32 + threadIdx.x;
  out[at] = in[at / d * d * heads + at % d];
  // CHECK: :[[@LINE-1]]:13: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: not a warning: the excess depends on parameters, and most of their values cause none
}

// Of channels that lie side by side each lane has all: a stride whatever the count.
__global__ void channels(float *out, const float *in, int count) {
  int at = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < count; ++c)
    sum += in[at * count + c];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  out[at] = sum;
}

void run(float *c, const float *in, int n) {
  fragments<<<n, 128>>>(c, 0, n);
  narrow<<<n, 16>>>((float4 *)c, (const float4 *)in, n);
  halves<<<n, 16>>>((float4 *)c, (const float4 *)in, n);
  column<<<1, dim3(32, 8)>>>((float4 *)c, (const float4 *)in, n);
  members<<<1, 16>>>((float4 *)c, (const Pair *)in);
  edge<<<dim3(n, n), 16>>>(c, in, n);
  noEdge<<<dim3(n, n), 16>>>(c, in, n);
  within<<<dim3(n, n), 16>>>(c, in, n);
  heads<<<n, 32>>>(c, in, n, n);
  channels<<<n, 32>>>(c, in, n);
}
