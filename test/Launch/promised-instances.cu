// RUN: %warplint --report-unproven %s %stub | FileCheck %s
//
// `extern template` says that another file has the instance, which launches there
// what the template launches: with a block that is not known here.

template <int> __global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: {{.*}}the block shape is unknown
  // CHECK: note: in instantiation 'k<1>'
  // CHECK: note: in 'k<2>': unproven: the block shape is unknown
}

struct M {
  float *p() const;
  unsigned w() const;
};
template <class T> void run(T x) { k<1><<<1, dim3(x.w(), 4)>>>(x.p()); }
extern template void run<M>(M);
void known(float *o) { k<1><<<1, dim3(32, 4)>>>(o); }

template <class T> struct Runner {
  void run(T x);
};
template <class T> void Runner<T>::run(T x) {
  k<2><<<1, dim3(x.w(), 4)>>>(x.p());
}
extern template struct Runner<M>;
void alsoKnown(float *o) { k<2><<<1, dim3(32, 4)>>>(o); }
