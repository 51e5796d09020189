// RUN: %warplint --cost %s %stub | FileCheck %s
//
// nvcc makes 32 iterations of a loop one where its counter would end it after a known
// number, though something else may end it before (nvcc 13.0, -ptx: 32 pairs of fma and
// setp, one add and setp of the counter). 4 warps: a comparison for each round, and a
// sum and a comparison for 32: 4.25.
// CHECK: cost of 'known'
// CHECK: {{^ +}}{{.*}}   alu  {{(.* \+ )?}}4.2*i warp instructions{{$}}
__global__ void known(float *x, float c) {
  float v = 0;
  for (int i = 0; i < 256; ++i) {
    v = v * v + c;
    if (v > 4.f)
      break;
  }
  x[threadIdx.x] = v;
}

// Where the number is not known either it makes none: 12.
// CHECK: cost of 'unknown'
// CHECK: {{^ +}}{{.*}}   alu  {{(.* \+ )?}}12*i warp instructions{{$}}
__global__ void unknown(float *x, float c, int n) {
  float v = 0;
  for (int i = 0; i < n; ++i) {
    v = v * v + c;
    if (v > 4.f)
      break;
  }
  x[threadIdx.x] = v;
}

void run(float *x, int n) {
  known<<<1, 128>>>(x, 1);
  unknown<<<1, 128>>>(x, 1, n);
}
