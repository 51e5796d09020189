// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fail-on=never --fix %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu --implicit-check-not=reinterpret_cast
//
// Two arrays of elements of one size and of two types share a map. Each is named by
// itself: no cast is needed.

__global__ void nearest(const float *points, const float *query, float *distance,
                        int *index, int n) {
  __shared__ float best[128 * 16];
  __shared__ int which[128 * 16];
  float *d = &best[threadIdx.x * 16];
  int *w = &which[threadIdx.x * 16];
  // CHECK-NOT: int *w =
  for (int k = 0; k < 16; k++) {
    d[k] = 1e30f;
    w[k] = -1;
    // CHECK: best[{{.*}}k{{.*}}] = 1e30f;
    // CHECK: which[{{.*}}k{{.*}}] = -1;
  }
  for (int i = 0; i < n; i++) {
    float at = points[i] - query[threadIdx.x];
    if (at < d[15]) {
      int j = 15;
      while (j > 0 && d[j - 1] > at) {
        d[j] = d[j - 1];
        w[j] = w[j - 1];
        j--;
      }
      d[j] = at;
      w[j] = i;
    }
  }
  for (int k = 0; k < 16; k++) {
    distance[k * 128 + threadIdx.x] = d[k];
    index[k * 128 + threadIdx.x] = w[k];
  }
}
void run(const float *p, const float *q, float *d, int *i, int n) {
  nearest<<<1, 128>>>(p, q, d, i, n);
}
