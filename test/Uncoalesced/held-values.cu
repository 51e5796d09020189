// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --sort=source --verbose %s %stub | %check %s
//
// What a thread has loaded or stored already is in a register, and loading it again is
// no request: nvcc 13.0 has one ld.global for each address of 'most' and none for that
// of 'copied'. Rows of 8 floats: 32 lanes touch 32 sectors.

__global__ void most(float *out, const float *in, int n) {
  float m = 0;
  for (int k = 0; k < n; ++k)
    if (in[threadIdx.x * 8 + 256 * k] > m)
      // CHECK: :[[@LINE-1]]:9: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
      m = in[threadIdx.x * 8 + 256 * k];
  // CHECK: :[[@LINE-1]]:11: remark: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: note: only a remark because the compiler keeps this value in a register after the 32-bit load at line 10
  out[threadIdx.x] = m;
}

// A part of what it loaded.
__global__ void part(float *out, const float4 *in, int n) {
  float4 v = in[threadIdx.x * 4];
  // CHECK: :[[@LINE-1]]:14: warning: uncoalesced: this 128-bit load touches 32 sectors, ideal 16
  if (v.x > n)
    v.x = in[threadIdx.x * 4].y;
  // CHECK: :[[@LINE-1]]:11: remark: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: note: only a remark because the compiler keeps this value in a register after the 128-bit load at line 20
  if (v.x > n)
    v.y = in[threadIdx.x * 4 + 1].x;
  // CHECK: :[[@LINE-1]]:11: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  out[threadIdx.x] = v.x + v.y;
}

// The store between is of another word of the same lane.
__global__ void copied(float *out, float v) {
  out[threadIdx.x * 8] = v;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
  out[threadIdx.x * 8 + 5] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
  out[threadIdx.x] = out[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:22: remark: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: note: only a remark because the compiler keeps this value in a register after the 32-bit store at line 34
}

// 'y' may be 'x'.
__global__ void changed(float *y, const float *x, float *z) {
  y[threadIdx.x] = x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:20: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  z[threadIdx.x] = x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:20: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

// Another thread may have changed it.
__global__ void waited(float *y, const float *x) {
  float v = x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:13: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  __syncthreads();
  y[threadIdx.x] = v + x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:24: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

__global__ void always(float *y, const volatile float *x) {
  float v = x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:13: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
  y[threadIdx.x] = v + x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:24: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

// Only some threads have it.
__global__ void some(float *y, const float *x, int n) {
  float v = 0;
  if (threadIdx.x < n)
    v = x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:9: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  y[threadIdx.x] = v + x[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:24: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4
}

// A lane takes three of four bytes. Two rows of 64 bytes that begin off a sector are in 6
// sectors, and 96 bytes fill 3: but for the start of the rows they would be in 4.
__global__ void gray(unsigned char *out, const unsigned char *in, int width) {
  int at = threadIdx.x + (2 * blockIdx.x + threadIdx.y) * width, i = 4 * at;
  out[at] = in[i] + in[i + 1] + in[i + 2];
  // CHECK: :[[@LINE-1]]:13: remark: uncoalesced: this 8-bit load touches up to 6 sectors, ideal 1
  // CHECK: note: only a remark because together with 2 accesses beside it, 96 of 192 bytes moved are used
  // CHECK: :[[@LINE-3]]:21: remark: uncoalesced: this 8-bit load touches up to 6 sectors, ideal 1
  // CHECK: note: only a remark because together with 2 accesses beside it, 96 of 192 bytes moved are used
  // CHECK: :[[@LINE-5]]:33: remark: uncoalesced: this 8-bit load touches up to 6 sectors, ideal 1
  // CHECK: note: only a remark because together with 2 accesses beside it, 96 of 192 bytes moved are used
}

void run(float *g, unsigned char *bytes, int n) {
  most<<<1, 32>>>(g, g, n);
  part<<<1, 32>>>(g, (const float4 *)g, n);
  copied<<<1, 32>>>(g, 0);
  changed<<<1, 32>>>(g, g, g);
  waited<<<1, 32>>>(g, g);
  always<<<1, 32>>>(g, g);
  some<<<1, 32>>>(g, g, n);
  gray<<<n, dim3(16, 2)>>>(bytes, bytes, n);
}
