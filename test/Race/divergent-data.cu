// RUN: %warplint --checks='-*,warplint-divergent-barrier' --fail-on=never %s %stub | %check %s
//
// Barriers under a condition on data: a warning where some data send threads both ways. Each thread
// needs data of its own that nobody writes, and both outcomes have to be possible.

__global__ void ownData(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (in[t] > 0) {
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: warning: divergent barrier: threads 0, 2, 4, 6, ... do not arrive
    // CHECK: :[[@LINE-3]]:{{.*}}: note: '0 < in[t]' holds for threads 1, 3, 5, 7, ...
    // CHECK: :[[@LINE+2]]:{{.*}}: note: threads {{.*}} continue here without waiting
  }
  out[t] = s[127 - t];
}

// For any n.
__global__ void threshold(int *out, const int *in, int n) {
  int t = threadIdx.x;
  if (in[blockIdx.x * 128 + t] < n)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: warning: divergent barrier
  // CHECK: :[[@LINE-2]]:5: note: for some data: the condition depends on them
  out[t] = 1;
}

// Each way has a barrier of its own.
__global__ void bothWays(int *out, const int *in) {
  int t = threadIdx.x;
  if (in[t] == 7) {
    out[t] = 1;
    __syncthreads();
  } else {
    out[t] = 2;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: warning: divergent barrier
    // CHECK: :[[@LINE-5]]:5: note: threads 1, 3, 5, 7, ... wait at this barrier instead
  }
  out[t + 128] = 3;
}

// One value for each warp.
__global__ void ofWarps(int *out, const int *in) {
  int t = threadIdx.x;
  if (in[t / 32] > 0)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: warning: divergent barrier: threads 0 to 31, 64 to 95 do not arrive
  out[t] = 1;
}

// Two arrays.
__global__ void twoLoads(int *out, const int *a, const int *b) {
  int t = threadIdx.x;
  if (a[t] < b[t])
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: warning: divergent barrier
  out[t] = 1;
}

// Behind a condition of the block.
__global__ void nested(int *out, const int *in, int n) {
  int t = threadIdx.x;
  if (n > 3)
    if (in[t] & 4)
      __syncthreads();
  // CHECK: :[[@LINE-1]]:7: warning: divergent barrier
  out[t] = 1;
}

// One value for the block.
__global__ void oneValue(int *out, const int *in) {
  int t = threadIdx.x;
  if (in[blockIdx.x] > 0)
    __syncthreads();
  out[t] = 1;
}

// No data do that.
__global__ void neverOdd(int *out, const int *in) {
  int t = threadIdx.x;
  if ((in[t] * 2) & 1)
    __syncthreads();
  out[t] = 1;
}

// All do that.
__global__ void always(int *out, const int *in) {
  int t = threadIdx.x;
  if ((in[t] & 7) < 8)
    __syncthreads();
  out[t] = 1;
}

// The kernel itself makes the data: they may all be one.
__global__ void ownWrites(int *data) {
  int t = threadIdx.x;
  data[t] = 1;
  if (data[t] > 0)
    __syncthreads();
  data[t + 128] = 1;
}

// What all threads found together.
__global__ void vote(int *out, const int *in) {
  int t = threadIdx.x;
  if (__nvvm_bar0_or(in[t] > 0))
    __syncthreads();
  out[t] = 1;
}

// Whoever does not come has ended.
__global__ void othersEnd(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (in[t] > 0) {
    __syncthreads();
    out[t] = s[127 - t];
  }
}

// From shared memory: it may be one value, as here.
__global__ void fromShared(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 5;
  if (s[t] > 0)
    __syncthreads();
  out[t] = 1;
}

void run(int *p, int n) {
  ownData<<<1, 128>>>(p, p);
  threshold<<<1, 128>>>(p, p, n);
  bothWays<<<1, 128>>>(p, p);
  ofWarps<<<1, 128>>>(p, p);
  twoLoads<<<1, 128>>>(p, p, p);
  nested<<<1, 128>>>(p, p, n);
  oneValue<<<1, 128>>>(p, p);
  neverOdd<<<1, 128>>>(p, p);
  always<<<1, 128>>>(p, p);
  ownWrites<<<1, 128>>>(p);
  vote<<<1, 128>>>(p, p);
  othersEnd<<<1, 128>>>(p, p);
  fromShared<<<1, 128>>>(p);
}
