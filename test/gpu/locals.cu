// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Sectors of a load from local memory, one a kernel: word w of the lanes of a warp lies in one row
// of 128 bytes, the next word in the next row.

#include "launch.h"

template <class T> __device__ T value(int i) { return T(i); }
template <> __device__ int4 value<int4>(int i) { return {i, i, i, i}; }

/// An array that is in memory, since its elements are written in a loop.
template <class T> struct Filled {
  alignas(16) T a[64];
  __device__ explicit Filled(const int *in) {
#pragma unroll 1
    for (int i = 0; i < 64; ++i)
      a[i] = value<T>(in[i]);
  }
};

// One index for all lanes: one row, 4 sectors.
//
// expect rows: local=4
__global__ void rows(const int *in, int *out, int n) {
  Filled<int> f(in);
  out[threadIdx.x] = f.a[n];
}

// Each lane its own word: 32 rows, a sector of each.
//
// expect lanes: local=32
__global__ void lanes(const int *in, int *out) {
  Filled<int> f(in);
  out[threadIdx.x] = f.a[threadIdx.x];
}

// Two words by turns: both rows whole, 8 sectors.
//
// expect pairs: local=8
__global__ void pairs(const int *in, int *out) {
  Filled<int> f(in);
  out[threadIdx.x] = f.a[threadIdx.x % 2];
}

// Eight lanes a word: a sector of each of four rows.
//
// expect quarters: local=4
__global__ void quarters(const int *in, int *out) {
  Filled<int> f(in);
  out[threadIdx.x] = f.a[threadIdx.x / 8];
}

// Two words a lane, in two rows: 8 sectors. Four: 16.
//
// expect doubles: local=8
__global__ void doubles(const int *in, double *out, int n) {
  Filled<double> f(in);
  out[threadIdx.x] = f.a[n];
}
// expect vectors: local=16
__global__ void vectors(const int *in, int4 *out, int n) {
  Filled<int4> f(in);
  out[threadIdx.x] = f.a[n];
}

// Four bytes a word: 32 lanes have eight words, and a sector has eight lanes of one.
// Lanes 0 to 3 share the word 0, and so on: 8 sectors.
//
// expect bytes: local=8
__global__ void bytes(const int *in, char *out) {
  Filled<char> f(in);
  out[threadIdx.x] = f.a[threadIdx.x];
}

int main() {
  int *in = deviceArray<int>(), *out = deviceArray<int>();
  rows<<<1, 32>>>(in, out, 3);
  lanes<<<1, 32>>>(in, out);
  pairs<<<1, 32>>>(in, out);
  quarters<<<1, 32>>>(in, out);
  doubles<<<1, 32>>>(in, deviceArray<double>(), 3);
  vectors<<<1, 32>>>(in, deviceArray<int4>(), 3);
  bytes<<<1, 32>>>(in, deviceArray<char>());
  return finish();
}
