// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Conditions that each thread answers by data or by a bound that is not known: for some data a
// thread takes the way to an access that others race with. Two accesses under such conditions may
// exclude each other (two-data-conditions.cu); but a number of the thread may be below one bound for all.

// Thread 0 may set the counter behind an addition.
__global__ void counts(int *out, const int *in, int key) { // CHECK: "counts": "race"
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  if (in[t] == key)
    atomicAdd(&n, 1);
  __syncthreads();
  out[t] = n;
}

__global__ void countsOrdered(int *out, const int *in, int key) { // CHECK: "countsOrdered": "race-free"
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  if (in[t] == key)
    atomicAdd(&n, 1);
  __syncthreads();
  out[t] = n;
}

// What leaves the loop may be what others have written: a wait, for all that is known.
__global__ void mayWait(int *out, const int *in) { // CHECK: "mayWait": "unproven"
  __shared__ volatile int s[128];
  int t = threadIdx.x, sum = in[t];
  s[t] = in[t];
  while (sum < 1)
    sum += s[127 - t] + 1;
  out[t] = sum;
}

// The same with plain loads, which nvcc need not repeat: they race with the stores of others.
__global__ void plainly(int *out, const int *in) { // CHECK: "plainly": "race"
  __shared__ int s[128];
  int t = threadIdx.x, sum = in[t];
  s[t] = in[t];
  while (sum < 1)
    sum += s[127 - t] + 1;
  out[t] = sum;
}

// n may be 128 or more.
__global__ void fills(int *out, const int *in, int n) { // CHECK: "fills": "race"
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  out[t] = s[127 - t];
}

__global__ void fillsOrdered(int *out, const int *in, int n) { // CHECK: "fillsOrdered": "race-free"
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[127 - t];
}

// Both loops have the bound n.
__global__ void oneBound(int *out, const int *in, int n) { // CHECK: "oneBound": "race"
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  for (int i = t; i < n; i += 128)
    out[i] = s[i ^ 1];
}

// Two threads have two numbers: one may be below n, the other above m.
__global__ void twoBounds(int *out, const int *in, int n, int m) { // CHECK: "twoBounds": "race"
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (in[t] < n)
    s[t] = in[t];
  if (in[t] > m)
    out[t] = s[t ^ 1];
}

// One condition and its opposite: no thread that stores loads, but its neighbor may.
__global__ void opposites(int *out, const int *in) { // CHECK: "opposites": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (in[t] > 0)
    s[t] = 1;
  if (in[t] <= 0)
    out[t] = s[t ^ 1];
}

// One lane of a warp may be the leader: no two stores meet.
__global__ void leaders(int *out, const int *in) { // CHECK: "leaders": "unproven"
  __shared__ int s[4];
  int t = threadIdx.x;
  if (t % 32 == in[t])
    s[t / 32] = t;
  __syncthreads();
  out[t] = s[t / 32];
}

// But who reads it needs a barrier.
__global__ void leadersUnordered(int *out, const int *in) { // CHECK: "leadersUnordered": "race"
  __shared__ int s[4];
  int t = threadIdx.x;
  if (t % 32 == in[t])
    s[t / 32] = t;
  out[t] = s[t / 32];
}

// Own elements.
__global__ void ownElements(int *out, const int *in) { // CHECK: "ownElements": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] > 0)
    s[t] = 1;
  out[t] = s[t];
}

// The lanes that store meet the others.
__global__ void meets(int *out, const int *in) { // CHECK: "meets": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] > 0)
    s[t] = 1;
  __syncwarp();
  out[t] = s[t ^ 1];
}

// Who gets the lock stores.
__global__ void lock(int *out, int *mutex) { // CHECK: "lock": "unproven"
  __shared__ int s[32];
  int t = threadIdx.x;
  if (atomicCAS(mutex, 0, 1) == 0)
    s[0] = t;
  else
    out[t] = s[0];
}

// CHECK: for some data: an index or a condition depends on them
