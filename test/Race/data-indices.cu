// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Indices that are loaded from memory: for some data they lead to what another thread accesses.
// Two accesses by such indices may be meant never to meet, and are no error.

// The zero of another thread's bin may come behind an addition.
__global__ void zerosUnordered(int *out, const int *in) { // CHECK: "zerosUnordered": "race"
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}

// Others may still add.
__global__ void readsTooEarly(int *out, const int *in) { // CHECK: "readsTooEarly": "race"
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 127], 1);
  out[t] = bins[t];
}

// A table that others fill.
__global__ void table(float *out, const float *values, const int *in) { // CHECK: "table": "race"
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = values[t];
  out[t] = s[in[t]];
}

// Bytes select a row of 8: rows 0 to 15 belong to 128 threads.
__global__ void rowOfOthers(int *out, const unsigned char *in) { // CHECK: "rowOfOthers": "race"
  __shared__ int s[256][8];
  int t = threadIdx.x;
  s[t][0] = t;
  out[t] = s[in[t]][0];
}

// Scattered, then read where others may have written.
__global__ void scatters(int *out, const int *in) { // CHECK: "scatters": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  out[t] = s[t];
}

// With barriers.
__global__ void histogram(int *out, const int *in) { // CHECK: "histogram": "race-free"
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}

// Words 8 * t to 8 * t + 7 of thread t.
__global__ void ownRow(int *out, const int *in) { // CHECK: "ownRow": "race-free"
  __shared__ int s[128][8];
  int t = threadIdx.x;
  s[t][in[t] & 7] = t;
  out[t] = s[t][in[t + 1] & 7];
}

// A row of the warp: warps 0 to 3 have bins 32 * w to 32 * w + 31, and __syncwarp orders the lanes.
__global__ void rowOfWarp(int *out, const int *in) { // CHECK: "rowOfWarp": "race-free"
  __shared__ int bins[4][32];
  int t = threadIdx.x;
  bins[t / 32][t % 32] = 0;
  __syncwarp();
  atomicAdd(&bins[t / 32][in[t] & 31], 1);
  __syncwarp();
  out[t] = bins[t / 32][t % 32];
}

// One bit more, and the row is also that of the next warp.
__global__ void rowOfTwoWarps(int *out, const int *in) { // CHECK: "rowOfTwoWarps": "race"
  __shared__ int bins[5][32];
  int t = threadIdx.x;
  bins[t / 32][t % 32] = 0;
  __syncwarp();
  atomicAdd(&bins[0][t / 32 * 32 + (in[t] & 63)], 1);
  __syncthreads();
  out[t] = bins[t / 32][t % 32];
}

// The data may keep to 8 words of each thread.
__global__ void perhapsOwnRow(int *out, const int *in) { // CHECK: "perhapsOwnRow": "unproven"
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[8 * t + in[t]] = t;
  out[t] = s[8 * t];
}

// The data may be a permutation.
__global__ void permutation(int *out, const int *in) { // CHECK: "permutation": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  __syncthreads();
  out[t] = s[t];
}

// Stores and loads by the same data.
__global__ void twiceByData(int *out, const int *in) { // CHECK: "twiceByData": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  out[t] = s[in[t]];
}

// No two threads get one slot.
__global__ void slots(int *out, const int *in) { // CHECK: "slots": "unproven"
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  s[t] = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  s[slot] = in[t];
  out[t] = s[t];
}

// Another array.
__global__ void otherArray(int *out, const int *in) { // CHECK: "otherArray": "race-free"
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = t;
  __syncthreads();
  a[t] = 2 * t;
  out[t] = b[in[t]];
}

// Each thread keeps to its own column: another one's is no multiple of 512 bytes away.
__global__ void privateHistogram(int *out, const int *in) { // CHECK: "privateHistogram": "{{unproven|race-free}}"
  __shared__ int s[8][128];
  int t = threadIdx.x;
  s[0][t] = 0;
  s[in[t] & 7][t]++;
}

// Columns of 16 threads, of which those 16 apart share one.
__global__ void sharedColumns(int *out, const int *in) { // CHECK: "sharedColumns": "race"
  __shared__ int s[8][16];
  int t = threadIdx.x;
  s[0][t & 15] = t;
  out[t] = s[in[t] & 7][t & 15];
}

// Twice a number is even: no data lead to the odd elements that others write.
__global__ void evenOnly(int *out, const int *in) { // CHECK: "evenOnly": "{{unproven|race-free}}"
  __shared__ int s[256];
  int t = threadIdx.x;
  s[2 * t + 1] = t;
  out[t] = s[(2 * in[t]) & 255];
}

// The mask leaves out every second one.
__global__ void sparseMask(int *out, const int *in) { // CHECK: "sparseMask": "{{unproven|race-free}}"
  __shared__ int s[256];
  int t = threadIdx.x;
  s[2 * t + 1] = t;
  out[t] = s[in[t] & 254];
}

// A product with an odd number has all low bits that it likes.
__global__ void hashed(int *out, const unsigned *in) { // CHECK: "hashed": "race"
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(in[t] * 2654435761u >> 8) & 127];
}

// Rows of a sparse matrix: ptr decides who loads, col what is loaded, and ptr may have two numbers that
// differ whatever col holds.
__global__ void sparseRows(float *out, const int *ptr, const int *col, const float *x, int n) { // CHECK: "sparseRows": "race"
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    s[i] = x[i];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int k = ptr[row]; k < ptr[row + 1]; ++k)
      sum += s[col[k]];
    out[row] = sum;
  }
}

// The same with the barrier.
__global__ void sparseRowsInOrder(float *out, const int *ptr, const int *col, const float *x, int n) { // CHECK: "sparseRowsInOrder": "race-free"
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    s[i] = x[i];
  __syncthreads();
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int k = ptr[row]; k < ptr[row + 1]; ++k)
      sum += s[col[k]];
    out[row] = sum;
  }
}

// Many rows may be selected, and any element.
__global__ void selectedElement(int *out, const int *in, const int *flags) { // CHECK: "selectedElement": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (flags[t] > 0)
    out[t] = s[in[t]];
}

// What selects is also the index: it is never the element 7, which another thread writes.
__global__ void selectsItself(int *out, const int *in) { // CHECK: "selectsItself": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 7)
    s[t] = t;
  if (in[t] < 5)
    out[t] = s[in[t]];
}

// The same array: its part behind n may hold what the part before it says.
__global__ void selectsByOtherPart(int *out, const int *in, int n) { // CHECK: "selectsByOtherPart": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 7)
    s[t] = t;
  if (in[t + n] > 5)
    out[t] = s[in[t]];
}

// CHECK: for some data: an index or a condition depends on them
