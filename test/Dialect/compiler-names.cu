// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-unproven --sort=source --block=32 %s -- %stub_flags -D__NVCC__ | FileCheck %s --implicit-check-not=warning: --implicit-check-not=unproven:
//
// Device code is text to gcc first, which has other values than Clang: what depends on
// them is unproven, with a block from the command line, too. nvcc 13.0 with gcc 12.2
// has a stride of 32 in each of these.

#if __has_builtin(__builtin_elementwise_max) // Clang alone.
#define STRIDE 1
#else
#define STRIDE 32
#endif
__global__ void tested(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[threadIdx.x * STRIDE];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load: it depends on gcc's '__has_builtin' at compiler-names.cu:7
}
__global__ void valued(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[threadIdx.x * (__GNUC_MINOR__ == 2 ? 32 : 1)];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load: it depends on gcc's '__GNUC_MINOR__' at compiler-names.cu:19
}
// [with T = int] to Clang, [with T=int] to nvcc.
template <class T> __device__ int length() { return sizeof(__PRETTY_FUNCTION__); }
__global__ void named(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[threadIdx.x * (length<int>() == 26 ? 32 : 1)];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load: it calls 'length'; 'length' depends on gcc's '__PRETTY_FUNCTION__'
}
struct Arguments {
  __builtin_va_list list; // 24 bytes on x86-64.
};
__global__ void sized(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[threadIdx.x * (sizeof(Arguments) == 24 ? 32 : 1)];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load: it depends on gcc's size of '__builtin_va_list' at compiler-names.cu:30
}

// Attributes are no values, both have defined the tests, and a message is nothing
// that an address depends on.
#if defined(__has_attribute) && __has_attribute(always_inline)
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define ALWAYS_INLINE
#endif
#ifdef __has_builtin
#define TWO 2
#endif
__device__ void log(const char *);
ALWAYS_INLINE __device__ int stride() { return TWO; }
__global__ void decided(float *p) {
  __shared__ float s[1024];
  log(__PRETTY_FUNCTION__);
  p[threadIdx.x] = s[threadIdx.x * stride()];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict
}
