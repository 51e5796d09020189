// Dynamic memory that is cast to one structure, and to nothing else, has the
// structure's members as arrays. They grow where its launches pass its size.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cp %s %t/b.cu
// RUN: not %warplint --fix-style=pad %s %stub | FileCheck %s --check-prefix=TEXT
// RUN: %warplint --fix --fix-style=pad --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fix-style=pad --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu
// RUN: %warplint --fix --fix-style=expression --fail-on=never %t/b.cu %stub
// RUN: %without_checks %t/b.cu | FileCheck %s --check-prefix=INDEX

// 32 warps store a row of 1 wavefront and load a column of 32: 32 + 1024. With row r
// from bank r on, a column takes 1. The rows of b, which is read by rows, stay.
struct Storage {
  float a[32][32];
  float b[32][32];
};
__global__ void reference(float *out, const float *in) {
  extern __shared__ char raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  s.a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  s.b[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      s.a[threadIdx.x][threadIdx.y] + s.b[threadIdx.y][threadIdx.x];
}
// TEXT: note: 's.a' is declared here as float[32][32]
// TEXT: help: suggested layout: padding of 1 after every 32 elements, 's.a[32][33]': 1056 -> 64 wavefronts per block (optimal, 128 bytes more)
// CHECK: struct Storage {
// CHECK-NEXT: float a[32][33];
// CHECK-NEXT: float b[32][32];
// INDEX: float a[32][32];
// INDEX: s.a[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// INDEX: s.a[threadIdx.x][threadIdx.y ^ threadIdx.x] + s.b[threadIdx.y][threadIdx.x];

// A pointer, which a function gets, too; a variable has the size.
template <int N> struct Tile {
  int count;
  float rows[N][N];
};
__device__ void fill(Tile<32> *to, const float *in) {
  to->rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
}
__global__ void pointer(float *out, const float *in) {
  extern __shared__ float4 memory[];
  auto *t = (Tile<32> *)memory;
  fill(t, in);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t->rows[threadIdx.x][threadIdx.y];
}
// TEXT: note: 't->rows' is declared here as float[32][32]
// CHECK: float rows[N][N + 1];
// INDEX: to->rows[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// INDEX: t->rows[threadIdx.x][threadIdx.y ^ threadIdx.x];

// The launch passes a number, which grows by 32 padded floats.
struct Fixed {
  float rows[32][32];
};
__global__ void number(float *out, const float *in) {
  extern __shared__ char bytes[];
  Fixed &f = *reinterpret_cast<Fixed *>(bytes);
  f.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = f.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Fixed {
// CHECK-NEXT: float rows[32][33];
// INDEX: f.rows[threadIdx.x][threadIdx.y ^ threadIdx.x];

// Two launches pass a variable that is used elsewhere, and cannot be edited.
struct Known {
  float rows[32][32];
};
__global__ void variable(float *out, const float *in) {
  extern __shared__ char known[];
  Known &k = *reinterpret_cast<Known *>(known);
  k.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = k.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Known {
// CHECK-NEXT: float rows[32][32];
// INDEX: k.rows[threadIdx.x][threadIdx.y ^ threadIdx.x];

// Something else lies behind it: one array of bytes.
struct Head {
  float rows[32][32];
};
__global__ void behind(float *out, const float *in) {
  extern __shared__ char both[];
  Head &h = *reinterpret_cast<Head *>(both);
  float *rest = reinterpret_cast<float *>(both + sizeof(Head));
  h.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  rest[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      h.rows[threadIdx.x][threadIdx.y] + rest[threadIdx.y];
}
// TEXT: note: 'both' is declared here
// CHECK: struct Head {
// CHECK-NEXT: float rows[32][32];
// INDEX: h.rows[threadIdx.x][threadIdx.y] + rest

// The host has objects of it.
struct Copied {
  float rows[32][32];
};
__global__ void copied(float *out, const Copied *from) {
  extern __shared__ char block[];
  Copied &c = *reinterpret_cast<Copied *>(block);
  c.rows[threadIdx.y][threadIdx.x] = from->rows[threadIdx.y][threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = c.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Copied {
// CHECK-NEXT: float rows[32][32];
// INDEX: c.rows[threadIdx.x][threadIdx.y ^ threadIdx.x];

// A pointer to it that moves.
struct Stages {
  float rows[32][32];
};
__global__ void moved(float *out, const float *in) {
  extern __shared__ char stages[];
  Stages *p = reinterpret_cast<Stages *>(stages);
  p->rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = p->rows[threadIdx.x][threadIdx.y];
  ++p;
  p->rows[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += p->rows[threadIdx.x][threadIdx.y];
}
// TEXT: note: 'stages' is declared here
// CHECK: struct Stages {
// CHECK-NEXT: float rows[32][32];
// INDEX: p->rows[threadIdx.x][threadIdx.y];

void run(float *o, const float *i, const Copied *c) {
  const int bytes = sizeof(Tile<32>);
  reference<<<1, dim3(32, 32), sizeof(Storage)>>>(o, i);
  pointer<<<1, dim3(32, 32), bytes>>>(o, i);
  number<<<1, dim3(32, 32), 4096>>>(o, i);
  // CHECK: number<<<1, dim3(32, 32), 4096 + 128>>>(o, i);
  const int four = 4096;
  variable<<<1, dim3(32, 32), four>>>(o, i);
  variable<<<2, dim3(32, four / 128), four>>>(o, i);
  behind<<<1, dim3(32, 32), sizeof(Head) + 128>>>(o, i);
  copied<<<1, dim3(32, 32), sizeof(Copied)>>>(o, c);
  moved<<<1, dim3(32, 32), 2 * sizeof(Stages)>>>(o, i);
}
