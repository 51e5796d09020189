// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never %s %stub | %check %s
// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s --check-prefix=JSON
//
// A loop in steps of the grid: one block comes to its second iteration if the grid
// has fewer blocks than the loop has rows.

// Race: with n = 2 and one block, a fast thread stores row 1 before a slow one has
// read row 0. With n blocks there is no second iteration, hence a warning.
// JSON-DAG: "rows": "race"
__global__ void rows(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    // CHECK: :[[@LINE-1]]:5: warning: data race: nothing orders this 32-bit store of 's' by thread 0 and the 32-bit load by thread 127
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
    // CHECK: :[[@LINE-1]]:36: note: thread 127 accesses
  }
  // CHECK: note: in iteration 1 of the loop, the other access in iteration 0
  // CHECK: note: for example with blockIdx.x = 0, gridDim.x = 1, n = 2
  // CHECK: note: for some grids: with enough blocks, the loop has one iteration
}

// The launch says how large the grid is, and n may be larger: an error.
// JSON-DAG: "knownGrid": "race"
__global__ void knownGrid(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    // CHECK: :[[@LINE-1]]:5: error: data race
    // CHECK: note: for example with blockIdx.x = 0, n = 128
    // CHECK-NOT: for some grids
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

// Right: the barriers of the tree lie between the loads of 'total' and its next
// store, and the last barrier of an iteration behind the tree.
// JSON-DAG: "sums": "race-free"
__global__ void sums(float *out, const float *in, int n, int cols) {
  __shared__ float s[128], total;
  for (unsigned row = blockIdx.x; row < n; row += gridDim.x) {
    float v = 0;
    for (int i = threadIdx.x; i < cols; i += 128)
      v += in[row * cols + i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
      if (threadIdx.x < d)
        s[threadIdx.x] += s[threadIdx.x + d];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      total = s[0];
    __syncthreads();
    out[row * 128 + threadIdx.x] = total;
  }
}

// Right: a barrier ends each iteration.
// JSON-DAG: "twice": "race-free"
__global__ void twice(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
    __syncthreads();
  }
}

// Right: no block comes to a second iteration.
// JSON-DAG: "once": "unproven"
__global__ void once(float *out, const float *in, int n) {
  __shared__ float s[128];
  if (n > gridDim.x)
    return;
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

// A race if the last block has two rows. Which block is the last and where the data
// end go together, so nothing is claimed.
// JSON-DAG: "lastAlone": "unproven"
__global__ void lastAlone(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1)
      out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

// The launches say of what they make their grids. As many blocks as rows, or one for
// each row and more, come to no second iteration.
// JSON-DAG: "aBlockEach": "unproven"
__global__ void aBlockEach(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

// Fewer blocks than rows: a limit, a quotient, or the first of several grids.
// JSON-DAG: "limited": "race"
__global__ void limited(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    // CHECK: :[[@LINE-1]]:5: warning: data race
    // 1024 blocks are too few from 1025 rows on.
    // CHECK: note: for example with blockIdx.x = 0, gridDim.x = 1024, n =
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}
// JSON-DAG: "quarter": "race"
__global__ void quarter(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    // CHECK: :[[@LINE-1]]:5: warning: data race
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

// The host's values may be the same: nothing is claimed.
// JSON-DAG: "ofMember": "unproven"
__global__ void ofMember(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    s[threadIdx.x] = in[row * 128 + threadIdx.x];
    __syncthreads();
    out[row * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}

struct Rows {
  int Blocks, Number;
};

void run(const Rows &r, float *out, const float *in, int n) {
  aBlockEach<<<n, 128>>>(out, in, n);
  aBlockEach<<<n + 7, 128>>>(out, in, n);
  limited<<<n < 1024 ? n : 1024, 128>>>(out, in, n);
  for (int blocks = n / 4; blocks <= n; blocks += n / 4)
    quarter<<<blocks, 128>>>(out, in, n);
  ofMember<<<r.Blocks, 128>>>(out, in, r.Number);
}

void run(float *out, const float *in, int n, int cols, int blocks) {
  rows<<<blocks, 128>>>(out, in, n);
  knownGrid<<<108, 128>>>(out, in, n);
  sums<<<blocks, 128>>>(out, in, n, cols);
  twice<<<blocks, 128>>>(out, in, n);
  once<<<blocks, 128>>>(out, in, n);
  lastAlone<<<blocks, 128>>>(out, in, n);
}
