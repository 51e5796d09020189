// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' %s %stub | %check %s
//
// 32 lanes store 16 bytes each side by side: 16 sectors, all used. Of every fourth
// lane alone half of 8 sectors is used.

// Which lanes take part is a matter of n: all of them are judged, and
// nothing is told of.
__global__ void leftOut(float4 *c, float4 r, int n) {
  if (blockIdx.x * 4 + threadIdx.x % 4 < n)
    c[threadIdx.x] = r;
}

// Always every fourth.
__global__ void fourths(float4 *c, float4 r, int n) {
  if (threadIdx.x % 4 == 0 && blockIdx.x < n)
    c[threadIdx.x] = r;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 128-bit store touches 8 sectors, ideal 4
}

void run(float4 *c, int n) {
  leftOut<<<n / 4 + 1, 32>>>(c, {}, n);
  fourths<<<n, 32>>>(c, {}, n);
}
