// RUN: not %warplint --checks='-*,warplint-shared-race' %s %stub | %check %s
//
// Stores of one value by several threads: whichever is the last, memory has that value. A remark,
// and no proof that the kernel is race-free.

__global__ void constant(int *out) {
  __shared__ int s;
  s = 5;
  // CHECK: :[[@LINE-1]]:3: remark: same value: nothing orders threads 0 and 1 in this 32-bit store of 's'
  // CHECK: :[[@LINE-2]]:3: note: the stores are harmless as long as the values are the same
  __syncthreads();
  out[threadIdx.x] = s;
}

// One value for the block.
__global__ void parameter(int *out, int n) {
  __shared__ int s;
  s = n;
  // CHECK: :[[@LINE-1]]:3: remark: same value: nothing orders threads 0 and 1 in this 32-bit store of 's'
  __syncthreads();
  out[threadIdx.x] = s;
}

// All have loaded it from one place that nobody writes.
__global__ void oneInput(float *out, const float *__restrict__ in) {
  __shared__ float s[10];
  for (int i = 0; i < 10; ++i)
    s[i] = in[i];
  // CHECK: :[[@LINE-1]]:5: remark: same value: nothing orders threads 0 and 1 in this 32-bit store of 's'
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 10];
}

// Two statements that store the same.
__global__ void twoPlaces(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0)
    s = 1;
  if (t == 64)
    s = 1;
  // CHECK: :[[@LINE-3]]:5: remark: same value: nothing orders threads 0 and 64 in this 32-bit store of 's'
  // CHECK: :[[@LINE-2]]:5: note: thread 64 stores it here
  __syncthreads();
  out[t] = s;
}

// A flag that some threads set.
__global__ void flag(int *out) {
  __shared__ bool found[4];
  int t = threadIdx.x;
  if (t % 4 == 3)
    found[t / 32] = true;
  // CHECK: :[[@LINE-1]]:5: remark: same value: nothing orders threads 3 and 7 in this 8-bit store of 'found'
  __syncthreads();
  out[t] = found[t / 32];
}

// Two values: a race.
__global__ void twoValues(int *out) {
  __shared__ int s;
  s = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: error: data race: nothing orders this 32-bit store of 's' by thread 0 and the 32-bit store by thread 1
  __syncthreads();
  out[threadIdx.x] = s;
}

// One thread.
__global__ void oneThread(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 5;
  __syncthreads();
  out[threadIdx.x] = s;
}

// The barrier orders them.
__global__ void ordered(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 5;
  __syncthreads();
  if (threadIdx.x == 64)
    s = 5;
  __syncthreads();
  out[threadIdx.x] = s;
}

// Each thread has a word of its own.
__global__ void ownWords(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = 5;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Only some data send two threads there.
__global__ void byData(int *out, const int *in) {
  __shared__ int found;
  if (in[threadIdx.x] == 7)
    found = 1;
  __syncthreads();
  out[threadIdx.x] = found;
}

void run(int *p, float *f, int n) {
  constant<<<1, 128>>>(p);
  parameter<<<1, 128>>>(p, n);
  oneInput<<<1, 128>>>(f, f);
  twoPlaces<<<1, 128>>>(p);
  flag<<<1, 128>>>(p);
  twoValues<<<1, 128>>>(p);
  oneThread<<<1, 128>>>(p);
  ordered<<<1, 128>>>(p);
  ownWords<<<1, 128>>>(p);
  byData<<<1, 128>>>(p, p);
}
