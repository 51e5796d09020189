// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' %s %stub | %check %s
//
// What a request leaves unused of its sectors, accesses beside it use: a remark.

// 8 rows of 64 floats, of each 8 bytes a lane: the two stores fill 32 bytes of 8 rows.
// Each by itself uses 16 of 32.
__global__ void fragments(float *c, float r) {
  int row = threadIdx.x / 4, col = threadIdx.x % 4 * 2;
  c[row * 64 + col] = r;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 8 sectors, ideal 4; 128 of 256 bytes moved are used
  // CHECK: note: only a remark because together with 1 access beside it, 256 of 256 bytes moved are used
  c[row * 64 + col + 1] = r;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 8 sectors, ideal 4; 128 of 256 bytes moved are used
}

// The same with a barrier between: L2 may have written the first back.
__global__ void waiting(float *c, float r) {
  c[threadIdx.x * 2] = r;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 8 sectors, ideal 4
  // CHECK: note: adjacent lanes are 8 bytes apart
  __syncthreads();
  c[threadIdx.x * 2 + 1] = r;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 8 sectors, ideal 4
}

// And where only some lanes store the second.
__global__ void partly(float *c, float r, int n) {
  c[threadIdx.x * 2] = r;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 8 sectors, ideal 4
  if (threadIdx.x < n)
    c[threadIdx.x * 2 + 1] = r;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches up to 8 sectors, ideal 4
}

// Two of eight floats, of which both lie in one sector: 8 of 32 bytes, a warning all
// the same.
__global__ void few(float *out, const float *m) {
  out[threadIdx.x] = m[threadIdx.x * 8] + m[threadIdx.x * 8 + 3];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: :[[@LINE-2]]:43: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

// Four rounds of 16 bytes are the 64 bytes of a lane; of a loop that is longer than a
// cache line, what an earlier round has moved may be gone.
__global__ void rounds(float *out, const float4 *m) {
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += m[threadIdx.x * 4 + k].x + m[threadIdx.x * 4 + k].y + m[threadIdx.x * 4 + k].z + m[threadIdx.x * 4 + k].w;
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 128-bit load touches 32 sectors, ideal 16
  // CHECK: note: only a remark because together with the other iterations of the loop, more than half of the bytes moved are used
  // CHECK: note: adjacent lanes access adjacent pieces of 64 bytes
  for (int k = 0; k < 64; ++k)
    sum += ((const float *)m)[threadIdx.x * 64 + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: note: each lane walks along its own row
  out[threadIdx.x] = sum;
}

// The launch says that these are ten rounds: the 640 bytes of 16 lanes are adjacent.
__global__ void launched(float *out, const float *m, int width) {
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += m[threadIdx.x * width + k];
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 32-bit load touches 16 sectors, ideal 2
  // CHECK: note: only a remark because together with the other iterations of the loop, more than half of the bytes moved are used
  out[threadIdx.x] = sum;
}

// Each atomic is a request of its own.
__global__ void atomics(unsigned *c) {
  atomicAdd(c + threadIdx.x * 2, 1u);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit atomic touches 8 sectors, ideal 4
  atomicAdd(c + threadIdx.x * 2 + 1, 1u);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit atomic touches 8 sectors, ideal 4
}

void run(float *c, int n) {
  fragments<<<1, 32>>>(c, 1);
  waiting<<<1, 32>>>(c, 1);
  partly<<<1, 32>>>(c, 1, n);
  few<<<1, 32>>>(c, c);
  rounds<<<1, 32>>>(c, (float4 *)c);
  launched<<<1, 16>>>(c, c, 10);
  atomics<<<1, 32>>>((unsigned *)c);
}
