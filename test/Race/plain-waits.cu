// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Who learns what other threads did? A loop that a plain load ends waits for nobody, since nvcc may keep
// the value; and a relaxed atomic says nothing of other accesses without a fence (PTX ISA, "Causality order").

// Thread 0 walks a list of its own reading, stores to s[0], and the others read that.
// CHECK: "walks": "race"
__global__ void walks(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t == 0) {
    int at = 0;
    for (int i = 0; i < 7 && at < 100 && at >= 0; ++i)
      at = s[at + i];
    s[0] = at;
  }
  out[t] = s[0];
}

// The same with a load that nvcc repeats: thread 0 may wait until all others have read.
// CHECK: "waits": "unproven"
__global__ void waits(int *out, const int *in) {
  __shared__ int s[128];
  __shared__ volatile int ready;
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t == 0) {
    while (ready < 127)
      ;
    s[0] = 1;
  }
  out[t] = s[0];
}

// The same with a fence in the loop, at which the value is read again.
// CHECK: "fenced": "unproven"
__global__ void fenced(int *out, const int *in, int *ready) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t == 0) {
    while (*ready < 127)
      __nvvm_membar_cta();
    s[0] = 1;
  }
  out[t] = s[0];
}

// Thread 127 stores what an atomic gave it, and others read that without a barrier.
// CHECK: "reserves": "race"
__global__ void reserves(int *out, int *count) {
  __shared__ int first;
  int t = threadIdx.x;
  if (t == 127)
    first = atomicAdd(count, 128);
  out[t] = first;
}

// A ticket with a fence before it: whoever comes last knows what the others stored. Nothing is claimed.
// CHECK: "tickets": "unproven"
__global__ void tickets(int *out, int *count) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_membar_gl();
  if (atomicAdd(count, 1) == 127) {
    __nvvm_membar_gl();
    out[0] = s[0] + s[127];
  }
}

// A lock: who takes it comes behind who gave it back. No fence is there, but the loop waits.
// CHECK: "locks": "unproven"
__global__ void locks(int *out, int *lock) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  s += threadIdx.x;
  atomicExch(lock, 0);
}

// The work of a block comes from a counter. A barrier is missing where the loop begins again: thread 0 stores
// the next number, and the others may not have read the last one.
// CHECK: "fetches": "race"
__global__ void fetches(int *out, int *head, int n) {
  __shared__ int next;
  int t = threadIdx.x;
  if (t == 0)
    next = atomicAdd(head, 1);
  __syncthreads();
  while (next < n) {
    out[next * 128 + t] = t;
    if (t == 0)
      next = atomicAdd(head, 1);
    __syncthreads();
  }
}

// The same with the barrier: right.
// CHECK: "fetchesRight": "{{unproven|race-free}}"
__global__ void fetchesRight(int *out, int *head, int n) {
  __shared__ int next;
  int t = threadIdx.x;
  if (t == 0)
    next = atomicAdd(head, 1);
  __syncthreads();
  while (next < n) {
    out[next * 128 + t] = t;
    __syncthreads();
    if (t == 0)
      next = atomicAdd(head, 1);
    __syncthreads();
  }
}

// The block is not known, and has at most 16 threads: its warp reads without a barrier what it stored.
// CHECK: "small": "race", "in blocks of (16,1,1), (8,1,1); the block shape is unknown"
__global__ void small(int *out, const int *in) {
  __shared__ int s[16];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0)
    out[0] = s[0] + s[1] + s[2] + s[3];
}

void launches(int *p) {
  walks<<<1, 128>>>(p, p);
  waits<<<1, 128>>>(p, p);
  fenced<<<1, 128>>>(p, p, p);
  reserves<<<1, 128>>>(p, p);
  tickets<<<1, 128>>>(p, p);
  locks<<<1, 128>>>(p, p);
  fetches<<<1, 128>>>(p, p, 5);
  fetchesRight<<<1, 128>>>(p, p, 5);
}
