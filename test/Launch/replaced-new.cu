// RUN: not %warplint %s %stub 2>&1 | FileCheck %s
//
// Another file may replace the operator by one that writes to 'width': the block is
// unknown, and a block of 8 x 4 has the 4-way conflict of rows of 65 words. Memory that
// new gives is the program's own: what is stored there is read again.

extern int width;
int width;
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
int *kept;
int main() {
  width = 32;
  kept = new int(width);
  k<<<1, dim3(width, 4)>>>(nullptr);
}

__global__ void own(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict
}
void store() {
  int *mine = new int(8);
  // CHECK: :[[@LINE+1]]:3: note: block (8,4,1) from this launch
  own<<<1, dim3(*mine, 4)>>>(nullptr);
  delete mine;
}
// CHECK: 4 shared-memory accesses: 2 conflicting, 2 unproven
