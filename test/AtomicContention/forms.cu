// RUN: not %warplint --checks='-*,warplint-atomic-contention' %s %stub | %check %s
//
// Atomics written in other ways: inline PTX, and the elements of a tensor.

// ptxas does the combining: it makes no difference who wrote the instruction.
__global__ void reductions(float *sum, int *count, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t / 8]);
  asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"(in[t]));
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 8 lanes of a warp update one word in turn with this 32-bit atomic of 's'
  // CHECK: note: reduce across the lanes first: for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d, 8);
  asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sum), "f"(in[t]));
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(sum + t), "f"(in[t]));
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(count), "r"(t)); // REDUX.
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(count + t / 32), "r"(t));
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: reduce across the lanes first: v = __reduce_add_sync(~0u, v);
  sum[t] = s[t];
}

// The result is wanted; a lock is nothing that lanes could join for.
__global__ void results(float *out, int *lock, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t / 16]);
  float old;
  asm volatile("atom.shared::cta.add.f32 %0, [%1], %2;" : "=f"(old) : "r"(at), "f"(in[t]));
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 16 lanes of a warp
  // CHECK: note: let one of the 16 lanes update the word, and share its result
  int held;
  asm volatile("atom.global.cas.b32 %0, [%1], 0, 1;" : "=r"(held) : "l"(lock + t / 32));
  out[t] = old + held;
}

// Tensors as CuTe has them: a pointer and a layout of compile-time strides.
template <int StrideM, int StrideN> struct Layout {
  __device__ constexpr int operator()(int m, int n) const { return m * StrideM + n * StrideN; }
};
template <class T, class L> struct Tensor {
  T *data;
  L layout;
  __device__ T &operator()(int m, int n) const { return data[layout(m, n)]; }
};

__global__ void tensors(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  Tensor<float, Layout<1, 0>> rows{s, {}};
  Tensor<float, Layout<1, 16>> tile{s, {}};
  // The stride of a broadcast is 0: the two halves of a warp have a word each.
  atomicAdd(&rows(t / 16, t % 16), in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 16 lanes of a warp update one word in turn with this 32-bit atomic of 's'
  atomicAdd(&tile(t % 16, t / 16), in[t]);
  out[t] = s[t];
}

void run(float *f, int *n, const float *in) {
  reductions<<<1, 32>>>(f, n, in);
  results<<<1, 32>>>(f, n, in);
  tensors<<<1, 32>>>(f, in);
}
