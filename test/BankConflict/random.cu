// What an access costs whose index is data, if that were drawn at random.
//
// RUN: %warplint %s %stub | %check %s
// RUN: %warplint --check-option=warplint-bank-conflict.ReportData=false %s %stub | count 0

__global__ void lookUp(const int *in, float *out) {
  __shared__ float table[1024];
  int t = threadIdx.x;
  table[t] = out[t];
  __syncthreads();
  // 32 lanes in 32 banks, as balls into bins: 3.53, less what meets in one of the
  // 1,024 words: 3.44.
  out[t] = table[in[t] & 1023];
  // CHECK: :[[#@LINE-1]]:12: remark: unproven: 32-bit load: the index comes from memory: in[t] [warplint-bank-conflict]
  // CHECK: note: indices drawn at random over the 1,024 elements of 'table' take 3.4 wavefronts on average, ideal 1.0
}

// One word in each bank: lanes that meet in one want the same.
__global__ void smallTable(const int *in, float *out) {
  __shared__ float weights[32];
  int t = threadIdx.x;
  weights[t & 31] = out[t];
  __syncthreads();
  out[t] = weights[in[t] & 31];
  // CHECK: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // CHECK: note: indices drawn at random over the 32 elements of 'weights' take 1.0 wavefronts on average, ideal 1.0
}

__global__ void dynamic(const int *in, float *out) {
  extern __shared__ float any[];
  int t = threadIdx.x;
  any[t] = out[t];
  __syncthreads();
  // Its size is not known: 3.53.
  out[t] = any[in[t]];
  // CHECK: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // CHECK: note: indices drawn at random over a large array take 3.5 wavefronts on average, ideal 1.0
}

void run(const int *in, float *out) {
  lookUp<<<1, 256>>>(in, out);
  smallTable<<<1, 256>>>(in, out);
  dynamic<<<1, 256, 4096>>>(in, out);
}
