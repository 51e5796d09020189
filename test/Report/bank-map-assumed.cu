// RUN: %warplint --bank-map %s %stub | FileCheck %s
// RUN: %warplint --bank-map --layouts=false %s %stub \
// RUN:   | FileCheck %s --check-prefix=RELATIVE
//
// Nothing launches the kernel: elements are those of a block that is assumed, and
// that is said.

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; r += 8)
    tile[threadIdx.y + r][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int r = 0; r < 32; r += 8)
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y + r];
}

// CHECK: 32-bit load of 'tile' in 'transpose': 32 wavefronts, ideal 1
// CHECK: {{^}}  the costliest request of warp 0, in an assumed block of 32 x 8 x 1 threads; words count from the start of 'tile'{{$}}
// CHECK: {{^}}       32 │  1  ·{{.*}}  [1][0]{{$}}

// RELATIVE: {{^}}  the costliest request of warp 0; words are relative to the part that all lanes share{{$}}
// RELATIVE: {{^}}       32 │  1  ·{{.*}}·{{$}}
// RELATIVE: {{^}}  cannot suggest a layout{{$}}
// RELATIVE-NOT: with
