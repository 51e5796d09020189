// Rows that a cast makes of an array of one extent: the type says how long they
// are, so the column changes, and the declaration and the launch stay.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu
//
// RUN: %warplint --fail-on=never %s %stub | FileCheck %s --check-prefix=NOTE

// The 32 lanes read a column: 32 words of one bank. With c ^ r, they are in 32.
__global__ void dynamic(float *out, const float *in) {
  extern __shared__ float s[];
  auto tile = reinterpret_cast<float (*)[32]>(s);
  // CHECK: auto tile = reinterpret_cast<float (*)[32]>(s);
  for (int r = threadIdx.y; r < 32; r += 8)
    tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  // CHECK: tile[r][threadIdx.x ^ {{.*}}r{{.*}}] = in[
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    out[r * 32 + threadIdx.x] = tile[threadIdx.x][r];
  // CHECK: = tile[threadIdx.x][r ^ {{.*}}threadIdx.x{{.*}}];
}

// The same of bytes, seen as words, and of rows that the cast makes in place.
__global__ void bytes(float *out, const float *in) {
  extern __shared__ __align__(16) unsigned char raw[];
  float(*tile)[32] = (float(*)[32])raw;
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: tile[threadIdx.y][threadIdx.x ^ {{.*}}threadIdx.y{{.*}}] = in[
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      reinterpret_cast<float(*)[32]>(raw)[threadIdx.x][threadIdx.y];
  // CHECK: reinterpret_cast<float(*)[32]>(raw)[threadIdx.x][threadIdx.y ^ {{.*}}threadIdx.x{{.*}}];
}

// References to all of the rows.
__global__ void references(float *out, const float *in) {
  extern __shared__ float v[];
  float(&tile)[32][32] = *reinterpret_cast<float(*)[32][32]>(v);
  auto &same = reinterpret_cast<float(&)[32][32]>(v);
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: tile[threadIdx.y][threadIdx.x ^ {{.*}}threadIdx.y{{.*}}] = in[
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = same[threadIdx.x][threadIdx.y];
  // CHECK: = same[threadIdx.x][threadIdx.y ^ {{.*}}threadIdx.x{{.*}}];
}

// Two tiles in one buffer: the second begins behind whole blocks of the layout,
// so that its pointer stays, and each keeps its columns in its own rows.
__global__ void two(float *out, const float *in) {
  extern __shared__ float u[];
  auto a = reinterpret_cast<float (*)[32]>(u);
  auto b = reinterpret_cast<float (*)[32]>(u + 1024);
  // CHECK: auto b = reinterpret_cast<float (*)[32]>(u + 1024);
  a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: a[threadIdx.y][threadIdx.x ^ {{.*}}threadIdx.y{{.*}}] = in[
  b[threadIdx.y][threadIdx.x] = in[1024 + threadIdx.y * 32 + threadIdx.x];
  // CHECK: b[threadIdx.y][threadIdx.x ^ {{.*}}threadIdx.y{{.*}}] = in[
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      a[threadIdx.x][threadIdx.y] + b[threadIdx.x][threadIdx.y];
  // CHECK: a[threadIdx.x][threadIdx.y ^ {{.*}}threadIdx.x{{.*}}] + b[threadIdx.x][threadIdx.y ^ {{.*}}threadIdx.x{{.*}}];
}

// Planes of rows, and a function that gets them.
__device__ float diagonal(float (*t)[32][32], int plane) {
  return t[plane][threadIdx.x][threadIdx.y];
  // CHECK: return t[plane][threadIdx.x][threadIdx.y ^ {{.*}}threadIdx.x{{.*}}];
}
__global__ void planes(float *out, const float *in) {
  __shared__ float flat[2 * 32 * 32];
  float(*t)[32][32] = (float(*)[32][32])flat;
  for (int p = 0; p < 2; ++p)
    t[p][threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: t[p][threadIdx.y][threadIdx.x ^ {{.*}}threadIdx.y{{.*}}] = in[
  __syncthreads();
  for (int p = 0; p < 2; ++p)
    out[threadIdx.y * 32 + threadIdx.x] += diagonal(t, p);
}

// A row by itself has no number in its index: it stays as it is.
__device__ float sum(const float *row) {
  float a = 0;
  for (int c = 0; c < 32; ++c)
    a += row[c];
  return a;
}
__global__ void passed(float *out, const float *in) {
  extern __shared__ float w[];
  auto rows = reinterpret_cast<float (*)[32]>(w);
  for (int r = 0; r < 32; ++r)
    rows[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  // CHECK: rows[r][threadIdx.x] = in[
  __syncthreads();
  out[threadIdx.x] = sum(rows[threadIdx.x]);
  // NOTE: :[[@LINE-1]]:26: note: cannot fix 'w': a row of 'rows' is used as a separate array
}

void run(float *out, const float *in) {
  dynamic<<<1, dim3(32, 8), 4096>>>(out, in);
  bytes<<<1, dim3(32, 32), 4096>>>(out, in);
  references<<<1, dim3(32, 32), 4096>>>(out, in);
  two<<<1, dim3(32, 32), 8192>>>(out, in);
  planes<<<1, dim3(32, 32)>>>(out, in);
  passed<<<1, 32, 4096>>>(out, in);
}
