// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --verbose %s %stub | %check %s
//
// What has little share in the sectors of a kernel, or costs little for most values of parameters: a remark.

// Of 8 warps half of one stores, once: 16 sectors a block. The columns are what a scan over all blocks needs.
__global__ void counters(unsigned *table, const unsigned *in) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    table[threadIdx.x * 4096 + blockIdx.x] = bins[threadIdx.x];
  // CHECK: :[[@LINE-1]]:5: remark: uncoalesced: this 32-bit store touches 16 sectors, ideal 2
  // CHECK: note: only a remark because one warp of the block executes it, once
}

// All warps, and one of them again and again.
__global__ void columns(float *out, const float *in) {
  out[threadIdx.x * 4096 + blockIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
  if (threadIdx.x < 16)
    for (int k = 0; k < 1000; ++k)
      out[threadIdx.x * 1024 * 1024 + k * 1024 + blockIdx.x] = in[k];
  // CHECK: :[[@LINE-1]]:7: warning: uncoalesced: this 32-bit store touches 16 sectors, ideal 2
}

// The store after the loops is one request beside those of 32 times 32 iterations and more: below a hundredth of
// the sectors.
__global__ void after(float *sums, const float *in, int rows, int columns) {
  float sum = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      sum += in[(threadIdx.x * 1024 + y) * 1024 + x];
  // CHECK: :[[@LINE-1]]:14: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  sums[threadIdx.x * 64] = sum;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
  // CHECK: note: fixing this is unlikely to help
}

// The launch has 2048 for 'n': the inner loop has 2,047 iterations at first and 1,920 in the end, beside one store.
__global__ void smallest(float *out, const float *in, int n, int k) {
  for (int s = 0; s < k; ++s) {
    float least = in[threadIdx.x * n + s];
    // CHECK: :[[@LINE-1]]:19: remark: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
    for (int t = s + 1; t < n; ++t)
      least = min(least, in[threadIdx.x * n + t]);
    // CHECK: :[[@LINE-1]]:26: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
    out[threadIdx.x * n + s] = least;
    // CHECK: :[[@LINE-1]]:5: remark: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
    // CHECK: note: fixing this is unlikely to help
  }
}

// Groups of 'width' lanes share an element: with 37 or more, 2 sectors. The end of the data is nearer than typical
// values of the others reach.
__global__ void groups(float *out, const float *in, int width, int chunk, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int first = t / width * chunk, end = first + chunk >= n ? n - first : chunk;
  for (int k = first; k < first + end; ++k)
    out[t] += in[k];
  // CHECK: :[[@LINE-1]]:15: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because the excess depends on parameters, and most of their values cause none
}

// Pixels of an image of 'width' columns: adjacent, but for the end of a row. The launch has 1 for 'step', and 16 in the
// other kernel: 64 bytes from lane to lane for all widths.
__global__ void pixels(float *out, int width, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / width * 100000 + i % width * step] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}
__global__ void dense(float *out, int width, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / width * 100000 + i % width * step] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because the excess depends on parameters, and most of their values cause none
}

// Windows two elements apart slide over all elements: in the next iteration a lane reads what is beside it. With steps
// of two they never do, and rows of 16 elements are not in one sector.
__global__ void windows(float *out, const float *in, int radius) {
  float sum = 0;
  for (int k = 0; k < radius; ++k)
    sum += in[2 * threadIdx.x + k];
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 32-bit load touches up to 9 sectors, ideal 4
  // CHECK: note: only a remark because together with the other iterations of the loop, more than half of the bytes moved are used
  for (int k = 0; k < radius; ++k)
    sum += in[2 * threadIdx.x + 2 * k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 9 sectors, ideal 4
  for (int k = 0; k < radius; ++k)
    sum += in[16 * threadIdx.x + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  out[threadIdx.x] = sum;
}

void run(float *g, unsigned *u, int n) {
  counters<<<4096, 256>>>(u, u);
  columns<<<4096, 256>>>(g, g);
  after<<<4, 256>>>(g, g, n, n);
  smallest<<<4, 256>>>(g, g, 2048, 128);
  groups<<<n, 256>>>(g, g, n, n, n);
  pixels<<<n, 256>>>(g, n, 16);
  dense<<<n, 256>>>(g, n, 1);
  windows<<<4, 256>>>(g, g, n);
}
