// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Two conditions that compare one unknown: the thread for which `i == n - 1` holds is the last
// that `i < n` lets in, so that its neighbor does not store. Nothing of the data decides these, and
// no race may be reported.

__global__ void returned(float *out, const float *in, int n) { // CHECK: "returned": "unproven"
  __shared__ float s[258];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  s[t + 1] = in[i];
  if (i == n - 1)
    s[t + 2] = 0;
  out[i] = 0;
}

__global__ void halo(float *out, const float *in, int n) { // CHECK: "halo": "unproven"
  __shared__ float s[258];
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  if (g < n)
    s[t + 1] = in[g];
  if (t == blockDim.x - 1 || g == n - 1)
    s[t + 2] = g + 1 < n ? in[g + 1] : 0;
  __syncthreads();
  if (g < n)
    out[g] = s[t] + s[t + 2];
}

__global__ void constant(float *out) { // CHECK: "constant": "unproven"
  __shared__ float s[257];
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  if (g > 6 || g < 5)
    s[t] = 1;
  if (g == 5)
    s[t + 1] = 2;
  out[g] = 0;
}

void launch(float *out, const float *in, int n) {
  returned<<<n / 256 + 1, 256>>>(out, in, n);
  halo<<<n / 256 + 1, 256>>>(out, in, n);
  constant<<<n / 256 + 1, 256>>>(out);
}
