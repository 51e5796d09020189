// One edit serves all instantiations of a template, or there is none.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/padded.cu && not %warplint --fix --fix-style=pad %t/padded.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/padded.cu
// RUN: %without_checks %s > %t/fixed.cu && not %warplint --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/fixed.cu
// RUN: not %warplint --fix-style=expression %s %stub | FileCheck %s

template <int Tile>
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[Tile][Tile];
  // PAD: __shared__ float tile[Tile][Tile + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * Tile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * Tile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // FIXED: = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// More rows than columns: the mask is another number for each size.
template <int N> __global__ void tall(const float *in, float *out) {
  __shared__ float rows[2 * N][N];
  // PAD: rows[2 * N][N + 1];
  for (int i = 0; i < 2; ++i)
    rows[threadIdx.y + i * N][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 2; ++i)
    out[threadIdx.y * N + threadIdx.x] = rows[threadIdx.x + i * N][threadIdx.y];
  // FIXED: = rows[threadIdx.x + i * N][threadIdx.y ^ ((threadIdx.x + i * N) & (N - 1))];
}

// Rows of odd length are free of conflicts as they are.
template <int N> __global__ void either(const float *in, float *out) {
  __shared__ float even[32][N];
  // PAD: even[32][N | 1];
  // CHECK: help: suggested layout: rows padded to an odd length
  even[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = even[threadIdx.x][threadIdx.y];
}

// A row that is long to write twice goes through a function. What it needs to
// know of the template is known behind the array's declaration.
template <int N> __global__ void wordy(const float *in, float *out) {
  __shared__ float words[2 * N][N];
  // FIXED: {{^}}  // Where a column of words lies in its row. Bank conflicts:
  // FIXED-NEXT: {{^}}  auto wordsColumn = [](unsigned row, unsigned column) { return column ^ (row & (N - 1)); };
  for (int half = 0; half < 2; ++half)
    words[threadIdx.y + half * N][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  // FIXED: {{^}}    words[threadIdx.y + half * N][wordsColumn(threadIdx.y + half * N, threadIdx.x)] =
  __syncthreads();
  for (int half = 0; half < 2; ++half)
    out[threadIdx.y * N + threadIdx.x] = words[half * (blockDim.x + blockDim.y) / 2 + threadIdx.x][threadIdx.y];
  // FIXED: words[half * (blockDim.x + blockDim.y) / 2 + threadIdx.x][wordsColumn(half * (blockDim.x + blockDim.y) / 2 + threadIdx.x, threadIdx.y)];
}

// The same layout whatever the type.
template <typename T>
__global__ void typed(const T *in, T *out) {
  __shared__ T typed_tile[32][32];
  typed_tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = typed_tile[threadIdx.x][threadIdx.y];
}
// CHECK: help: --fix edits 3 places

// So in a function that gets the array: its parameter's elements are those of
// the caller's, in each instantiation.
template <typename T> __device__ T columnOf(T (&t)[32][32], int c) {
  return t[threadIdx.x][c];
  // FIXED: {{^}}  return t[threadIdx.x][c ^ threadIdx.x];
}
template <typename T> __global__ void passed(const T *in, T *out) {
  __shared__ T sized[32][32];
  sized[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // FIXED: {{^}}  sized[threadIdx.y][threadIdx.x ^ threadIdx.y] =
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = columnOf(sized, threadIdx.y);
}

// A branch that no instantiation takes would stay as it is.
template <bool Zero>
__global__ void discarded(const float *in, float *out) {
  __shared__ float part[32][32];
  if constexpr (Zero)
    part[threadIdx.y][threadIdx.x] = 0;
  // CHECK: :[[#@LINE-1]]:5: note: cannot fix 'part': 'part' is also used here, in code that is not compiled or instantiated
  part[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = part[threadIdx.x][threadIdx.y];
}

void run(const float *in, float *out) {
  transpose<16><<<1, dim3(16, 16)>>>(in, out);
  transpose<32><<<1, dim3(32, 32)>>>(in, out);
  tall<16><<<1, dim3(16, 16)>>>(in, out);
  tall<32><<<1, dim3(32, 32)>>>(in, out);
  wordy<16><<<1, dim3(16, 16)>>>(in, out);
  wordy<32><<<1, dim3(32, 32)>>>(in, out);
  either<32><<<1, dim3(32, 32)>>>(in, out);
  either<33><<<1, dim3(32, 32)>>>(in, out);
  typed<<<1, dim3(32, 32)>>>(in, out);
  typed<<<1, dim3(32, 32)>>>((const int *)in, (int *)out);
  passed<<<1, dim3(32, 32)>>>(in, out);
  passed<<<1, dim3(32, 32)>>>((const double *)in, (double *)out);
  discarded<false><<<1, dim3(32, 32)>>>(in, out);
}
