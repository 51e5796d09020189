// RUN: not %warplint --negligible=warning --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// Rows and columns of row-major matrices of float.

// Consecutive lanes in consecutive columns: 128 bytes of a row, 4 sectors, for a
// width that is a multiple of 8.
__global__ void alongRow(float *g, const float *m) {
  constexpr int Width = 1024;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < Width; ++k)
    sum += m[k * Width + col];
  // CHECK: :[[@LINE-1]]:12: remark: coalesced: this 32-bit load touches 4 sectors
  g[col] = sum;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// The same of a matrix that is stored by columns: lanes are 4096 bytes apart.
__global__ void alongColumn(float *g, const float *m) {
  constexpr int Width = 1024;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < Width; ++k)
    sum += m[col * Width + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: in warp 0, 32 active lanes, 4,096 bytes from one to the next; 4 of 4 warps touch more sectors than needed
  // CHECK: note: each lane walks along its own row: let adjacent lanes access adjacent elements of one row; otherwise move the tile with adjacent lanes along its rows and reorder it in a padded shared array ([32][33] of 32-bit elements)
  // 28 too many, for each of 1024 iterations and 4 warps.
  // CHECK: note: executed 1,024 times per warp: 114,688 excess sectors per block
  g[col] = sum;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A width that is not known: 32 sectors for widths of 8 and more.
__global__ void unknownWidth(float *g, const float *m, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += m[col * width + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: each lane walks along its own row
  g[col] = sum;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A launch says what the width is: 3, and lanes are 12 bytes apart.
__global__ void knownWidth(float *g, const float *m, int width) {
  g[threadIdx.x] = m[threadIdx.x * width];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:20: warning: uncoalesced: this 32-bit load touches 12 sectors, ideal 4; 128 of 384 bytes moved are used
  // CHECK: note: block (32,1,1), width = 3 from this launch
}

// Tiles of a product whose second matrix is stored by columns (width a multiple of
// 16). 16 by 16 threads: a warp is two rows of them.
//
// a: two rows of 64 bytes, 4 sectors. b, with the roles of a: 16 columns, each 2
// elements in a sector: 16 sectors for 128 bytes.
__global__ void tilesAsTheyLie(const float *a, const float *b, int blocks) {
  __shared__ float at[16][16], bt[16][16];
  int width = 16 * blocks, tx = threadIdx.x, ty = threadIdx.y;
  at[ty][tx] = a[(blockIdx.y * 16 + ty) * width + tx];
  // CHECK: :[[@LINE-1]]:16: remark: coalesced: this 32-bit load touches 4 sectors
  bt[ty][tx] = b[(blockIdx.x * 16 + tx) * width + ty];
  // CHECK: :[[@LINE-1]]:16: warning: uncoalesced: this 32-bit load touches up to 16 sectors, ideal 4; 128 of 512 bytes moved are used
  // CHECK: note: swap threadIdx.x and threadIdx.y if possible, so that lanes access adjacent elements; otherwise move the tile
  __syncthreads();
}

// Corner turning: lanes along the columns of b, and the tile changes the order.
__global__ void cornersTurned(const float *a, const float *b, int blocks) {
  __shared__ float at[16][16], bt[16][17];
  int width = 16 * blocks, tx = threadIdx.x, ty = threadIdx.y;
  at[ty][tx] = a[(blockIdx.y * 16 + ty) * width + tx];
  // CHECK: :[[@LINE-1]]:16: remark: coalesced: this 32-bit load touches 4 sectors
  bt[tx][ty] = b[(blockIdx.x * 16 + ty) * width + tx];
  // CHECK: :[[@LINE-1]]:16: remark: coalesced: this 32-bit load touches 4 sectors
  __syncthreads();
}

// A transposition without a tile: the store goes down a column, 32 lanes in one of
// its own row each.
__global__ void transposed(float *out, const float *in) {
  constexpr int Size = 2048;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * Size + y] = in[y * Size + x];
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: swap threadIdx.x and threadIdx.y
  // CHECK: :[[@LINE-3]]:23: remark: coalesced: this 32-bit load touches 4 sectors
}

void run(float *g, int n, dim3 grid) {
  alongRow<<<grid, 128>>>(g, g);
  alongColumn<<<grid, 128>>>(g, g);
  unknownWidth<<<grid, 128>>>(g, g, n);
  knownWidth<<<1, 32>>>(g, g, 3);
  tilesAsTheyLie<<<grid, dim3(16, 16)>>>(g, g, n);
  cornersTurned<<<grid, dim3(16, 16)>>>(g, g, n);
  transposed<<<grid, dim3(32, 32)>>>(g, g);
}
