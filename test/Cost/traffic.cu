// RUN: %warplint --checks=-warplint-uncoalesced-access --cost %s %stub | FileCheck %s
//
// How far down requests to global memory go: l1 has what warps ask for, l2 what L1
// cannot have, dram what L2 cannot have.

// Each thread walks through a row of its own: 8 warps, 1,024 rounds of 32 sectors,
// of which 4 could hold the 128 bytes. A round goes on by 4 of a sector's 32
// bytes, so that an eighth is new; all of these bytes are used. The store adds 32.
// CHECK: cost of 'rows'
// CHECK-DAG: l1  262,176 sectors, 32,800 at best{{$}}
// CHECK-DAG: l2  32,800 sectors{{$}}
// CHECK-DAG: dram  32,800 sectors{{$}}
// CHECK: bound by
__global__ void rows(float *out, const float *in) {
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    sum += in[(blockIdx.x * 256 + threadIdx.x) * 1024 + k];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A warp reads one element of A: a sector, a new one in each eighth of 1,024 rounds:
// 8 * 128 at L2. Of B it reads 4 sectors, and all 8 warps the same: 4 * 1,024. Of A
// there is no other for each blockIdx.x, of B for each blockIdx.y: neither counts
// as DRAM. The result is 8 * 4.
// CHECK: cost of 'naive'
// CHECK-DAG: l1  40,992 sectors{{$}}
// CHECK-DAG: l2  5,152 sectors{{$}}
// CHECK-DAG: dram  32 sectors{{$}}
// CHECK: bound by
__global__ void naive(float *C, const float *A, const float *B) {
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    sum += A[row * 1024 + k] * B[k * 1024 + column];
  C[row * 1024 + column] = sum;
}

// The neighbours lie in the sectors that are loaded anyway, but for the ends: 4, 5
// and 5 sectors of 8 warps, 32 below L1, and as many are written.
// CHECK: cost of 'stencil'
// CHECK-DAG: l1  144 sectors, 128 at best{{$}}
// CHECK-DAG: l2  64 sectors{{$}}
// CHECK-DAG: dram  64 sectors{{$}}
// CHECK: bound by
__global__ void stencil(float *out, const float *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

// Records that are read whole: all bytes of the sectors are used, so that L2 has
// nothing to save. Of a warp 32 records of 12, 16 and 24 bytes are 12, 16 and 24
// sectors, and the result is 4: 8 warps take 8 * 16 = 128, 160 and 224. Each member is
// a request of its own, of as many sectors as the records have, where 4 would do: at L1
// 8 * (3 * 12 + 4) = 320, 8 * (4 * 16 + 4) = 544 and 8 * (6 * 24 + 4) = 1,184.
// CHECK: cost of 'three'
// CHECK-DAG: l1  320 sectors, 128 at best{{$}}
// CHECK-DAG: l2  128 sectors{{$}}
// CHECK-DAG: dram  128 sectors{{$}}
// CHECK: bound by
struct Three {
  float x, y, z;
};
__global__ void three(float *out, const Three *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z;
}

// CHECK: cost of 'four'
// CHECK-DAG: l1  544 sectors, 160 at best{{$}}
// CHECK-DAG: l2  160 sectors{{$}}
// CHECK-DAG: dram  160 sectors{{$}}
// CHECK: bound by
struct Four {
  float x, y, z, w;
};
__global__ void four(float *out, const Four *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z + in[i].w;
}

// CHECK: cost of 'six'
// CHECK-DAG: l1  1,184 sectors, 224 at best{{$}}
// CHECK-DAG: l2  224 sectors{{$}}
// CHECK-DAG: dram  224 sectors{{$}}
// CHECK: bound by
__global__ void six(float *out, const float *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i * 6] + in[i * 6 + 1] + in[i * 6 + 2] + in[i * 6 + 3] +
           in[i * 6 + 4] + in[i * 6 + 5];
}

// Half of a record: 128 sectors and the result's 32, of which 2 * 4 * 8 and 32 would
// do. The second load of x, in the next record, is of bytes that are loaded anyway.
// CHECK: cost of 'part'
// CHECK-DAG: l2  160 sectors, 96 at best{{$}}
// CHECK-DAG: dram  96 sectors{{$}}
// CHECK: bound by
__global__ void part(float *out, const Four *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i + 1].x;
}

// Of 64 bytes of each thread one sector holds x and y, another z: 32 * 8 of each, of
// which three times 32 are used, and the result's 32.
// CHECK: cost of 'far'
// CHECK-DAG: l2  544 sectors, 128 at best{{$}}
// CHECK-DAG: dram  128 sectors{{$}}
// CHECK: bound by
struct Far {
  float x, y, gap[6], z, rest[7];
};
__global__ void far(float *out, const Far *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z;
}

// What is loaded in every round comes once, what is stored goes each time: 32 and
// 3,200 sectors at L2, and once to memory.
// CHECK: cost of 'again'
// CHECK-DAG: l1  6,400 sectors{{$}}
// CHECK-DAG: l2  3,232 sectors{{$}}
// CHECK-DAG: dram  64 sectors{{$}}
// CHECK: bound by
__global__ void again(float *out, const float *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  for (int round = 0; round < 100; ++round)
    out[i] = in[i] * round;
}

void run(float *f) {
  three<<<64, 256>>>(f, nullptr);
  four<<<64, 256>>>(f, nullptr);
  six<<<64, 256>>>(f, f);
  part<<<64, 256>>>(f, nullptr);
  far<<<64, 256>>>(f, nullptr);
  rows<<<64, 256>>>(f, f);
  naive<<<dim3(32, 128), dim3(32, 8)>>>(f, f, f);
  stencil<<<64, 256>>>(f, f);
  again<<<64, 256>>>(f, f);
}
