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

// Race: another thread may store what this one loads, if Radius is 1.
// CHECK: "haloWithoutBarrier": "{{unproven|race}}"
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

void run(float *f, int n) {
  halo<<<1, 128, 4096>>>(f, f);
  haloWithoutBarrier<<<1, 128, 4096>>>(f, f);
  entryOfBlock<<<1, 128, 4096>>>(f, f, n);
  entryOfWarp<<<1, 128, 4096>>>(f, f);
  entryOfIteration<<<1, 128, 4096>>>(f, f);
}
