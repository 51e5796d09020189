// What an access costs whose index is data, if that were drawn at random.
//
// RUN: %warplint %s %stub | %check %s
// RUN: %warplint --report-unproven %s %stub | FileCheck %s --check-prefix=ALL
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
  // CHECK: note: with random indices into the 1,024 elements of 'table', expect 3.4 wavefronts on average, ideal 1.0
}

// One word in each bank: lanes that meet in one want the same. What costs nothing is
// no news.
__global__ void smallTable(const int *in, float *out) {
  __shared__ float weights[32];
  int t = threadIdx.x;
  weights[t & 31] = out[t];
  __syncthreads();
  out[t] = weights[in[t] & 31];
  // ALL: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // ALL: note: with random indices into the 32 elements of 'weights', expect 1.0 wavefronts on average, ideal 1.0
}

__global__ void dynamic(const int *in, float *out) {
  extern __shared__ float any[];
  int t = threadIdx.x;
  any[t] = out[t];
  __syncthreads();
  // Its size is not known: 3.53.
  out[t] = any[in[t]];
  // CHECK: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // CHECK: note: with random indices into a large array, expect 3.5 wavefronts on average, ideal 1.0
}

// Of records the datum is drawn, not a word of them. Each of 16 begins in a bank of
// its own: 3 * i modulo 32.
struct Record {
  float x, y, z;
};
__global__ void fewRecords(const int *in, float *out) {
  __shared__ Record records[16];
  int t = threadIdx.x;
  records[t & 15].y = out[t];
  __syncthreads();
  out[t] = records[in[t] & 15].y;
  // ALL: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // ALL: note: with random indices into the 16 elements of 'records', expect 1.0 wavefronts on average, ideal 1.0
}

// Rows of 32 words: whatever is drawn lies in one bank, 32 lanes at one of 8 words,
// all of which are drawn almost always. The mask leaves out half of the rows.
__global__ void rows(const int *in, float *out) {
  __shared__ float table[16][32];
  int t = threadIdx.x;
  table[0][t & 31] = out[t];
  __syncthreads();
  out[t] = table[in[t] & 7][5];
  // CHECK: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // CHECK: note: with random indices into 8 elements of 'table', expect 7.9 wavefronts on average, ideal 1.0
}

// A counter hands out consecutive numbers, which is nothing random.
__global__ void compact(const int *in, float *out) {
  __shared__ int list[256], count;
  int t = threadIdx.x;
  if (t == 0)
    count = 0;
  __syncthreads();
  if (in[t] > 0)
    list[atomicAdd(&count, 1)] = t;
  // ALL: :[[#@LINE-1]]:5: remark: unproven: 32-bit store: the index is the result of an atomic operation
  // ALL-NOT: drawn at random
  __syncthreads();
  out[t] = list[t];
}

// Data that decides how far a lane goes on is no index.
__global__ void depth(const int *in, float *out) {
  __shared__ float table[1024];
  int t = threadIdx.x, d = 0;
  table[t] = out[t];
  __syncthreads();
  while (in[t + 32 * d] >= 0)
    ++d;
  out[t] = table[d];
  // ALL: :[[#@LINE-1]]:12: remark: unproven: 32-bit load
  // ALL-NOT: drawn at random
}

void run(const int *in, float *out) {
  fewRecords<<<1, 256>>>(in, out);
  rows<<<1, 256>>>(in, out);
  compact<<<1, 256>>>(in, out);
  depth<<<1, 256>>>(in, out);
  lookUp<<<1, 256>>>(in, out);
  smallTable<<<1, 256>>>(in, out);
  dynamic<<<1, 256, 4096>>>(in, out);
}
