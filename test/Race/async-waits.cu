// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// What cp.async brings is there when its thread has waited for the group (PTX ISA,
// "cp.async.wait_group": for all but the last N groups; what is in no group is not waited for).

__device__ void copy(int *to, const int *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ void waitAll() { asm volatile("cp.async.wait_all;" ::: "memory"); }

__global__ void waits(int *out, const int *in) { // CHECK: "waits": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  wait<0>();
  __syncthreads();
  out[t] = s[127 - t];
}

// The thread reads its own copy before it has waited.
__global__ void ownTooEarly(int *out, const int *in) { // CHECK: "ownTooEarly": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  out[t] = s[t];
  wait<0>();
}

// A barrier orders threads, not their copies.
__global__ void barrierAlone(int *out, const int *in) { // CHECK: "barrierAlone": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  __syncthreads();
  out[t] = s[127 - t];
}

// The copy may come behind the store.
__global__ void storesTooEarly(int *out, const int *in) { // CHECK: "storesTooEarly": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  s[t] = 0;
  wait<0>();
  out[t] = s[t];
}

// The last of two groups may be pending.
__global__ void firstOfTwo(int *out, const int *in) { // CHECK: "firstOfTwo": "race-free"
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  copy(&a[t], in + t);
  commit();
  copy(&b[t], in + t);
  commit();
  wait<1>();
  out[t] = a[t];
}
__global__ void secondOfTwo(int *out, const int *in) { // CHECK: "secondOfTwo": "race"
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  copy(&a[t], in + t);
  commit();
  copy(&b[t], in + t);
  commit();
  wait<1>();
  out[t] = b[t];
}

// What is in no group: wait_group does not wait for it, wait_all does.
__global__ void inNoGroup(int *out, const int *in) { // CHECK: "inNoGroup": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  wait<0>();
  out[t] = s[t];
}
__global__ void allWithoutGroup(int *out, const int *in) { // CHECK: "allWithoutGroup": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  waitAll();
  out[t] = s[t];
}

// Where n is 0 nobody waits; but it may never be.
__global__ void perhaps(int *out, const int *in, int n) { // CHECK: "perhaps": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  if (n)
    wait<0>();
  __syncthreads();
  out[t] = s[127 - t];
}

// One ahead: of two groups the last may be pending.
__global__ void ahead(int *out, const int *in, int n) { // CHECK: "ahead": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  copy(&s[0][t], in + t);
  commit();
  for (int k = 1; k < n; ++k) {
    copy(&s[k & 1][t], in + k * 128 + t);
    commit();
    wait<1>();
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    __syncthreads();
  }
}

// Both groups may be pending.
__global__ void oneTooMany(int *out, const int *in, int n) { // CHECK: "oneTooMany": "race"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  copy(&s[0][t], in + t);
  commit();
  for (int k = 1; k < n; ++k) {
    copy(&s[k & 1][t], in + k * 128 + t);
    commit();
    wait<2>();
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    __syncthreads();
  }
}

// The last iteration waits for all: right.
// CHECK: "lastWaitsForAll": "{{race-free|unproven}}"
__global__ void lastWaitsForAll(int *out, const int *in, int n) {
  __shared__ int s[2][128];
  int t = threadIdx.x;
  copy(&s[0][t], in + t);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) {
      copy(&s[(k + 1) & 1][t], in + k * 128 + t);
      commit();
      wait<1>();
    } else {
      wait<0>();
    }
    __syncthreads();
    out[t] += s[k & 1][127 - t];
    __syncthreads();
  }
}

// Half of the threads copy and wait; the barrier tells the others.
__global__ void halfCopies(int *out, const int *in) { // CHECK: "halfCopies": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    copy(&s[t], in + t);
    waitAll();
  }
  __syncthreads();
  out[t] = s[t % 64];
}

// The others wait, for nothing.
__global__ void othersWait(int *out, const int *in) { // CHECK: "othersWait": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64)
    copy(&s[t], in + t);
  else
    waitAll();
  __syncthreads();
  out[t] = s[t % 64];
}

// The wait is executed under a predicate of the instruction: for all that is known.
__global__ void guarded(int *out, const int *in, int n) { // CHECK: "guarded": "unproven"
  __shared__ int s[128];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  asm volatile("{\n.reg .pred p;\nsetp.ne.s32 p, %0, 0;\n@p cp.async.wait_all;\n}" ::"r"(n) : "memory");
  out[t] = s[t];
}

// An object counts the copies, and is waited for: another way, not followed.
__global__ void byObject(int *out, const int *in) { // CHECK: "byObject": "unproven"
  __shared__ int s[128];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
  if (t == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(at));
  __syncthreads();
  copy(&s[t], in + t);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
  asm volatile("{\n"
               ".reg .pred p;\n"
               "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@p bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at) : "memory");
  out[t] = s[127 - t];
}

// Other words than the copy's.
__global__ void elsewhere(int *out, const int *in) { // CHECK: "elsewhere": "race-free"
  __shared__ int s[256];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  commit();
  s[128 + t] = t;
  out[t] = s[128 + t];
  wait<0>();
}

// CHECK: data race: nothing orders this 32-bit load of 's' by thread 0 and the 4-byte cp.async by thread 0
// CHECK: thread 0 does not wait for its copy before the access
