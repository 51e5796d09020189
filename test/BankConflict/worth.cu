// RUN: not %warplint %s %stub | %check %s
//
// An excess of at most 50 % that no layout removes is a remark.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// 512 bytes from byte 16 on lie in 5 lines, one more than 4. All 33 elements are read
// by rows, from both ends.
__global__ void offALine(int4 *out, const int4 *g) {
  __shared__ int4 tile[33];
  int t = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&tile[t + 1])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: remark: scattered cp.async: this 16-byte cp.async touches 5 shared-memory lines, ideal 4
  // CHECK: note: not a warning: there is no cheaper layout of 'tile', and the excess is at most 50 %
  if (t == 0)
    tile[0] = g[32];
  __syncthreads();
  out[t] = tile[t];
  out[t + 32] = tile[t + 1];
}

// 32 lines instead of 4 are more than that.
__global__ void scattered(int4 *out, const int4 *g) {
  __shared__ int4 tile[256];
  int t = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&tile[8 * t])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: warning: scattered cp.async: this 16-byte cp.async touches 32 shared-memory lines, ideal 4
  __syncthreads();
  out[t] = tile[8 * t];
  // CHECK: :[[@LINE-1]]:12: warning: {{[0-9]+}}-way bank conflict
}

void run(int4 *o, const int4 *g) {
  offALine<<<1, 32>>>(o, g);
  scattered<<<1, 32>>>(o, g);
}
