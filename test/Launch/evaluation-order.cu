// RUN: not %warplint --report-clean --report-unproven %s %stub | FileCheck %s
//
// C++ leaves the order open in which a call's arguments are evaluated: gcc begins with
// the last, clang with the first. Rows of 65 words put word (x, y) into bank x + y: a
// block of 8 x 4 is 4-way, one of 32 x 4 conflict-free.

#define KERNEL                                                                 \
  __global__ void k(float *o) {                                                \
    __shared__ float s[64][65];                                                \
    s[threadIdx.y][threadIdx.x] = o[threadIdx.x];                              \
    __syncthreads();                                                           \
    o[threadIdx.x] = s[threadIdx.x][threadIdx.y];                              \
  }

// (32,16) with clang, (16,32) with gcc: unknown.
namespace twice {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
void go(float *o) {
  int w = 64;
  auto half = [&] { return w /= 2; };
  k<<<1, dim3(half(), half())>>>(o);
}
} // namespace twice

// Braces are evaluated from left to right: (8,4).
namespace braces {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
void go(float *o) {
  unsigned w = 16;
  auto half = [&] { return w /= 2; };
  k<<<1, dim3{half(), half()}>>>(o);
}
} // namespace braces

// Calls that only read what nobody changes: (32,4) in any order.
namespace pure {
KERNEL // CHECK: :[[@LINE]]:1: remark: conflict-free: this 32-bit load takes 1 wavefront
int up(int a, int b) { return (a + b - 1) / b; }
void go(float *o) { k<<<up(100, 4), dim3(up(100, 4) + 7, up(8, 2))>>>(o); }
} // namespace pure

// Of a sum, too: get reads what count writes.
namespace operands {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
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
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
void go(float *o) {
  int i = 8;
  k<<<1, dim3(i++, i++)>>>(o);
}
} // namespace steps

// Each constructor writes its own object: (8,4) in any order.
namespace objects {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Width {
  int n;
  explicit Width(int a) : n(a) {}
};
int both(const Width &a, const Width &b) { return a.n + b.n; }
void go(float *o) { k<<<1, dim3(both(Width(4), Width(4)), 4)>>>(o); }
} // namespace objects

// A plain read beside a call that writes: (8,4) with gcc, (32,4) with clang.
namespace read {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
int w;
int half() {
  w /= 4;
  return 4;
}
void go(float *o) {
  w = 32;
  k<<<1, dim3(w, half())>>>(o);
}
} // namespace read

// The call has the local by reference.
namespace referred {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
int half(int &w) {
  w /= 4;
  return 4;
}
void go(float *o) {
  int w = 32;
  k<<<1, dim3(w, half(w))>>>(o);
}
} // namespace referred

// Or keeps its address: (32,4) or (8,4).
namespace captured {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
void go(float *o) {
  int n = 32;
  auto set = [&] {
    n = 8;
    return 0;
  };
  k<<<1, dim3(n + set(), 4)>>>(o);
}
} // namespace captured

// An operator of the user's has no order either: 2 * 4 + 8 or 2 * 8 + 4.
namespace operators {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
struct A {
  int v;
  A operator+(const A &q) const { return A{v * 2 + q.v}; }
};
int st;
A next() { return A{st *= 2}; }
void go(float *o) {
  st = 2;
  A r = next() + next();
  k<<<1, dim3(r.v, 4)>>>(o);
}
} // namespace operators

// Since C++17 << goes from left to right, and so does the user's: 2 * 1 + 6 = 8.
namespace shifts {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct A {
  int v;
  A operator<<(const A &q) const { return A{v * 2 + q.v}; }
};
int st = 1;
A next() {
  int was = st;
  st = 6;
  return A{was};
}
void go(float *o) {
  st = 1;
  A r = next() << next();
  k<<<1, dim3(r.v, 4)>>>(o);
}
} // namespace shifts

// Calls of default arguments: (8,32) or (32,8).
namespace defaults {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
int st;
int next() { return st *= 4; }
void run(float *o, int x = next(), int y = next()) { k<<<1, dim3(x, y)>>>(o); }
void go(float *o) {
  st = 2;
  run(o);
}
} // namespace defaults

// Constructors that change a variable.
namespace temporaries {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
int st;
struct Next {
  int v;
  Next() { v = st *= 4; }
};
void go(float *o) {
  st = 2;
  k<<<1, dim3(Next().v, Next().v)>>>(o);
}
} // namespace temporaries

// What is written is a field, a pointee, an element: (32,4) or (4,4).
namespace members {
KERNEL // CHECK: :[[@LINE]]:1: remark: {{.*}}block shape is unknown
struct S {
  int n;
};
void go(float *o) {
  S s{32};
  k<<<1, dim3(s.n, s.n = 4)>>>(o);
  int n = 32, *p = &n;
  k<<<1, dim3(*p, *p = 4)>>>(o);
  int e[2] = {32, 0};
  k<<<1, dim3(e[0], e[0] = 4)>>>(o);
}
} // namespace members

// One writes what the other does not touch: (32,4), although the address of n went to least.
namespace apart {
KERNEL // CHECK: :[[@LINE]]:1: remark: conflict-free: this 32-bit load takes 1 wavefront
int calls;
int count(int a) {
  ++calls;
  return a;
}
const int &least(const int &a, const int &b) { return b < a ? b : a; }
void elsewhere();
int outside(int a) {
  elsewhere();
  return a;
}
void go(float *o) {
  int n = 32;
  calls = 7;
  k<<<1, dim3(least(n, 64), count(4))>>>(o);
  k<<<1, dim3(n, outside(4))>>>(o);
}
} // namespace apart
