// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Multi-stage pipelines: the number of the stage goes round, and is the same for all
// lanes. Stages are whole lines apart: the figure is that of one stage.

__global__ void rings(float *g, int n) {
  __shared__ float tile[3][32][32];
  __shared__ float padded[3][32][33];
  int t = threadIdx.x;
  int remainder = 0, wrapped = 0, conditional = 1;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    // 32 * t + k % 32: all lanes in one bank.
    sum += tile[remainder][t][k % 32];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
    sum += padded[wrapped][t][k % 32];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    sum += tile[k % 3][k % 32][t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    sum += tile[conditional][2 * t % 32][0];
    // CHECK: :[[@LINE-1]]:12: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
    remainder = (remainder + 1) % 3;
    if (++wrapped == 3)
      wrapped = 0;
    // Moves on while there is more to load, which n decides.
    if (k + 1 < n)
      conditional ^= 1;
  }
  g[t] = sum;
}

// Left in the middle.
__global__ void endless(float *g, int n) {
  __shared__ float tile[2][32][32];
  int t = threadIdx.x, stage = 0, k = 0;
  float sum = 0;
  while (true) {
    sum += tile[stage][t][0];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
    if (++k >= n)
      break;
    stage ^= 1;
    sum += tile[stage][0][t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  }
  g[t] = sum;
}

// The stage that decides how far lanes are apart: words t * (1 + stage) for the stages
// 0 to 3. Four times the lane's number is the worst.
__global__ void stride(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x, stage = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += s[t * (1 + stage)];
    // CHECK: :[[@LINE-1]]:12: warning: up to 4-way bank conflict: this 32-bit load takes up to 4 wavefronts, ideal 1 [warplint-bank-conflict]
    stage = (stage + 1) % 4;
  }
  g[t] = sum;
}

void run(float *g, int n) {
  rings<<<1, 32>>>(g, n);
  endless<<<1, 32>>>(g, n);
  stride<<<1, 32>>>(g, n);
}
