// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Blocks of which two extents are not known. An array with an index for each axis bounds them, if
// each thread that accesses shared memory accesses it, too. A race is one in blocks of any usual size.

#define Tile(Name) __shared__ float Name[16][16]
#define X threadIdx.x
#define Y threadIdx.y

// Right: at most 16 x 16 threads.
// CHECK: "tiles": "race-free"
__global__ void tiles(float *out, const float *in, int n) {
  Tile(a);
  float sum = 0;
  for (int m = 0; m < n / 16; ++m) {
    a[Y][X] = in[(m * 16 + Y) * n + X];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += a[Y][k] * a[k][X];
    __syncthreads();
  }
  out[Y * n + X] = sum;
}

// Race: the next iteration stores what others load.
// CHECK: "tilesOneBarrier": "race", "in blocks of (8,8,1), (16,16,1); the block shape is unknown"
__global__ void tilesOneBarrier(float *out, const float *in, int n) {
  Tile(a);
  float sum = 0;
  for (int m = 0; m < n / 16; ++m) {
    a[Y][X] = in[(m * 16 + Y) * n + X];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += a[Y][k] * a[k][X];
  }
  out[Y * n + X] = sum;
}

// Right: of rows of 17 elements 16 are used, and of a block of 17 x 16 threads all.
// CHECK: "padded": "race-free"
__global__ void padded(float *out, const float *in, int n) {
  __shared__ float a[16][17];
  a[Y][X] = in[Y * n + X];
  __syncthreads();
  out[Y * n + X] = a[Y][X];
}

// Race with 17 x 2 threads: thread (16,0) and thread (0,1) store to b[16]. Only some threads index a.
// CHECK: "partly": "unproven"
__global__ void partly(float *out, const float *in, int n) {
  Tile(a);
  __shared__ float b[1024];
  if (X < 16)
    a[Y][X] = in[X];
  b[Y * 16 + X] = X;
  __syncthreads();
  out[Y * n + X] = b[Y * 16 + X];
}

// The same: where n is 0, nothing indexes a.
// CHECK: "either": "unproven"
__global__ void either(float *out, const float *in, int n) {
  Tile(a);
  __shared__ float b[1024];
  if (n)
    a[Y][X] = in[X];
  else
    b[Y * 16 + X] = X;
  __syncthreads();
  out[Y * n + X] = n ? a[Y][X] : b[Y * 16 + X];
}

// Right: who accesses b has X < n, and so has who indexes a.
// CHECK: "together": "race-free"
__global__ void together(float *out, const float *in, int n) {
  Tile(a);
  __shared__ float b[1024];
  if (X < n) {
    a[Y][X] = in[X];
    b[Y * 16 + X] = X;
  }
}

// Race: row -1 is not the first one; with 16 x 17 threads (0,16) stores a[15][0] as well.
// CHECK: "above": "{{unproven|race}}"
__global__ void above(float *out, const float *in, int n) {
  Tile(a);
  if (Y > 0)
    a[Y - 1][X] = in[X];
  a[Y % 16][X] = 0;
}

// Race: in blocks of 10 x 16 threads rows are parts of two warps; not in these, of which a warp has whole
// rows.
// CHECK: "warps": "race-free", "in blocks of (4,4,1), (8,8,1), (16,16,1); the block shape is unknown"
__global__ void warps(float *out, const float *in, int n) {
  Tile(a);
  a[Y][X] = in[Y * n + X];
  __syncwarp();
  out[Y * n + X] = a[Y][15 - X];
}

// Nothing launches it, and nothing in it asks for threadIdx.z.
// CHECK: "noLaunch": "race-free", "assuming blocks of one layer of threads (x,y,1)"
__global__ void noLaunch(float *out, const float *in, int n) {
  Tile(a);
  a[Y][X] = in[Y * n + X];
  __syncthreads();
  out[Y * n + X] = a[X][Y];
}

// Right: who stores is in the tile, and so is who loads, whatever the condition of each is.
// CHECK: "transposed": "race-free"
// CHECK-NOT: "in blocks
__global__ void transposed(float *out, const float *in, int n, int m) {
  __shared__ float a[16][17];
  if (X < n && Y < m)
    a[Y][X] = in[Y * n + X];
  __syncthreads();
  if (X < m && Y < n)
    out[Y * m + X] = a[X][Y];
}

// Race in blocks of 17 x 2 threads: b bounds nobody.
// CHECK: "transposedTwice": "unproven"
__global__ void transposedTwice(float *out, const float *in, int n, int m) {
  Tile(a);
  __shared__ float b[1024];
  if (X < n && Y < m)
    a[Y][X] = in[Y * n + X];
  __syncthreads();
  if (X < m && Y < n)
    out[Y * m + X] = a[X][Y];
  b[Y * 16 + X] = n;
}

// Race: in blocks of 64 x 8 threads, (0,0) loads what (32,0) stores. In blocks of fewer columns it loads what
// nobody stores: the kernel is not written for these.
// CHECK: "halves": "race", "in blocks of (64,8,1); the block shape is unknown"
__global__ void halves(float *out, const float *in, int n) {
  __shared__ float a[8][64];
  a[Y][X] = in[Y * n + X];
  if (X < 32)
    out[Y * n + X] = a[Y][X + 32];
}

// Right in blocks of 16 x 16 threads, which the edges of the tile are made for.
// CHECK: "edges": "race-free", "in blocks of (8,8,1), (16,16,1); the block shape is unknown"
__global__ void edges(float *out, const float *in, int n) {
  __shared__ float a[16][18];
  a[Y][X + 1] = in[Y * n + X];
  if (X == 0)
    a[Y][0] = 0;
  if (X == 15)
    a[Y][17] = 0;
  __syncthreads();
  out[Y * n + X] = a[Y][X] + a[Y][X + 2];
}

// No kernel: what it does depends on who calls it.
// CHECK-NOT: "sumOf"
__device__ float sumOf(float v) {
  __shared__ float all[1024];
  all[X] = v;
  __syncthreads();
  return all[X ^ 1];
}

void run(float *f, int n, int m) {
  tiles<<<n, dim3(n, m)>>>(f, f, n);
  tilesOneBarrier<<<n, dim3(n, m)>>>(f, f, n);
  padded<<<n, dim3(n, m)>>>(f, f, n);
  partly<<<n, dim3(n, m)>>>(f, f, n);
  either<<<n, dim3(n, m)>>>(f, f, n);
  together<<<n, dim3(n, m)>>>(f, f, n);
  above<<<n, dim3(n, m)>>>(f, f, n);
  warps<<<n, dim3(n, m)>>>(f, f, n);
  transposed<<<n, dim3(n, m)>>>(f, f, n, m);
  halves<<<n, dim3(n, m)>>>(f, f, n);
  edges<<<n, dim3(n, m)>>>(f, f, n);
  transposedTwice<<<n, dim3(n, m)>>>(f, f, n, m);
}
