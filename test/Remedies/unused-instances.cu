// One declaration of several instances gets one remedy, and what it saves differs: the
// least of it is told. By hand: rows of 3 instead of 32 are 29 * 20 * 4 bytes less, instead
// of 48 and 64 they are more.
//
// RUN: not %warplint %s %stub | FileCheck %s
template <int Columns> __global__ void rows(float *out) {
  __shared__ float tile[20][Columns];
  int t = threadIdx.x % 20;
  tile[t][0] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[t][1] + tile[t][2];
}
// CHECK: suggested layout: rows of 3, {{.*}} in 'rows<48>': {{.*}}at least 2,320 bytes less
void run(float *out) {
  rows<48><<<1, 32>>>(out);
  rows<32><<<1, 32>>>(out);
  rows<64><<<1, 32>>>(out);
}
