// Where each thread goes through a piece of an array of its own, another order of
// the lanes makes neighbours of them: thread + round * threads. It is told where all
// accesses of the kernel go through the same pieces, and is the author's to take.
//
// RUN: not %warplint %s %stub | FileCheck %s

// Lanes are per words apart; by turns 32 lanes have 32 words in a row.
__global__ void softmax(float *out, const float *in, int cols) {
  extern __shared__ float row[];
  // CHECK: :[[@LINE-1]]:27: note: if lanes can swap work: 'threadIdx.x + i * blockDim.x' instead of 'threadIdx.x * ((cols + blockDim.x - 1) / blockDim.x) + i': 1 wavefront per access, no extra memory{{$}}
  int per = (cols + blockDim.x - 1) / blockDim.x;
  for (int i = 0; i < per; ++i) {
    int c = threadIdx.x * per + i;
    if (c < cols)
      row[c] = in[c];
  }
  float sum = 0;
  for (int i = 0; i < per; ++i) {
    int c = threadIdx.x * per + i;
    if (c < cols)
      sum += row[c];
  }
  // What all lanes share may stay.
  out[threadIdx.x] = sum / row[0];
}

// A counter that begins with the piece, and ends with it or with the data. 8 bytes
// a lane are 256: 2 wavefronts.
__global__ void untilEnd(double *out, const double *in, int n, int per) {
  __shared__ double s[2048];
  // CHECK: :[[@LINE-1]]:21: note: if lanes can swap work: 'threadIdx.x + round * blockDim.x' instead of 'threadIdx.x * per + round': 2 wavefronts per access, no extra memory{{$}}
  int begin = threadIdx.x * per, end = min(begin + per, n);
  for (int i = begin; i < end; ++i)
    s[i] = in[i];
  double sum = 0;
  for (int i = begin; i < (threadIdx.x + 1) * per; ++i)
    sum += s[i];
  out[threadIdx.x] = sum;
}

// 4 iterations are one 128-bit request with 2-way conflicts, 8 wavefronts; by turns
// each has its own, 4 in all.
__global__ void eight(float *out, const float *in) {
  __shared__ float s[2048];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout: {{.*}}: 256 -> 128 wavefronts per block
  // CHECK: :[[@LINE-2]]:20: note: if lanes can swap work: 'threadIdx.x + i * blockDim.x' instead of 'threadIdx.x * 8 + i': 1 wavefront per access, no extra memory{{$}}
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x * 8 + i] = in[threadIdx.x + i * 256];
  __syncthreads(); // Else nvcc keeps the words in registers.
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += s[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}

// Bytes whose pieces are not joined.
__global__ void bytes(char *out, const char *in, int per) {
  __shared__ char s[8192];
  // CHECK: :[[@LINE-1]]:19: note: if lanes can swap work: 'threadIdx.x + i * blockDim.x' instead of 'threadIdx.x * per + i': 1 wavefront
  char sum = 0;
  for (int i = 0; i < per; ++i)
    sum += s[threadIdx.x * per + i];
  out[threadIdx.x] = sum;
}

// CHECK-NOT: trade

// The two orders are what the array is for.
__global__ void exchange(float *out, const float *in) {
  __shared__ float s[2048];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout:
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x + i * 256] = in[i * 256 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += s[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}

// Threads read what others have written: their pieces are of two lengths, ...
__global__ void lengths(float *out, const float *in) {
  __shared__ float s[2048];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout:
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x * 8 + i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s[threadIdx.x * 4 + i];
  out[threadIdx.x] = sum;
}

// ... or begin one element further on, ...
__global__ void neighbours(float *out, const float *in) {
  __shared__ float s[2056];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout:
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x * 8 + i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += s[threadIdx.x * 8 + i + 1];
  out[threadIdx.x] = sum;
}

// ... or the loop goes on beyond them.
__global__ void overlap(float *out, const float *in) {
  __shared__ float s[2056];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout:
  for (int i = 0; i < 16; ++i)
    s[threadIdx.x * 8 + i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += s[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}

// Threads of several rows have one piece.
__global__ void rows(float *out, const float *in) {
  __shared__ float s[2048];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout:
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x * 8 + i] = in[i];
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += s[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}

// CHECK-NOT: trade

void run(float *out, double *wide, char *narrow, int n) {
  softmax<<<1, 256, n * sizeof(float)>>>(out, out, n);
  untilEnd<<<1, 256>>>(wide, wide, n, n);
  eight<<<1, 256>>>(out, out);
  bytes<<<1, 256>>>(narrow, narrow, n);
  exchange<<<1, 256>>>(out, out);
  lengths<<<1, 256>>>(out, out);
  neighbours<<<1, 128>>>(out, out);
  overlap<<<1, 128>>>(out, out);
  rows<<<1, dim3(256, 2)>>>(out, out);
}
