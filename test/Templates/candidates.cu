// RUN: %warplint %s %stub | %check %s
//
// Parameters that are neither sizes nor elements: what they stand for is told by
// what the template does with them.

// An iterator: dereferenced, and its traits are asked for. Lane t reads word 2 * t:
// lanes t and t + 16 share a bank.
template <typename I> struct traits;
template <typename T> struct traits<T *> {
  using value = T;
};
template <typename Iterator> __global__ void iterates(Iterator p) {
  __shared__ typename traits<Iterator>::value s[512];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Iterator = float * (assumed)
}

// A policy: the class that has all the members that are named, and not the one that
// lacks one of them. Rows of 16 words: lane t reads word 16 * t, so that the even
// lanes share bank 0 and the odd ones bank 16, 16 words each.
struct Wrong {
  static constexpr int Rows = 32;
};
struct Narrow {
  static constexpr int Rows = 32;
  static constexpr int Columns = 16;
};
template <typename Policy> __global__ void obeys(float *p) {
  __shared__ float s[Policy::Rows][Policy::Columns];
  p[threadIdx.x] = s[threadIdx.x % Policy::Rows][0];
  // CHECK: :[[@LINE-1]]:20: remark: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1, with Policy = Narrow (assumed)
}

// A class template that nobody instantiates has sizes of its own: 256 threads, and
// 8 elements of each, for these names. Lane t reads word 8 * t: lanes t and t + 4
// share a bank, 8 words each.
template <int NumThreads, int ItemsPerThread> struct Tuning {
  static constexpr int Threads = NumThreads;
  static constexpr int Items = ItemsPerThread;
};
template <typename Tuned> __global__ void tunes(float *p) {
  __shared__ float s[Tuned::Threads * Tuned::Items];
  p[threadIdx.x] = s[threadIdx.x * Tuned::Items];
  // CHECK: :[[@LINE-1]]:20: remark: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1, with Tuned = Tuning<256, 8> (assumed)
}

// A functor of the file.
struct Halve {
  __device__ float operator()(float x) const { return x / 2; }
};
template <typename Op> __global__ void applies(float *p, Op op) {
  __shared__ float s[512];
  p[threadIdx.x] = op(s[2 * threadIdx.x]);
  // CHECK: :[[@LINE-1]]:23: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Op = Halve (assumed)
}

// A template: the one with a number for its parameter. Row of 8 words, so that lane
// t reads word 8 * t.
template <typename T> struct Box {};
template <int N> struct Layout {
  static constexpr int Pitch = 8 * N;
};
template <template <int> class L> __global__ void laysOut(float *p) {
  __shared__ float s[32 * L<1>::Pitch];
  p[threadIdx.x] = s[threadIdx.x % 32 * L<1>::Pitch];
  // CHECK: :[[@LINE-1]]:20: remark: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1, with L = Layout (assumed)
}

// A number that a class behind the template refuses. Lane t reads word 2 * t.
constexpr bool isSupported(int N) { return N == 48; }
template <int N> struct Check {
  static_assert(isSupported(N) || N == 2, "unsupported");
  static constexpr int Value = N;
};
template <int Size> __global__ void configured(float *p) {
  __shared__ float s[32 * 64];
  p[threadIdx.x] = s[threadIdx.x * Check<Size>::Value];
  // CHECK: :[[@LINE-1]]:20: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Size = 2 (assumed)
}

// What is used only in a template that is called. Rows of 4 words: lane t reads word
// 4 * t, 4 words of each bank in use.
struct Shift {
  static constexpr int Pitch = 4;
  __device__ int place(int i) const { return i * Pitch; }
};
template <typename Place> __device__ float pick(const float *s) {
  Place at;
  return s[at.place(threadIdx.x)];
  // CHECK: :[[@LINE-1]]:10: remark: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1, with Where = Shift (assumed)
}
template <typename Where> __global__ void handsOn(float *p) {
  __shared__ float s[512];
  p[threadIdx.x] = pick<Where>(s);
}

// A pack that may not be empty: one float. Lane t reads word 2 * t.
template <typename... Ts> struct First;
template <typename T, typename... Ts> struct First<T, Ts...> {
  using type = T;
};
template <typename... Ts> __global__ void packs(float *p, const Ts *...) {
  __shared__ typename First<Ts...>::type s[512];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Ts = <float> (assumed)
}
