// Findings come through clang-tidy's engine, each once and at the lines of the
// source, whichever side and architecture clang-tidy parses. Column c of rows of
// 32 words is one bank: 32 lanes read 32 different words of it.
//
// RUN: %tidy %s %tidy_stub 2>&1 | FileCheck %s %tidy_strict
// RUN: %tidy %s %tidy_stub --cuda-device-only 2>&1 | FileCheck %s %tidy_strict
// RUN: %tidy %s %tidy_stub --cuda-host-only 2>&1 | FileCheck %s %tidy_strict
// RUN: %tidy %s %tidy_stub --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 2>&1 \
// RUN:   | FileCheck %s %tidy_strict
//
// The program with clang-tidy in it says the same.
// RUN: %own_tidy '--checks=-*,warplint-*,-warplint-uncoalesced-access,-warplint-shared-race' %s %tidy_stub 2>&1 \
// RUN:   | FileCheck %s %tidy_strict

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[x * n + y] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[#@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: | {{ *}}^~~~
  // CHECK: :[[#@LINE-3]]:20: note: in warp 0, lanes 0, 1, 2, 3, ... read 32 different words of bank 0
  // CHECK: :[[#@LINE-9]]:20: note: 'tile' is declared here as float[32][32]
}

// Seen by the device alone, and from sm_80 on.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
__global__ void modern(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][1];
  // CHECK: :[[#@LINE-1]]:22: warning: 32-way bank conflict
}
#endif

// One finding an access, whatever the number of instances, with the worst.
template <int Pitch> __global__ void rows(float *out) {
  __shared__ float tile[32][Pitch];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][2];
  // CHECK: :[[#@LINE-1]]:22: warning: 32-way bank conflict
}

void run(const float *in, float *out, int n) {
  dim3 block(32, 32);
  transpose<<<1, block>>>(in, out, n);
  rows<33><<<1, block>>>(out);
  rows<48><<<1, block>>>(out);
  rows<64><<<1, block>>>(out);
}
