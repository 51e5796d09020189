// RUN: not %warplint --negligible=warning --checks='-*,warplint-uncoalesced-access' --verbose %s %stub | %check %s
//
// Pixels of four floats, of which a kernel needs one: 32 of them are 512 bytes, 16 sectors, and each of these holds what
// two lanes need. No order of lanes takes fewer: a remark.

__global__ void alpha(float *out, const float *pixels, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, i = x + width * (blockIdx.y * blockDim.y + threadIdx.y);
  out[i] = pixels[4 * i + 3];
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 32-bit load touches up to 17 sectors, ideal 4
  // CHECK: note: only a remark because each sector holds what some lane needs; only another layout of the array takes fewer
}

// No part is named: these may be elements a stride apart.
__global__ void strided(float *out, const float *in) {
  out[threadIdx.x] = in[4 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
}

// Another part is loaded later. One load of 16 bytes is of both.
__global__ void parts(float *out, const float *pixels, int n) {
  float sum = pixels[4 * threadIdx.x + 1];
  // CHECK: :[[@LINE-1]]:15: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  if (threadIdx.x < n)
    sum += pixels[4 * threadIdx.x + 3];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 16 sectors, ideal 4
  out[threadIdx.x] = sum;
}

// The other warps of the block, other blocks and other iterations are at other parts: lanes along the parts touch 4
// sectors. So are other calls that pass another part. From byte 16 of a sector on 500 bytes are in 17 sectors.
__global__ void columns(float *out, const float *in, int n, int part) {
  out[threadIdx.x] = in[4 * threadIdx.x + threadIdx.y + 1];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 17 sectors, ideal 4
  out[threadIdx.x] = in[4 * threadIdx.x + blockIdx.x + 1];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches up to 17 sectors, ideal 4
  for (int k = 0; k < n; ++k)
    out[threadIdx.x + k] = in[4 * threadIdx.x + 2 * k + 1];
  // CHECK: :[[@LINE-1]]:28: warning: uncoalesced: this 32-bit load touches up to 17 sectors, ideal 4
  out[threadIdx.x] = in[4 * threadIdx.x + part];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches up to 17 sectors, ideal 4
}

// A record that is wider than an access.
__global__ void wide(float *out, const float *in) {
  out[threadIdx.x] = in[8 * threadIdx.x + 3];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

// The layout of a structure is the program's.
struct Point {
  float x, y, z;
  int kind;
};
__global__ void kinds(int *out, const Point *points) {
  out[threadIdx.x] = points[threadIdx.x].kind;
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
}

void run(float *g, int *k, const Point *points, int n) {
  alpha<<<dim3(n, n), dim3(32, 8)>>>(g, g, n);
  strided<<<1, 64>>>(g, g);
  parts<<<1, 64>>>(g, g, n);
  columns<<<n, dim3(32, 4)>>>(g, g, n, n);
  wide<<<1, 64>>>(g, g);
  kinds<<<1, 64>>>(k, points);
}
