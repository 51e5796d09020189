// RUN: rm -rf %t && split-file %s %t
// RUN: %warplint --checks=-warplint-uncoalesced-access --fail-on=never %t/kernel.cu -- -isystem %t/lib %stub_flags > %t.out 2> %t.err
// RUN: %check %t/kernel.cu < %t.out
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.err
// RUN: %warplint --checks=-warplint-uncoalesced-access --fail-on=never %t/special.cu -- -isystem %t/lib %stub_flags > %t.out 2>&1
// RUN: %check %t/special.cu < %t.out
//
// What libraries do on the host is left out where it leads to no kernel, with
// its errors; what leads back to the user's code is not.

// SUMMARY-NOT: error
// SUMMARY: 2 shared-memory accesses: 2 conflicting.

//--- lib/bind.h
#pragma once
template <class F> struct Binding {
  static void define() { static_assert(sizeof(F) == 0, "no binding"); }
};
template <class F> void bind(F) { Binding<F>::define(); }
template <class F> void each(F f) { f(32); }
template <class T> struct Launcher;
template <class T> void launch(T p) { Launcher<T>::run(p); }

//--- kernel.cu
#include <bind.h>
template <int N> __global__ void bound(float *out) {
  __shared__ float tile[1024];
  out[threadIdx.x] = tile[N * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
}
void host(float *out) {
  bound<8><<<1, 32>>>(out);
}
void module() {
  bind(&host);
}

// A lambda is the user's. Nobody knows that n is a number: with rows of 33 words 0,
// 32, 64, 96 and 128 are in one warp.
template <class T> __global__ void through(T *out) {
  __shared__ T tile[1024];
  out[threadIdx.x] = tile[4 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: up to 5-way bank conflict
}
void lambda(float *out) {
  each([=](auto n) { through<<<1, n>>>(out); });
}

//--- special.cu
#include <bind.h>
// What the library calls is the user's, by a specialisation.
template <class T> __global__ void special(T *out) {
  __shared__ T tile[1024];
  out[threadIdx.x] = tile[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  // CHECK: in instantiation 'special<int>'
  // CHECK: block (32,1,1) from this launch
}
template <class T> struct Launcher<T *> {
  static void run(T *out) { special<<<1, 32>>>(out); }
};
void library(int *out) {
  launch(out);
}
