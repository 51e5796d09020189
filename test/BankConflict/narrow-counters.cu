// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Counters of every integer type step as those of type int do: what C++ widens, adds
// to and cuts off again is a sum in the narrow type.

__global__ void narrow(float *g, int n) {
  __shared__ float s[4096];
  float sum = 0;
  // Words t + 256 * k: the step is a multiple of 32.
  for (short i = threadIdx.x; i < 1024; i += blockDim.x)
    sum += s[i];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Words 2 * t + 512 * k: two lanes a bank.
  for (short i = threadIdx.x; i < 1024; i += blockDim.x)
    sum += s[2 * i];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 4 * (t % 32) + 128 * k.
  for (unsigned char i = threadIdx.x % 32; i < 128; i += 32)
    sum += s[4 * i];
    // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  for (size_t i = threadIdx.x; i < 1024; i += blockDim.x)
    sum += s[i];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Downwards, words t + 1023 - k.
  for (short k = 1023; k >= 0; --k)
    sum += s[threadIdx.x + k];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Several blocks share the work.
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 4096; i += gridDim.x * blockDim.x)
    sum += s[i];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // A pointer that moves: words 2 * t + 64 * k.
  float *p = s + 2 * threadIdx.x;
  for (int k = 0; k < n; ++k, p += 64)
    sum += *p;
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[threadIdx.x] = sum;
}

void run(float *g, int n) { narrow<<<8, 256>>>(g, n); }
