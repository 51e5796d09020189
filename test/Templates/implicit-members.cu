// RUN: %warplint --checks=-warplint-uncoalesced-access %s %stub | %check %s
//
// An instance may need a member function that the compiler has to write, and
// that copies an array: it looks up __builtin_memcpy for it.

struct Counted {
  float value;
  __device__ Counted &operator=(const Counted &other) {
    value = other.value;
    return *this;
  }
};
template <int N> struct Bundle {
  Counted first;
  float rest[N];
};

// Lane t reads word 2 * t: lanes t and t + 16 share a bank.
template <int N> __global__ void copies(Bundle<N> *out, const Bundle<N> *in) {
  __shared__ float s[512];
  out[threadIdx.x] = in[threadIdx.x];
  out->rest[0] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:18: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with N = {{[0-9]+}} (assumed)
}
