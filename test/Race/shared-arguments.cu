// RUN: %warplint --checks='-*,warplint-redundant-barrier' %s %stub | FileCheck %s --implicit-check-not='redundant barrier'
//
// Pointer parameters are assumed to point to different memory. A launch that passes one
// memory twice shows that they do not: there the barrier orders the loads of `in` before
// the stores to `o`.

template <int> struct Pointers {
  float *o;
  const float *in;
};
#define BODY(o, in)                                                            \
  __shared__ float s[128];                                                     \
  int t = threadIdx.x;                                                         \
  s[t] = in[127 - t];                                                          \
  __syncthreads();                                                             \
  o[t] = 2 * s[t];

// Each of these reads what another thread writes, without the barrier.
__global__ void same(float *o, const float *in) { BODY(o, in) }
__global__ void moved(float *o, const float *in) { BODY(o, in) }
__global__ void copied(float *o, const float *in) { BODY(o, in) }
__global__ void inOne(Pointers<0> p) { BODY(p.o, p.in) }
template <typename T> __global__ void made(T *o, const T *in) { BODY(o, in) }
struct Numbers {};
struct Buffer {
  Buffer(const Numbers &);
  Buffer(const Buffer &);
  float *data();
  operator float *();
};
__global__ void viewed(float *o, const float *in) { BODY(o, in) }
__global__ void called(float *o, const float *in) { BODY(o, in) }

// The user promises that they do not overlap.
__global__ void promised(float *o, const float *__restrict__ in) { BODY(o, in) }
// CHECK: :[[@LINE-1]]:68: remark: redundant barrier
// Two objects.
__global__ void apart(float *o, const float *in, int n) { BODY(o, in) }
// CHECK: :[[@LINE-1]]:59: remark: redundant barrier
// Two members of one.
__global__ void members(float *o, const float *in) { BODY(o, in) }
// CHECK: :[[@LINE-1]]:54: remark: redundant barrier
// Two buffers with copies of the same numbers.
__global__ void filled(float *o, const float *in) { BODY(o, in) }
// CHECK: :[[@LINE-1]]:53: remark: redundant barrier

void go(float *p, float *q, int n, Pointers<1> both, Buffer b, Numbers numbers) {
  same<<<1, 128>>>(p, p);
  moved<<<1, 128>>>(p, p + n);
  float *r = p + 1;
  copied<<<1, 128>>>(r, &p[2]);
  inOne<<<1, 128>>>(Pointers<0>{p, p});
  made<<<1, 128>>>(p, p);
  called<<<1, 128>>>(b.data(), b.data() + 128);
  Buffer view(b); // may hold the memory of b
  viewed<<<1, 128>>>(view, b);
  promised<<<1, 128>>>(p, p);
  apart<<<1, 128>>>(p + n, q + n, n);
  members<<<1, 128>>>(both.o, both.in);
  Buffer first(numbers), second(numbers);
  filled<<<1, 128>>>(first, second);
}
