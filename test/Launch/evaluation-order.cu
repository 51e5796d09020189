// RUN: not %warplint --report-clean --report-unproven %s %stub | FileCheck %s
//
// C++ leaves the order open in which a call's arguments are evaluated: gcc begins with
// the last, clang with the first. Rows of 65 words put word (x, y) into bank x + y: a
// block of 8 x 4 is 4-way, one of 32 x 4 conflict-free.

// (32,16) with clang, (16,32) with gcc: unknown.
namespace twice {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: {{.*}}block shape is unknown
}
void go(float *o) {
  int w = 64;
  auto half = [&] { return w /= 2; };
  k<<<1, dim3(half(), half())>>>(o);
}
} // namespace twice

// Braces are evaluated from left to right: (8,4).
namespace braces {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
}
void go(float *o) {
  unsigned w = 16;
  auto half = [&] { return w /= 2; };
  k<<<1, dim3{half(), half()}>>>(o);
}
} // namespace braces

// Calls that only read what nobody changes: (32,4) in any order.
namespace pure {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
}
int up(int a, int b) { return (a + b - 1) / b; }
void go(float *o) { k<<<up(100, 4), dim3(up(100, 4) + 7, up(8, 2))>>>(o); }
} // namespace pure

// Of a sum, too: get reads what count writes.
namespace operands {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: {{.*}}block shape is unknown
}
int calls;
int count(int a) {
  ++calls;
  return a;
}
int get(int a) { return calls ? 2 * a : a; }
void go(float *o) {
  int x = count(16) + get(8);
  k<<<1, dim3(x, 4)>>>(o);
}
} // namespace operands

// A variable that both arguments step.
namespace steps {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: {{.*}}block shape is unknown
}
void go(float *o) {
  int i = 8;
  k<<<1, dim3(i++, i++)>>>(o);
}
} // namespace steps

// Each constructor writes its own object: (8,4) in any order.
namespace objects {
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
}
struct Width {
  int n;
  explicit Width(int a) : n(a) {}
};
int both(const Width &a, const Width &b) { return a.n + b.n; }
void go(float *o) { k<<<1, dim3(both(Width(4), Width(4)), 4)>>>(o); }
} // namespace objects

