// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Nothing writes constant memory while a kernel runs: what all threads load from one place of it is one
// number of the block, wherever they load it.

__constant__ int Radius;
__constant__ int Table[32];

// Right: under t < Radius, s[t] lies below each s[t + Radius], and s[128 + Radius + t] behind.
// CHECK: "halo": "race-free"
__global__ void halo(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (t < Radius)
    s[t] = in[t];
  s[t + Radius] = in[t + 1];
  if (t < Radius)
    s[t + 128 + Radius] = in[t + 2];
  __syncthreads();
  float sum = 0;
  for (int i = -Radius; i <= Radius; ++i)
    sum += s[t + Radius + i];
  out[t] = sum;
}

// No claim: with a Radius of at least 128 no two threads meet.
// CHECK: "haloWithoutBarrier": "unproven"
__global__ void haloWithoutBarrier(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t + Radius] = in[t];
  out[t] = s[t];
}

// Right: the block has one entry of the table.
// CHECK: "entryOfBlock": "race-free"
__global__ void entryOfBlock(float *out, const float *in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t + Table[n]] = in[t];
  __syncthreads();
  out[t] = s[127 - t + Table[n]];
}

// Race: each warp has an entry of its own; with 0 and -1, threads 31 and 32 store to one word.
// CHECK: "entryOfWarp": "{{unproven|race}}"
__global__ void entryOfWarp(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t + Table[t / 32]] = in[t];
}

// Race: each iteration has an entry of its own.
// CHECK: "entryOfIteration": "{{unproven|race}}"
__global__ void entryOfIteration(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[t + Table[i]] = in[t];
}

// Race: with every Radius from 1 on thread 1 stores to s[1], or to s[1 + Radius], what thread 0 loads.
// CHECK: "sumWithoutBarrier": "race"
__global__ void sumWithoutBarrier(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (t < Radius)
    s[t] = in[t];
  s[t + Radius] = in[t + 1];
  float sum = 0;
  for (int i = -Radius; i <= Radius; ++i)
    sum += s[t + Radius + i];
  out[t] = sum;
}

// No claim: Table[1] may be as large as the block, so that no two threads meet.
// CHECK: "behind": "unproven"
__global__ void behind(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t + Table[1]];
}

// No claim: which entry the block has is not known, and two entries may differ.
// CHECK: "entriesOfBlocks": "unproven"
__global__ void entriesOfBlocks(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t + Table[blockIdx.x]] = in[t];
  out[t] = s[t + Table[blockIdx.x + 1]];
}

void run(float *f, int n) {
  halo<<<1, 128, 4096>>>(f, f);
  haloWithoutBarrier<<<1, 128, 4096>>>(f, f);
  entryOfBlock<<<1, 128, 4096>>>(f, f, n);
  entryOfWarp<<<1, 128, 4096>>>(f, f);
  entryOfIteration<<<1, 128, 4096>>>(f, f);
  sumWithoutBarrier<<<1, 128, 4096>>>(f, f);
  behind<<<1, 128, 4096>>>(f, f);
  entriesOfBlocks<<<1, 128, 4096>>>(f, f);
}
