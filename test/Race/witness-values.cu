// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --block=128 %s %stub | FileCheck %s
//
// A race that a parameter decides comes with values of it with which both threads get there.

// Any n of 128 or more lets all threads in: the note has one.
__global__ void bound(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = in[t];
  out[t] = s[n - 1 - t + 128 - n];
  // CHECK: :[[@LINE-1]]:12: error: data race
  // CHECK: :[[@LINE-2]]:12: note: for example with n = [[#%u,N:]]{{$}}
}

// Only n = 7 leads there.
__global__ void exact(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n == 7) {
    s[t] = in[t];
    out[t] = s[127 - t];
    // CHECK: :[[@LINE-1]]:14: error: data race
    // CHECK: :[[@LINE-2]]:14: note: for example with n = 7{{$}}
  }
}

// Nothing decides: no note.
__global__ void always(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t] + n;
  out[t] = s[127 - t];
  // CHECK: :[[@LINE-1]]:12: error: data race
  // CHECK-NOT: for example
}
