// RUN: %warplint --checks=* --report-unproven %s %stub 2> %t.err | %check %s
// RUN: %warplint --checks=* --format=json %s %stub | FileCheck %s --check-prefix=JSON
//
// A lambda and a constexpr function may be called on both sides without anybody
// having asked for it: the host's are no device code, which a check of global memory
// looks at where no kernel reaches it.

// JSON: "kernels": [
// JSON-NEXT: "scale<float>",
// JSON-NEXT: "written",
// JSON-NEXT: "outer"
// JSON-NEXT: ],

struct hostView {
  float *Base;
  int *Shift;
  template <class T> T *data() const { return (T *)(Base + *Shift); }
};

template <class T> __global__ void scale(T *p) { p[threadIdx.x] *= 2; }

template <class F> void hostDispatch(F f) { f(float{}); }

void hostRun(const hostView &View) {
  hostDispatch([&](auto t) { scale<<<1, 32>>>(View.data<decltype(t)>()); });
  auto hostOnly = [](const float *p, const int *i) { return p[8 * *i]; };
  hostOnly(View.Base, View.Shift);
}

constexpr float hostRead(const float *p, int i) { return p[8 * i]; }

// What somebody marked is device code, with the lambdas that it calls.
__host__ __device__ float written(const float *p) { return p[8 * threadIdx.x]; }
// CHECK: :[[@LINE-1]]:60: remark: unproven

__device__ float outer(const float *p) {
  auto Inner = [=] { return p[16 * threadIdx.x]; };
  // CHECK: :[[@LINE-1]]:29: remark: unproven
  return Inner();
}
