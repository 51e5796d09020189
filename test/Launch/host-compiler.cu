// RUN: not %warplint --report-clean %s %stub -arch=sm_90 | FileCheck %s --check-prefixes=CHECK,O0
// RUN: not %warplint --report-clean %s %stub -arch=sm_90 -O3 | FileCheck %s --check-prefixes=CHECK,O3
// RUN: not %warplint --report-clean %s %stub -arch=sm_90 -Xcompiler -O2 | FileCheck %s --check-prefixes=CHECK,O3
// RUN: not %warplint --report-clean %s %stub -arch=sm_90 -O3 -O0 | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %warplint --report-clean %s %stub | FileCheck %s --check-prefix=CLANG
//
// nvcc preprocesses host and device code with gcc: the user's files see no macro of
// clang's, gcc's release, and __OPTIMIZE__ if the command says so (nvcc 13.0
// --dryrun). Rows of 65 words put word (x, y) into bank x + y: a block of 8 x 4 is
// 4-way, one of 32 x 4 conflict-free.

template <int> __global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict
  // CHECK: note: in instantiation 'k<1>'
  // O0: note: in 'k<2>' and 'k<3>': 4 wavefronts
  // O3: note: in 'k<2>': 4 wavefronts
  // CLANG: :[[@LINE-5]]:20: remark: conflict-free
}

#if defined(__clang__) || defined(__llvm__) || defined(__CUDA__)
#define COMPILER 32
#else
#define COMPILER 8
#endif
void compiler(float *o) { k<1><<<1, dim3(COMPILER, 4)>>>(o); }

#if __GNUC__ >= 5
#define RELEASE 8
#else
#define RELEASE 32
#endif
void release(float *o) { k<2><<<1, dim3(RELEASE, 4)>>>(o); }

#ifdef __OPTIMIZE__
#define EFFORT 32
#else
#define EFFORT 8
#endif
void effort(float *o) { k<3><<<1, dim3(EFFORT, 4)>>>(o); }

// In device code, too: 8 words apart is 8-way.
__global__ void device(float *o) {
  __shared__ float s[1024];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
#ifdef __clang__
  o[threadIdx.x] = s[threadIdx.x];
#else
  o[threadIdx.x] = s[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
#endif
}
