// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// Loops that end by data as well. With a pragma nvcc copies them and keeps each copy's
// tests, and loads the words of all copies at once (machine code of 13.0, sm_90:
// LDS.128); without, it does not (LDS).

__global__ void withPragma(const float *in, float *o, int n, float most) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  int i = 0;
#pragma unroll 4
  for (; i < 256 && sum < most && i < n; i++)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    sum += s[i];
  o[threadIdx.x] = sum + i;
}

__global__ void withoutPragma(const float *in, float *o, int n, float most) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  int i = 0;
  for (; i < 256 && sum < most && i < n; i++)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    sum += s[i];
  o[threadIdx.x] = sum + i;
}

// A node of a heap: nvcc sees that the pair of words is aligned, although the loop in
// which its place is found has ended (STS.64).
__device__ __forceinline__ void push(unsigned short k, float key, unsigned value,
                                     float *heap) {
  unsigned short pos = 0;
  while (true) {
    float left = 0, right = 0;
    bool isLeft = true, isRight = true;
    if (2 * pos + 1 < k) {
      left = heap[4 * pos + 2];
      isLeft = key >= left;
    }
    if (2 * pos + 2 < k) {
      right = heap[4 * pos + 4];
      isRight = key >= right;
    }
    if (isLeft && isRight) {
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      heap[2 * pos] = key;
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      *reinterpret_cast<unsigned *>(heap + 2 * pos + 1) = value;
      break;
    }
    pos = isLeft ? 2 * pos + 2 : 2 * pos + 1;
  }
}
__global__ void heaps(const float *in, float *o, unsigned short k,
                      const unsigned *range) {
  extern __shared__ float s[];
  float *heap = s + k * 2 * threadIdx.x;
  float least = 3e38f;
  const unsigned end = range[1];
  for (unsigned p = range[0]; p < end; p++)
    if (in[p] <= least) {
      push(k, in[p], p, heap);
      least = heap[0];
    }
  for (int i = 0; i < k; i++)
    o[threadIdx.x * k + i] = heap[2 * i];
}
