// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Two accesses that both stand under a condition on data. Where each thread has data of its own that
// nobody writes, and some make its condition true, they happen together for some data.

// Neighbors that both have a positive number.
__global__ void oneBranch(int *out, const int *in) { // CHECK: "oneBranch": "race"
  __shared__ int s[129];
  int t = threadIdx.x;
  if (in[t] > 0) {
    int v = s[t];
    s[t + 1] = v + 1;
  }
  __syncthreads();
  out[t] = s[t];
}

// One word: the last store stays.
__global__ void lastOne(int *out, const int *in, int n) { // CHECK: "lastOne": "race"
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0)
    found = -1;
  __syncthreads();
  if (in[blockIdx.x * 128 + t] > n)
    found = t;
  __syncthreads();
  out[t] = found;
}

// Two branches, of two arrays.
__global__ void twoBranches(int *out, const int *a, const int *b) { // CHECK: "twoBranches": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (a[t] > 0)
    s[t] = 1;
  if (b[t] > 0)
    out[t] = s[127 - t];
}

// The same with a barrier.
__global__ void twoOrdered(int *out, const int *a, const int *b) { // CHECK: "twoOrdered": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (a[t] > 0)
    s[t] = 1;
  __syncthreads();
  if (b[t] > 0)
    out[t] = s[127 - t];
}

// A key: only one thread may have it.
__global__ void key(int *out, const int *in, int n) { // CHECK: "key": "unproven"
  __shared__ int found;
  int t = threadIdx.x;
  if (in[t] == n)
    found = t;
  __syncthreads();
  out[t] = found;
}

// One number for the block: one way for all, in which each has its own word.
__global__ void oneNumber(int *out, const int *in) { // CHECK: "oneNumber": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (in[blockIdx.x] > 0)
    s[t] = t;
  else
    s[127 - t] = t;
  __syncthreads();
  out[t] = s[t];
}

// Thread t asks for what decides of thread 127 - t, too: they never are both there.
__global__ void eitherOne(int *out, const int *in) { // CHECK: "eitherOne": "unproven"
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t % 64];
  if (t < 64 ? v > 0 : v < 0)
    s[t % 64] = t;
  __syncthreads();
  out[t] = s[t % 64];
}

// No data send a thread there.
__global__ void never(int *out, const int *in) { // CHECK: "never": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if ((in[t] & 3) > 3)
    s[t] = s[127 - t];
  __syncthreads();
  out[t] = s[t];
}

// The kernel makes the numbers: they may be such that one thread alone is there.
__global__ void ownNumbers(int *data, int *out) { // CHECK: "ownNumbers": "unproven"
  __shared__ int s;
  int t = threadIdx.x;
  data[t] = t == 5;
  if (data[t] > 0)
    s = t;
  __syncthreads();
  out[t] = s;
}

// What stands in shared memory is not known to be any number.
__global__ void fromShared(int *out, const int *in) { // CHECK: "fromShared": "unproven"
  __shared__ int s[128], last;
  int t = threadIdx.x;
  s[t] = t == 5;
  if (s[t] > 0)
    last = t;
  __syncthreads();
  out[t] = last;
}

void run(int *p, int n) {
  oneBranch<<<1, 128>>>(p, p);
  lastOne<<<1, 128>>>(p, p, n);
  twoBranches<<<1, 128>>>(p, p, p);
  twoOrdered<<<1, 128>>>(p, p, p);
  key<<<1, 128>>>(p, p, n);
  oneNumber<<<1, 128>>>(p, p);
  eitherOne<<<1, 128>>>(p, p);
  never<<<1, 128>>>(p, p);
  ownNumbers<<<1, 128>>>(p, p);
  fromShared<<<1, 128>>>(p, p);
}
