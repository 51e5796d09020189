// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A kernel template is judged by its instantiations: one finding a source access,
// the worst of them first.

template <class T, int Pad> __global__ void column(T *g) {
  __shared__ T tile[32][32 + Pad];
  int t = threadIdx.x;
  // Words 32 * t for Pad = 0, and 33 * t, one a bank, for Pad = 1.
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: {{.*}}in instantiation 'column<float, 0>'{{.*}}
  // A row is a row in both.
  g[t] = tile[0][t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Only the padded one exists.
template <int Pad> __global__ void padded(float *g) {
  __shared__ float tile[32][32 + Pad];
  int t = threadIdx.x;
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

template <int Rows, int Columns> struct Shape {
  static constexpr int Area = Rows * Columns;
};

// Sizes that are computed from template parameters.
template <class S, int Stride> __global__ void computed(float *g) {
  __shared__ float s[S::Area * Stride];
  int t = threadIdx.x;
  g[t] = s[t * Stride];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g) {
  column<float, 1><<<1, 32>>>(g);
  column<float, 0><<<1, 32>>>(g);
  padded<1><<<1, 32>>>(g);
  computed<Shape<16, 8>, 8><<<1, 128>>>(g);
}
