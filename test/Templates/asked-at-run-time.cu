// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Code that asks at run time where a pointer leads (__isShared) and takes one of two
// ways. The answer is a uniform unknown where the pointer is chosen by a parameter,
// and differs from lane to lane where it is chosen by the lane: in neither case is
// an access on any of the two ways one that no lane executes.

// CHECK-NOT: no lane executes

// The answer selects the row length: 32 words, or 33. With 32 all lanes meet in one
// bank.
__global__ void byParameter(float *out, const float *in, bool first) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  const float *p = first ? s : in;
  if (__nvvm_isspacep_shared(p))
    out[t] = s[32 * t];
    // CHECK: :[[@LINE-1]]:14: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  else
    out[t] = s[33 * t];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// Any of the lanes may go either way.
__global__ void byLane(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  const float *p = out[t] > 0 ? s : in;
  if (__nvvm_isspacep_shared(p))
    out[t] = s[32 * t];
    // CHECK: :[[@LINE-1]]:14: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  else
    out[t] = s[4 * t];
    // CHECK: :[[@LINE-1]]:14: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
}

// The answer is known: the other way is no code.
__global__ void known(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  const float *p = s + t;
  if (!__nvvm_isspacep_shared(p))
    out[t] = s[32 * t];
  else
    out[t] = s[2 * t];
    // CHECK: :[[@LINE-1]]:14: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
}

void launch(float *out, const float *in, bool first) {
  byParameter<<<1, 32>>>(out, in, first);
  byLane<<<1, 32>>>(out, in);
  known<<<1, 32>>>(out);
}
