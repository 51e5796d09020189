// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// A pointer that leads to a shared array in some lanes and to a variable of the
// function's own in others: those read a register, so the shared access is made by
// the first lanes alone.

struct Pair {
  float a, b;
};

// Lanes 0 to 7 read words 16 * lane: banks 0 and 16, four words each.
__global__ void eitherFloat(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float zero = out[0];
  const float &chosen = t < 8 ? s[16 * t] : zero;
  out[t] = chosen;
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: :[[@LINE-2]]:12: note: lanes 0, 2, 4, 6 read 4 different words of bank 0
}

// The same through a record, whose fields are read one by one and issued as one
// request of 8 bytes: 16 lanes read 128 bytes, each bank once.
__device__ float sum(const Pair &p) { return p.a + p.b; }
__global__ void eitherPair(float *out) {
  __shared__ Pair s[32];
  int t = threadIdx.x;
  Pair one = {1, out[1]};
  out[t] = sum(t < 16 ? s[t] : one);
  // CHECK: :24:46: remark: conflict-free: these 2 loads are issued as one 64-bit load: 1 wavefront together
  // CHECK: :24:52: remark: no request of its own
}

// Shared memory or global memory, chosen at run time by a parameter: all lanes read
// the one or the other, and the words of the shared array are in a bank each.
__global__ void sharedOrGlobal(float *out, const float *in, bool first) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const float *p = first ? s : in;
  out[t] = p[t];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront
  // Of two words of a bank nothing can be said: there is no conflict in global
  // memory.
  out[t] = p[2 * t];
  // CHECK: :[[@LINE-1]]:12: remark: unproven: 32-bit load: the pointer may lead to shared or to global memory
}

void launch(float *out, const float *in, bool first) {
  eitherFloat<<<1, 32>>>(out);
  eitherPair<<<1, 32>>>(out);
  sharedOrGlobal<<<1, 32>>>(out, in, first);
}
