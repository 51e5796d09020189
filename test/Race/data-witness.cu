// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// What some data are said to do they have to be able to do. A condition is taken only where values
// of what is loaded make it true; an index may be anything only where the kernel has not stored it.

// Twice a number is even.
__global__ void evenBit(int *out, const int *in) { // CHECK: "evenBit": "unproven"
  __shared__ int s[1];
  int t = threadIdx.x;
  if ((in[t] * 2) & 1)
    s[0] = t;
  if (t == 0)
    out[0] = s[0];
}

// Three times a number may be odd.
__global__ void oddBit(int *out, const int *in) { // CHECK: "oddBit": "race"
  __shared__ int s[1];
  int t = threadIdx.x;
  if ((in[t] * 3) & 1)
    s[0] = t;
  if (t == 0)
    out[0] = s[0];
}

// 3 is no square, and both factors are one element.
__global__ void noSquare(int *out, const unsigned char *in) { // CHECK: "noSquare": "unproven"
  __shared__ int s[1];
  int t = threadIdx.x;
  if (in[t] * in[t] == 3)
    s[0] = t;
  if (t == 0)
    out[0] = s[0];
}

// 49 is one; 3 is the product of two elements.
__global__ void square(int *out, const unsigned char *in) { // CHECK: "square": "race"
  __shared__ int s[1];
  int t = threadIdx.x;
  if (in[t] * in[t] == 49)
    s[0] = t;
  if (t == 0)
    out[0] = s[0];
}

__global__ void twoFactors(int *out, const unsigned char *in) { // CHECK: "twoFactors": "race"
  __shared__ int s[1];
  int t = threadIdx.x;
  if (in[t] * in[t + 1] == 3)
    s[0] = t;
  if (t == 0)
    out[0] = s[0];
}

// Threads with odd numbers alone come there, and store to even elements.
__global__ void oddThreads(int *out, const int *in) { // CHECK: "oddThreads": "unproven"
  __shared__ int s[256];
  int t = threadIdx.x;
  if ((2 * in[t] + t) & 1)
    s[t + 1] = t;
  out[t] = s[t | 1];
}

// The element that the thread before this one may read.
__global__ void oddThreadsMeet(int *out, const int *in) { // CHECK: "oddThreadsMeet": "race"
  __shared__ int s[256];
  int t = threadIdx.x;
  if ((2 * in[t] + t) & 1)
    s[t] = t;
  out[t] = s[t | 1];
}

// Multiples of 4, which the kernel itself has stored.
__global__ void storedIndex(int *out) { // CHECK: "storedIndex": "unproven"
  __shared__ int s[512], p[128];
  int t = threadIdx.x;
  p[t] = 4 * t;
  __syncthreads();
  s[4 * t] = t;
  out[t] = s[p[t] & 511];
}

__global__ void storedInGlobal(int *out, int *p) { // CHECK: "storedInGlobal": "unproven"
  __shared__ int s[512];
  int t = threadIdx.x;
  p[t] = t;
  s[t] = t;
  out[t] = s[p[t] & 127];
}

// Data may take the way over shared memory.
__global__ void staged(int *out, const int *in) { // CHECK: "staged": "race"
  __shared__ int s[128], p[128];
  int t = threadIdx.x;
  p[t] = in[t];
  __syncthreads();
  s[t] = t;
  out[t] = s[p[t] & 127];
}

// What is stored later has not been loaded.
__global__ void storedLater(int *p) { // CHECK: "storedLater": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  p[t] = s[p[t] & 127];
}

// Nor is a table with values any data.
__device__ int powers[4] = {1, 2, 4, 8};
__global__ void ownTable(int *out) { // CHECK: "ownTable": "unproven"
  __shared__ int s[16];
  int t = threadIdx.x;
  if (t == 0)
    s[3] = 1;
  out[t] = s[powers[t & 3]];
}

// A loop whose end was loaded before it waits for nothing: the lanes race behind it.
__global__ void sparseRow(float *out, const float *in, const int *rows) { // CHECK: "sparseRow": "race"
  __shared__ float s[128];
  int t = threadIdx.x, end = rows[t / 32 + 1];
  float sum = 0;
  for (int j = rows[t / 32] + t % 32; j < end; j += 32)
    sum += in[j];
  s[t] = sum;
  if (t % 32 < 16)
    out[t] = s[t + 16];
}

// One that reads its end in each round may be a wait.
__global__ void waitsForEnd(float *out, const float *in, int *rows) { // CHECK: "waitsForEnd": "unproven"
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int j = 0; j < ((volatile int *)rows)[t]; ++j)
    ;
  out[t] = s[t ^ 1];
}

// CHECK: for some data: an index or a condition depends on them
