// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
//
// What no header declares may be another name for a type of the language.

#include "library/all.hpp"

// If 'schar' is signed char, the rows have 33 words: no conflict. If not, 32.
template <class T> struct Rows {
  enum { n = 32 };
};
template <> struct Rows<schar> {
  enum { n = 33 };
};
__global__ void specialised(float *out, int k) {
  __shared__ float s[33 * 32];
  s[threadIdx.x * Rows<signed char>::n] = k;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}depends on whether 'Rows' is meant for 'schar'
  out[threadIdx.x] = s[threadIdx.x + 1];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
}

// 'pick' for 'schar' is the better choice if that is signed char.
__device__ inline int pick(float) { return 1; }
__device__ inline int pick(schar) { return 2; }
__global__ void overloaded(float *out, signed char k) {
  __shared__ float s[64];
  s[threadIdx.x * pick(k)] = k;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}depends on whether 'pick' is meant for 'schar'
  out[threadIdx.x] = s[threadIdx.x + 1];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
}

// For a float none can be better than that for float: stride 1.
__global__ void exact(float *out, float k) {
  __shared__ float s[1024];
  s[threadIdx.x * pick(k) * 32] = k;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// A macro is handed a name: a type, as the argument that it becomes shows.
template <class T> struct Limits {
  static const int Most = 1;
};
#define MAKE_LIMITS(T)                                                         \
  template <> struct Limits<T> {                                               \
    static const int Most = 2;                                                 \
  };
MAKE_LIMITS(uchar)
MAKE_LIMITS(float)
__global__ void handed(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][Limits<float>::Most] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// A function of a library that is missing, and one of the file of its name.
namespace own {
__device__ inline float inverse(float a) { return 1 / a; }
} // namespace own
__global__ void sameName(float *out, const lib::Matrix m) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = lib::inverse(m).first + own::inverse(out[0]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}
// CHECK: remark: results may be incomplete:
