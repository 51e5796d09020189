// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --stats %s %stub | FileCheck %s --check-prefix=STATS
//
// A range-based loop over a list of constants takes the constants in turn. Rows of
// 32 words: column c is bank c.

namespace std {
template <class T> class initializer_list {
  const T *Begin;
  unsigned long Size;

public:
  __host__ __device__ constexpr const T *begin() const { return Begin; }
  __host__ __device__ constexpr const T *end() const { return Begin + Size; }
};
} // namespace std

template <int N> __device__ void helper(float *p) { p[threadIdx.x * N] = 1; }
template <int N> __global__ void other(float *p) { p[threadIdx.x * N] = 1; }
template <int M> __global__ void k(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = o[threadIdx.x];
  // CHECK: :[[#@LINE-1]]:3: warning: 32-way
  // The strides are 32 and 16: row 0, and rows 0 and 16. Each lane has a column of its own.
  __syncthreads(); for (int st : {32, 16}) s[threadIdx.x * st % 32][threadIdx.x] = 0;
  // CHECK: :[[#@LINE-1]]:44: remark: conflict-free
  o[threadIdx.x] = s[threadIdx.y][threadIdx.x] * M;
  // CHECK: :[[#@LINE-1]]:20: remark: conflict-free
}
// All three are decided.
// STATS: {{^ +}}3      2            1        0           0               0         0   100.0%  -        {{.*}}: k<3>

__constant__ int strides[] = {1, 2, 4};
__global__ void lists(float *o, const int *data) {
  __shared__ float s[256];
  static const int steps[] = {8, 2};
  for (int st : steps)
    s[threadIdx.x * st] = 0;
  // CHECK: :[[#@LINE-1]]:5: warning: up to 8-way
  // CHECK: note: 8, 2 wavefronts as iteration = 0, 1
  for (const int *p = steps; p != steps + 2; ++p)
    s[threadIdx.x * *p] = 1;
  // CHECK: :[[#@LINE-1]]:5: warning: up to 8-way
  // A host may write to it.
  for (int st : strides)
    s[threadIdx.x * st] = 2;
  // CHECK: :[[#@LINE-1]]:5: remark: unproven
  o[threadIdx.x] = s[threadIdx.x];
  // CHECK: :[[#@LINE-1]]:20: remark: conflict-free
}

struct Rows { int n[4]; };
__global__ void quoted(float *o, const Rows *rows) {
  __shared__ float s[256];
  for (int r : rows[threadIdx.x].n)
    s[r & 255] = 0;
  // CHECK: :[[#@LINE-1]]:5: remark: unproven: 32-bit store: the index comes from memory: rows[threadIdx.x].n
  o[threadIdx.x] = s[threadIdx.x];
  // CHECK: :[[#@LINE-1]]:20: remark: conflict-free
}
void run(float *o, const Rows *r) {
  k<3><<<1, dim3(32, 8)>>>(o);
  lists<<<1, 32>>>(o, 0);
  quoted<<<1, 32>>>(o, r);
}
