// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --arch=sm_100a %s %stub | %check %s
// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven --arch=sm_100a %s %stub \
// RUN:   | FileCheck %s --check-prefix=CLEAN
//
// Loads and stores of 256 bits (sm_100), and wide accesses at addresses that are no multiple of their width, at which the
// kernel traps.

struct alignas(32) Eight { unsigned w[8]; };

__device__ Eight load(const void *p) {
  Eight e;
  asm volatile("ld.global.v8.b32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8];"
               : "=r"(e.w[0]), "=r"(e.w[1]), "=r"(e.w[2]), "=r"(e.w[3]), "=r"(e.w[4]), "=r"(e.w[5]), "=r"(e.w[6]),
                 "=r"(e.w[7]) : "l"(p));
  return e;
}
__device__ void store(void *p, unsigned long long x) {
  asm volatile("st.global.v4.b64 [%0], {%1,%1,%1,%1};" : : "l"(p), "l"(x));
}

// A row of sectors: all 32. So are rows of every second sector: no byte is moved in vain.
__global__ void rows(float *out, const float *in) {
  int t = threadIdx.x;
  out[t] = load(in + 8 * t).w[0] + load(in + 16 * t).w[0];
  // CLEAN: :12:3: remark: coalesced: this 256-bit load touches 32 sectors
  store(out + 8 * t, t);
  // CLEAN: :18:3: remark: coalesced: this 256-bit store touches 32 sectors
}

// Bytes 32 * t + 16 of an array that begins at a multiple of 256 are none of 32 (tilelang's issue 2644).
__global__ void offSector(const float *in) {
  unsigned long long x, y, z, w;
  asm volatile("ld.global.v4.b64 {%0,%1,%2,%3}, [%4];" : "=l"(x), "=l"(y), "=l"(z), "=l"(w) : "l"(in + 8 * threadIdx.x + 4));
  // CHECK: :[[@LINE-1]]:3: warning: misaligned address: this 256-bit load needs 32-byte alignment; the kernel traps
}

__device__ float table[1024];

// The place of a variable is known: an error. That of what a caller passes is taken to be as cudaMalloc has it.
__global__ void offWidth(float4 *out, const float *in, int n) {
  int t = threadIdx.x;
  out[t] = *(const float4 *)(in + 4 * t + 1);
  // CHECK: :[[@LINE-1]]:12: warning: misaligned address: this 128-bit load needs 16-byte alignment; the kernel traps
  // CHECK: note: assuming 'in' is aligned to 256 bytes, as by cudaMalloc
  out[t] = *(const float4 *)(table + 4 * t + 2);
  // CHECK: :[[@LINE-1]]:12: error: misaligned address: this 128-bit load needs 16-byte alignment; the kernel traps
  // Some of n are multiples of 4: eight rows of 16 bytes.
  out[t] = *(const float4 *)(table + n * (t / 4));
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 128-bit load touches up to 8 sectors, ideal 4
}

struct __attribute__((packed)) Packed { char c; float x; };

// nvcc reads it byte by byte: nothing traps.
__global__ void packed(float *out, const Packed *in) {
  out[threadIdx.x] = in[threadIdx.x].x;
  // CLEAN: :[[@LINE-1]]:22: remark: unproven: 32-bit load: the access is misaligned for its width
}

void run(float *out, const float *in, const Packed *p, int n) {
  rows<<<1, 64>>>(out, in);
  offSector<<<1, 64>>>(in);
  offWidth<<<1, 64>>>((float4 *)out, in, n);
  packed<<<1, 64>>>(out, p);
}
