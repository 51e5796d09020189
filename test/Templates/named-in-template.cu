// RUN: %warplint %s %stub | %check %s
//
// A call in a template that does not depend on its parameters names an instance
// that is none until the template is instantiated.

template <class T> __device__ T reduced(T value) {
  static __shared__ T s[1024];
  s[threadIdx.x * 32] = value;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: 32-way bank conflict
  return s[threadIdx.x];
}
template <class T, class Scale, bool PerToken>
__global__ void quantised(const T *in, T *out, Scale scale) {
  if constexpr (PerToken) {
    float most = 0;
    out[threadIdx.x] = reduced(most) * scale[0];
  } else {
    out[threadIdx.x] = in[threadIdx.x];
  }
}
