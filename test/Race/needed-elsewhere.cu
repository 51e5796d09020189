// RUN: %warplint %s --checks='-*,warplint-redundant-barrier' --fail-on=never %stub 2>&1 | FileCheck %s --allow-empty --implicit-check-not='redundant barrier: no access needs it'
//
// What a barrier orders may be seen by other blocks alone, or by the allocator. Each of
// these barriers is needed; the last kernel's is not.

__device__ inline void publish(unsigned *flag) {
  asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(flag), "r"(1));
}

// All threads have stored before one of them says so.
__global__ void released(float *o, const float *in, unsigned *flag) {
  int t = threadIdx.x;
  o[t] = in[t];
  __syncthreads();
  if (t == 0)
    publish(flag);
}

// The same without a fence, as code is that works.
__global__ void counted(float *o, const float *in, unsigned *flag) {
  int t = threadIdx.x;
  o[t] = in[t];
  __syncthreads();
  if (t == 0)
    atomicAdd(flag, 1u);
}
__global__ void stored(float *o, const float *in, volatile unsigned *flag) {
  int t = threadIdx.x;
  o[t] = in[t];
  __syncthreads();
  if (t == 0)
    *flag = 1;
}

// One thread waits for the grid before this one, and the others for it.
__global__ void after(float *o, const float *in) {
  int t = threadIdx.x;
  if (t == 0)
    asm volatile("griddepcontrol.wait;" ::: "memory");
  __syncthreads();
  o[t] = in[t];
}

// Nobody uses the memory any more when it is given back.
extern "C" __device__ void *malloc(unsigned long);
extern "C" __device__ void free(void *);
__global__ void givenBack(float *o, const float *in) {
  __shared__ float *p;
  int t = threadIdx.x;
  if (t == 0)
    p = (float *)malloc(256);
  __syncthreads();
  p[t] = in[t];
  o[t] = p[t];
  __syncthreads();
  if (t == 0)
    free(p);
}

// A sum that others add to says nothing of what was stored: there is no store but it.
__global__ void added(float *sum, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  // CHECK: [[@LINE+1]]:3: remark: redundant barrier
  __syncthreads();
  atomicAdd(sum, s[t]);
}

void run(float *o, const float *in, unsigned *flag) {
  released<<<4, 64>>>(o, in, flag);
  counted<<<4, 64>>>(o, in, flag);
  stored<<<4, 64>>>(o, in, flag);
  after<<<4, 64>>>(o, in);
  givenBack<<<4, 64>>>(o, in);
  added<<<4, 64>>>(o, in);
}
