// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// What the user promises of a parameter counts where the kernel cannot run without.

// Rows of whole lines put all lanes into one bank, whatever the number.
__global__ void even(float *g, int pitch) {
  extern __shared__ float s[];
  __builtin_assume(pitch % 32 == 0);
  int t = threadIdx.x;
  g[t] = s[t * pitch + 1];
  // CHECK: :[[@LINE-1]]:10: warning: {{(up to )?}}32-way bank conflict: this 32-bit load takes {{(up to )?}}32 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 1 to 3 words: at most two lanes a bank.
__global__ void few(float *g, int pitch) {
  extern __shared__ float s[];
  __builtin_assume(pitch > 0 && pitch < 4);
  int t = threadIdx.x;
  g[t] = s[t * pitch];
  // CHECK: :[[@LINE-1]]:10: warning: up to 2-way bank conflict: this 32-bit load takes up to 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// A promise that only some runs make says nothing of the others: pitch 32 is allowed.
__global__ void sometimes(float *g, int pitch, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (n > 5) {
    __builtin_assume(pitch == 1);
    g[0] = 1;
  }
  g[t] = s[t * pitch];
  // CHECK: :[[@LINE-1]]:10: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g, int n) {
  even<<<1, 32>>>(g, n);
  few<<<1, 32>>>(g, n);
  sometimes<<<1, 32>>>(g, n, n);
}
