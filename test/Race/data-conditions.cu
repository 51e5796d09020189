// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Conditions that each thread answers by data or by a bound that is not known: for some data a
// thread takes the way to an access that others race with. Two accesses under such conditions may
// exclude each other, and are no error; but a number of the thread may be below one bound for all.

// CHECK: "races": [

// Thread 0 may set the counter behind an addition.
// CHECK: "kernel": "counts",
// CHECK-NEXT: "verdict": "race",
__global__ void counts(int *out, const int *in, int key) {
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  if (in[t] == key)
    atomicAdd(&n, 1);
  __syncthreads();
  out[t] = n;
}

// CHECK: "kernel": "countsOrdered",
// CHECK-NEXT: "verdict": "race-free"
__global__ void countsOrdered(int *out, const int *in, int key) {
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
// CHECK: "kernel": "mayWait",
// CHECK-NEXT: "verdict": "unproven",
__global__ void mayWait(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = in[t];
  s[t] = in[t];
  while (sum < 1)
    sum += s[127 - t] + 1;
  out[t] = sum;
}

// n may be 128 or more.
// CHECK: "kernel": "fills",
// CHECK-NEXT: "verdict": "race",
__global__ void fills(int *out, const int *in, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  out[t] = s[127 - t];
}

// CHECK: "kernel": "fillsOrdered",
// CHECK-NEXT: "verdict": "race-free"
__global__ void fillsOrdered(int *out, const int *in, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[127 - t];
}

// Both loops have the bound n.
// CHECK: "kernel": "oneBound",
// CHECK-NEXT: "verdict": "race",
__global__ void oneBound(int *out, const int *in, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    s[i] = in[i];
  for (int i = t; i < n; i += 128)
    out[i] = s[i ^ 1];
}

// in[t] may be between the two: nothing is said of two conditions.
// CHECK: "kernel": "twoBounds",
// CHECK-NEXT: "verdict": "unproven",
__global__ void twoBounds(int *out, const int *in, int n, int m) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (in[t] < n)
    s[t] = in[t];
  if (in[t] > m)
    out[t] = s[t ^ 1];
}

// One condition and its opposite: no thread that stores loads, but others may. Not said.
// CHECK: "kernel": "opposites",
// CHECK-NEXT: "verdict": "unproven",
__global__ void opposites(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (in[t] > 0)
    s[t] = 1;
  if (in[t] <= 0)
    out[t] = s[t ^ 1];
}

// One lane of a warp may be the leader: no two stores meet.
// CHECK: "kernel": "leaders",
// CHECK-NEXT: "verdict": "unproven",
__global__ void leaders(int *out, const int *in) {
  __shared__ int s[4];
  int t = threadIdx.x;
  if (t % 32 == in[t])
    s[t / 32] = t;
  __syncthreads();
  out[t] = s[t / 32];
}

// But who reads it needs a barrier.
// CHECK: "kernel": "leadersUnordered",
// CHECK-NEXT: "verdict": "race",
__global__ void leadersUnordered(int *out, const int *in) {
  __shared__ int s[4];
  int t = threadIdx.x;
  if (t % 32 == in[t])
    s[t / 32] = t;
  out[t] = s[t / 32];
}

// Own elements.
// CHECK: "kernel": "ownElements",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownElements(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] > 0)
    s[t] = 1;
  out[t] = s[t];
}

// The lanes that store meet the others.
// CHECK: "kernel": "meets",
// CHECK-NEXT: "verdict": "race-free"
__global__ void meets(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] > 0)
    s[t] = 1;
  __syncwarp();
  out[t] = s[t ^ 1];
}

// Who gets the lock stores.
// CHECK: "kernel": "lock",
// CHECK-NEXT: "verdict": "unproven",
__global__ void lock(int *out, int *mutex) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (atomicCAS(mutex, 0, 1) == 0)
    s[0] = t;
  else
    out[t] = s[0];
}

// CHECK: "findings": [
// CHECK: for some data: an index or a condition depends on them

void run(int *p, int n) {
  counts<<<1, 128>>>(p, p, n);
  countsOrdered<<<1, 128>>>(p, p, n);
  mayWait<<<1, 128>>>(p, p);
  fills<<<1, 128>>>(p, p, n);
  fillsOrdered<<<1, 128>>>(p, p, n);
  oneBound<<<1, 128>>>(p, p, n);
  twoBounds<<<1, 128>>>(p, p, n, n);
  opposites<<<1, 128>>>(p, p);
  leaders<<<1, 128>>>(p, p);
  leadersUnordered<<<1, 128>>>(p, p);
  ownElements<<<1, 128>>>(p, p);
  meets<<<1, 128>>>(p, p);
  lock<<<1, 128>>>(p, p);
}
