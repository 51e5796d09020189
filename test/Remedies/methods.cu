// A method that is called for shared structures alone indexes their array, with one
// edit for all of them. Rows grow for all objects of the structure, or for none.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu && cp %t/a.cu %t/pad.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu
// RUN: %warplint --fix --fix-style=pad --fail-on=never %t/pad.cu %stub
// RUN: FileCheck %s --input-file=%t/pad.cu --check-prefix=PAD

// 8 warps of 16 x 2 threads: a row of doubles takes 2 wavefronts, a column 16 for
// each half of a warp. 8 * (2 + 32) = 272, and 8 * (2 + 2) = 32 without conflicts.
template <typename T> struct Tile {
  T data[16][16];
  int filled;
  __device__ void fill(const T *in) {
    data[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  }
  __device__ const T &operator()(int row, int column) const {
    return this->data[row][column];
  }
  __device__ T column() const { return (*this)(threadIdx.x, threadIdx.y); }
};
__global__ void first(double *out, const double *in) {
  __shared__ Tile<double> tile;
  tile.fill(in);
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}
__global__ void second(double *out, const double *in) {
  __shared__ Tile<double> tile;
  tile.fill(in);
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] += tile(threadIdx.x, threadIdx.y);
}
// CHECK: T data[16][16];
// CHECK: data[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// CHECK: return this->data[row][column ^ row];
// CHECK: = tile(threadIdx.x, threadIdx.y);
// CHECK: += tile(threadIdx.x, threadIdx.y);
// PAD: T data[16][17];
// PAD: data[threadIdx.y][threadIdx.x] = in

// An object in other memory is indexed by the same method.
struct Either {
  float data[32][32];
  __device__ float &at(int row, int column) { return data[row][column]; }
};
__device__ Either elsewhere;
__global__ void both(float *out, const float *in) {
  __shared__ Either tile;
  tile.at(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y);
  elsewhere.at(threadIdx.y, threadIdx.x) = 0;
}
// CHECK: float data[32][32];
// CHECK-NEXT: { return data[row][column]; }
// PAD: float data[32][32];

// A class that refers to the structure sees its rows grow.
struct Storage {
  float rows[32][32];
};
class Reader {
public:
  __device__ Reader(Storage &s) : s(s) {}
  __device__ void put(float value) { s.rows[threadIdx.y][threadIdx.x] = value; }
  __device__ float column() const { return s.rows[threadIdx.x][threadIdx.y]; }

private:
  Storage &s;
};
__global__ void referred(float *out, const float *in) {
  __shared__ Storage storage;
  Reader reader(storage);
  reader.put(in[threadIdx.y * 32 + threadIdx.x]);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = reader.column();
}
// CHECK: float rows[32][33];
// PAD: float rows[32][33];

// Two kernels with one structure: each gets an index of its own, or both longer rows.
struct Shared {
  float tile[32][32];
  int count;
};
__global__ void transpose(float *out, const float *in) {
  __shared__ Shared shared;
  shared.tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = shared.tile[threadIdx.x][threadIdx.y];
}
__global__ void add(float *out, const float *in) {
  __shared__ Shared shared;
  shared.tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] += shared.tile[threadIdx.x][threadIdx.y];
}
// CHECK: float tile[32][32];
// CHECK: shared.tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// CHECK: = shared.tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
// CHECK: shared.tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// CHECK: += shared.tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
// PAD: float tile[32][33];

// The loop around the call is one around the index: longer rows add nothing to it,
// and keep four columns of a thread together.
struct Rows {
  float all[32][32];
  __device__ float &operator()(int row, int column) { return all[row][column]; }
};
__global__ void sums(float *out, const float *in) {
  __shared__ Rows rows;
  for (int row = 0; row < 32; ++row)
    rows(row, threadIdx.x) = in[row * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int column = 0; column < 32; ++column)
    sum += rows(threadIdx.x, column);
  out[threadIdx.x] = sum;
}
// CHECK: float all[32][36];
// CHECK-NEXT: { return all[row][column]; }
// PAD: float all[32][36];

void run(float *o, const float *i, double *d, const double *e) {
  sums<<<1, 32>>>(o, i);
  first<<<1, dim3(16, 16)>>>(d, e);
  second<<<1, dim3(16, 16)>>>(d, e);
  both<<<1, dim3(32, 32)>>>(o, i);
  referred<<<1, dim3(32, 32)>>>(o, i);
  transpose<<<1, dim3(32, 32)>>>(o, i);
  add<<<1, dim3(32, 32)>>>(o, i);
}
