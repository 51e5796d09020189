// A member of a shared structure is laid out as an array is; its declaration and
// the structure's other objects stay as they are.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: not %warplint --verbose --fix-style=auto %s %stub | FileCheck %s
// RUN: not %warplint --fix-style=pad %s %stub | FileCheck %s --check-prefix=PAD
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu

struct Tiles {
  float a[32][32];
  float b[32];
};

// 32 warps: a row of 1 wavefront each, a column of 32: 32 + 1024.
__global__ void plain(float *out, const float *in) {
  __shared__ Tiles s;
  s.a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  s.b[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      s.a[threadIdx.x][threadIdx.y] + s.b[threadIdx.y];
}
// CHECK: members.cu:[[@LINE-2]]:{{.*}}: warning: 32-way bank conflict
// CHECK: members.cu:18:20: note: 's.a' is declared here as float[32][32]
// CHECK: help: suggested layout: XOR swizzle <5,0,5>, 's.a[row][col ^ row]': 1056 -> 64 wavefronts per block
// PAD: note: {{.*}}it is a struct member, and other objects of the struct may exist
// EDITED-LABEL: void plain
// EDITED: // Column c of row r of s.a lies at c ^ r. Bank conflicts: 1056 -> 64 wavefronts per block.
// EDITED-NEXT: __shared__ Tiles s;
// EDITED-NEXT: s.a[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// EDITED-NEXT: s.b[threadIdx.x] = 0;
// EDITED: s.a[threadIdx.x][threadIdx.y ^ threadIdx.x] + s.b[threadIdx.y];

// A structure inside of one, in a template, and pointers to rows.
template <typename T> struct Stage {
  int count[4];
  struct {
    T keys[32 * 32];
  } side;
};
template <typename T> __global__ void nested(T *out, const T *in) {
  __shared__ Stage<T> stage;
  T *row = stage.side.keys + threadIdx.y * 32;
  row[threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      stage.side.keys[threadIdx.x * 32 + threadIdx.y];
}
// CHECK: help: suggested layout: {{.*}}'stage.side.keys[i ^ (i >> 5)]': 1056 -> 64 wavefronts per block
// EDITED-LABEL: void nested
// EDITED: T *row = stage.side.keys + threadIdx.y * 32;
// EDITED-NEXT: row[threadIdx.x ^ threadIdx.y] = in
// EDITED: stage.side.keys[threadIdx.x * 32 + (threadIdx.y ^ threadIdx.x)];

// What copies it knows nothing of layouts.
__global__ void whole(float *out, const float *in, Tiles *to) {
  __shared__ Tiles s;
  s.a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s.a[threadIdx.x][threadIdx.y];
  if (threadIdx.x + threadIdx.y == 0)
    *to = s;
}
// CHECK-DAG: note: cannot fix 's.a': 's' is used without an index
// EDITED-LABEL: void whole
// EDITED: = s.a[threadIdx.x][threadIdx.y];

// An index that is data may lead from one member into the next.
__global__ void data(float *out, const float *in, const unsigned *at) {
  __shared__ Tiles s;
  s.a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      s.a[threadIdx.x][threadIdx.y] + s.a[0][at[threadIdx.x]];
}
// CHECK: note: cannot fix 's.a': an access may reach another member of 's'
// EDITED-LABEL: void data
// EDITED: s.a[threadIdx.x][threadIdx.y] + s.a[0][at[threadIdx.x]];

// Members of a union share their memory.
union Either {
  float a[32][32];
  int b[1024];
};
__global__ void either(float *out, const float *in) {
  __shared__ Either u;
  u.a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = u.a[threadIdx.x][threadIdx.y];
}
// CHECK: note: cannot suggest a layout for 'u': it is a union
// EDITED-LABEL: void either
// EDITED: = u.a[threadIdx.x][threadIdx.y];

void run(float *o, const float *i, Tiles *t, const unsigned *at) {
  plain<<<1, dim3(32, 32)>>>(o, i);
  nested<float><<<1, dim3(32, 32)>>>(o, i);
  whole<<<1, dim3(32, 32)>>>(o, i, t);
  data<<<1, dim3(32, 32)>>>(o, i, at);
  either<<<1, dim3(32, 32)>>>(o, i);
}
