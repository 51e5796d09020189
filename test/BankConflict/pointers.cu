// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Ways to reach an element: pointers that move, references, byte offsets, arrays at
// file scope, volatile ones.

__shared__ float atFileScope[32][32];

__global__ void pointers(float *g) {
  __shared__ float s[32 * 34];
  int t = threadIdx.x;

  const float *p = s + t;
  g[t] = *p;
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  p += 33 * t;
  // Words 34 * t.
  g[t] = *p;
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // A row of 32 further on each time: the lane's bank stays.
  const float *q = s + t;
  float sum = 0;
  for (int k = 0; k < 32; ++k, q += 32)
    sum += *q;
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = sum;

  float &element = s[4 * t];
  element = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1

  // Byte offsets.
  const char *bytes = reinterpret_cast<const char *>(s);
  g[t] = *reinterpret_cast<const float *>(bytes + 8 * t);
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = *reinterpret_cast<const float *>(bytes + 4 * t);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void fileScope(float *g) {
  int t = threadIdx.x;
  g[t] = atFileScope[t][3];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = atFileScope[3][t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void volatileArray(float *g) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // The idiom of a warp's last reduction steps.
  volatile float *p = s;
  if (t < 16)
    p[t] += p[t + 16];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    // CHECK: :[[@LINE-2]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
    // CHECK: :[[@LINE-3]]:13: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// A scalar: one word for all lanes.
__global__ void scalar(float *g) {
  __shared__ float total;
  int t = threadIdx.x;
  if (t == 0)
    total = g[0];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  __syncthreads();
  g[t] = total;
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Both arrays are 128 bytes or more and begin on such a boundary, and which one it is
// is the same for all lanes.
__global__ void either(float *g, bool first) {
  __shared__ float a[64], b[64];
  int t = threadIdx.x;
  const float *p = first ? a : b;
  g[t] = p[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = p[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g) {
  pointers<<<1, 32>>>(g);
  fileScope<<<1, 32>>>(g);
  volatileArray<<<1, 32>>>(g);
  scalar<<<1, 32>>>(g);
  either<<<1, 32>>>(g, true);
}
