// A member of a structure grows where all objects of the structure are shared
// variables of this file; indices change in functions that get it by reference, too.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cp %s %t/b.cu
// RUN: %warplint --fix --fix-style=pad --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fix-style=pad --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu
// RUN: %warplint --fix --fix-style=expression --fail-on=never %t/b.cu %stub
// RUN: %without_checks %t/b.cu | FileCheck %s --check-prefix=INDEX

// Passed by reference, from the declaration of the function on. Padding: row r
// begins in bank r, so a column takes 1 wavefront.
struct Storage {
  float tile[32][32];
  float bias[32];
};
__device__ void fill(Storage &s, const float *in);
__device__ void fill(Storage &s, const float *in) {
  s.tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  s.bias[threadIdx.x] = 1;
}
__global__ void passed(float *out, const float *in) {
  __shared__ Storage s;
  fill(s, in);
  __syncthreads();
  const Storage &read = s;
  out[threadIdx.y * 32 + threadIdx.x] =
      read.tile[threadIdx.x][threadIdx.y] + s.bias[threadIdx.y];
}
// CHECK: struct Storage {
// CHECK-NEXT: float tile[32][33];
// CHECK-NEXT: float bias[32];
// INDEX: float tile[32][32];
// INDEX: s.tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// INDEX: read.tile[threadIdx.x][threadIdx.y ^ threadIdx.x] + s.bias

// Reached as 'this', in a template.
template <int Rows, int Columns> struct Tile {
  float rows[Rows][Columns];
  __device__ void load(const float *in) {
    rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  }
  __device__ float &at(int r, int c) { return this->rows[r][c]; }
};
__global__ void methods(float *out, const float *in) {
  __shared__ Tile<32, 32> tile;
  tile.load(in);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y);
}
// CHECK: float rows[Rows][Columns + 1];
// INDEX: float rows[Rows][Columns];

// A structure without a name.
__global__ void unnamed(float *out, const float *in) {
  __shared__ struct {
    int count;
    float rows[32][32];
  } s;
  float(*row)[32] = s.rows;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    s.count = 0;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK-LABEL: void unnamed
// CHECK: float rows[32][33];
// CHECK: float(*row)[33] = s.rows;

// The member is passed, and not the structure.
struct Inputs {
  float a[32][32];
  int counts[4];
};
__device__ void put(float (*t)[32], float value) {
  t[threadIdx.y][threadIdx.x] = value;
}
__device__ float column(const float (&t)[32][32]) {
  return t[threadIdx.x][threadIdx.y];
}
__global__ void member(float *out, const float *in) {
  __shared__ Inputs s;
  put(s.a, in[threadIdx.y * 32 + threadIdx.x]);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = column(s.a);
}
// CHECK: struct Inputs {
// CHECK-NEXT: float a[32][33];
// CHECK: void put(float (*t)[33], float value)
// CHECK: float column(const float (&t)[32][33])
// INDEX: struct Inputs {
// INDEX-NEXT: float a[32][32];
// INDEX: t[threadIdx.y][threadIdx.x ^ threadIdx.y] = value;
// INDEX: return t[threadIdx.x][threadIdx.y ^ threadIdx.x];

// Another object, in a kernel's parameter: the host has the structure, too.
struct Copied {
  float rows[32][32];
};
__global__ void copied(float *out, Copied in) {
  __shared__ Copied s;
  s.rows[threadIdx.y][threadIdx.x] = in.rows[threadIdx.y][threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Copied {
// CHECK-NEXT: float rows[32][32];
// INDEX: s.rows[threadIdx.x][threadIdx.y ^ threadIdx.x];

// A pointer leads to it, too.
struct Pointed {
  float rows[32][32];
};
__global__ void pointed(float *out, const float *in) {
  __shared__ Pointed s;
  Pointed *p = &s;
  p->rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Pointed {
// CHECK-NEXT: float rows[32][33];
// INDEX: Pointed *p = &s;
// INDEX-NEXT: p->rows[threadIdx.y][threadIdx.x ^ threadIdx.y] = in

// A pointer that is passed on without its type may lead anywhere.
struct Untyped {
  float rows[32][32];
};
__global__ void untyped(float *out, const float *in) {
  __shared__ Untyped s;
  void *p = &s;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      s.rows[threadIdx.x][threadIdx.y] + (p == nullptr);
}
// CHECK: struct Untyped {
// CHECK-NEXT: float rows[32][32];

// So may one of the host.
struct Hosted {
  float rows[32][32];
};
void host(Hosted *h);
__global__ void hosted(float *out, const float *in) {
  __shared__ Hosted s;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Hosted {
// CHECK-NEXT: float rows[32][32];

// Its size is used.
struct Sized {
  float rows[32][32];
};
static_assert(sizeof(Sized) == 4096, "");
__global__ void sized(float *out, const float *in) {
  __shared__ Sized s;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Sized {
// CHECK-NEXT: float rows[32][32];

// Named in code that is not compiled.
struct Unseen {
  float rows[32][32];
};
#if 0
void host(Unseen *u);
#endif
__global__ void unseen(float *out, const float *in) {
  __shared__ Unseen s;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Unseen {
// CHECK-NEXT: float rows[32][32];

// A template of this file allocates it.
struct Allocated {
  float rows[32][32];
};
template <typename T> T *allocate(int n);
void host() { allocate<Allocated>(4); }
__global__ void allocated(float *out, const float *in) {
  __shared__ Allocated s;
  s.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.rows[threadIdx.x][threadIdx.y];
}
// CHECK: struct Allocated {
// CHECK-NEXT: float rows[32][32];

void run(float *o, const float *i, const Copied &c) {
  passed<<<1, dim3(32, 32)>>>(o, i);
  methods<<<1, dim3(32, 32)>>>(o, i);
  unnamed<<<1, dim3(32, 32)>>>(o, i);
  member<<<1, dim3(32, 32)>>>(o, i);
  copied<<<1, dim3(32, 32)>>>(o, c);
  pointed<<<1, dim3(32, 32)>>>(o, i);
  untyped<<<1, dim3(32, 32)>>>(o, i);
  hosted<<<1, dim3(32, 32)>>>(o, i);
  sized<<<1, dim3(32, 32)>>>(o, i);
  unseen<<<1, dim3(32, 32)>>>(o, i);
  allocated<<<1, dim3(32, 32)>>>(o, i);
}
