// RUN: not %warplint --fix-style=auto %s %stub | FileCheck %s --implicit-check-not="is not a multiple of"
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/a.cu
//
// Elements of 12 bytes of which each thread has two: 24 bytes from one thread to the
// next, and so half of the banks.

struct Item {
  float a, b, c;
};

// nvcc puts 'items' behind 'first', at byte 4: there every word with an odd number in
// the array begins 8 aligned bytes, and pairs that may be joined lie across pairs of
// the array. The search takes these accesses as they are written: 3 words of 2
// elements are stored and loaded by 2 warps, in 2 wavefronts each. Where lanes have
// elements side by side, 3 words apart, it is 1.
__global__ void behindWord(const float *in, float *out) {
  __shared__ int first;
  __shared__ Item items[128];
  // CHECK: :[[@LINE-1]]:19: help: suggested layout: 2 stripes of 64 elements, 'items[i % 2 * 64 + i / 2]': about 48 -> 24 wavefronts per block
  int t = threadIdx.x;
  if (t == 0)
    first = in[0] > 0;
  items[2 * t] = {in[t], in[t + 1], in[t + 2]};
  items[2 * t + 1] = {in[t], in[t + 1], in[t + 2]};
  // FIXED: items[t] = {in[t], in[t + 1], in[t + 2]};
  // FIXED: items[64 + t] = {in[t], in[t + 1], in[t + 2]};
  __syncthreads();
  Item x = items[2 * t], y = items[2 * t + 1];
  out[t] = x.a + y.a + x.b * y.b + x.c * y.c + first;
}

// One thread reads 64 elements in 3 words each, 192 requests, some of which nvcc may
// join: but not once elements have moved by an odd number of words. Two stores of two
// warps save 4 of their 8 wavefronts by that.
__global__ void oneReader(const float *in, float *out) {
  __shared__ Item pairs[128];
  // CHECK: :[[@LINE-1]]:19: note: no layout of 'pairs' is worth its cost; for example, {{.*}}: about 200 -> 196 wavefronts per block, {{1[0-8][0-9]}} -> 196 if the compiler merges accesses; pass --issued=nvcc to see whether it does
  int t = threadIdx.x;
  if (in[t] > 0)
    pairs[2 * t].a = in[t];
  else
    pairs[2 * t + 1].b = -in[t];
  __syncthreads();
  float sum = 0;
  if (t == 0)
    for (int i = 0; i < 64; ++i) {
      Item x = pairs[2 * i];
      sum += x.a;
      if (sum > 1)
        sum += x.b * x.c;
    }
  out[t] = sum;
}

void run(const float *in, float *out) {
  behindWord<<<1, 64>>>(in, out);
  oneReader<<<1, 64>>>(in, out);
}
