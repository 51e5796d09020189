// RUN: %warplint --fail-on=never %s -- %stub_flags 2>/dev/null | FileCheck %s
// RUN: %warplint --fail-on=never --min-wavefronts=9 %s -- %stub_flags 2>/dev/null | FileCheck %s --check-prefix=FILTER
//
// Two kernels have one array. What can be done for it is told with the first finding that is
// shown, though the other one costs more and was looked at first: it is a remark, since the
// kernel waits for memory. Elements of 17 words are no problem of the search.
struct Large { float x, rest[16]; };
__shared__ Large tile[32][32];
__global__ void heavy(float *o, const float *in) {
  float sum = 0;
  for (int i = 0; i < 8192; ++i)
    sum += in[threadIdx.x + i * 32];
  for (int i = 0; i < 64; ++i)
    sum += tile[threadIdx.x][i % 32].x;
  o[threadIdx.x] = sum;
}
__global__ void light(float *o) {
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += tile[threadIdx.x][i].x;
  o[threadIdx.x] = sum;
}
void run(float *o) {
  heavy<<<1, 32>>>(o, o);
  light<<<1, 32>>>(o);
}
// CHECK: told-above.cu:[[#@LINE-7]]:12: warning: 32-way
// CHECK: note: cannot suggest a layout for 'tile': its elements are structs of 68 bytes, which stay whole; declare an array for each member
// CHECK: told-above.cu:[[#@LINE-15]]:12: remark: 32-way
// CHECK: note: see above for the suggested layout of 'tile'

// What a filtered finding would tell, the next one tells: of 2 wavefronts 256 times, and 32 once.
__global__ void column(float *o) {
  __shared__ Large part[64][32];
  float sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += part[i % 8][2 * threadIdx.x].x;
  o[threadIdx.x] = sum + part[threadIdx.x][0].x;
}
void more(float *o) { column<<<1, 32>>>(o); }
// FILTER: note: cannot suggest a layout for 'part': its elements are structs of 68 bytes, which stay whole; declare an array for each member
