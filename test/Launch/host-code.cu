// RUN: %warplint --fail-on=never --report-clean --report-unproven %s %stub | FileCheck %s --implicit-check-not='remark: conflict-free' --implicit-check-not='through the address'
//
// What host code passes as the block. In each namespace a launch has 8 x 4 threads:
// rows of 65 words put word (x, y) into bank x + y, in which 8 columns of 4 rows meet
// 4-way. 32 columns alone, which is what the text seems to say, would be conflict-free.
// Where the block counts as unknown the load must be unproven.

#define KERNEL                                                                 \
  __global__ void k(float *o) {                                                \
    __shared__ float s[64][65];                                                \
    s[threadIdx.y][threadIdx.x] = o[threadIdx.x];                              \
    __syncthreads();                                                           \
    o[threadIdx.x] = s[threadIdx.x][threadIdx.y];                              \
  }

// An assignment is an lvalue that is changed at once: 8 both times.
namespace assigned_lvalue {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
static void shrink(int &n) { n /= 4; }
void go(float *o) {
  dim3 b;
  (b = dim3(32, 4)).x = 8;
  k<<<1, b>>>(o);
  int n;
  shrink(n = 32);
  k<<<1, dim3(n, 4)>>>(o);
}
} // namespace assigned_lvalue

// A field of four bits keeps 8 of 40.
namespace bit_field {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Size { unsigned x : 4, y : 4; };
void go(float *o) {
  Size s;
  unsigned x = 40;
  s.x = x;
  s.y = 4;
  k<<<1, dim3(s.x, s.y)>>>(o);
}
} // namespace bit_field

// n is no const object: a pointer writes it.
namespace const_cast_away {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Halver {
  int *at;
  explicit Halver(const int &n) : at(const_cast<int *>(&n)) {}
  void twice() const { *at /= 4; }
};
void go(float *o) {
  int n = 32;
  Halver h(n);
  h.twice();
  k<<<1, dim3(n, 4)>>>(o);
}
} // namespace const_cast_away

// Host code is compiled without __CUDA_ARCH__.
namespace device_macro {
#ifdef __CUDA_ARCH__
#define WIDTH 32
#else
#define WIDTH 8
#endif
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
void go(float *o) { k<<<1, dim3(WIDTH, 4)>>>(o); }
} // namespace device_macro

// run(8, 64) calls run(32, 8): what holds of the inner n does not of the outer.
namespace fact_of_the_caller {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
static void run(int n, int m, float *o) {
  if (n == 32)
    k<<<1, dim3(m, 4)>>>(o);
  else
    run(32, n, o);
}
void go(float *o) { run(8, 64, o); }
} // namespace fact_of_the_caller

// n equals m, which is 32 or 8.
namespace fact_of_two {
KERNEL // CHECK: :[[@LINE]]:1: remark: unproven: 32-bit load: the block shape is unknown
void go(float *o, bool wide, int n) {
  int m = wide ? 32 : 8;
  if (n == m)
    k<<<1, dim3(n, 4)>>>(o);
}
} // namespace fact_of_two

// Called by name with 32, through a pointer with 8.
namespace indirect_call {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
static void run(int n, float *o) { k<<<1, dim3(n, 4)>>>(o); }
void go(float *o) {
  run(32, o);
  void (*again)(int, float *) = run;
  again(8, o);
}
} // namespace indirect_call

// r is another name of n.
namespace init_capture {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
void go(float *o) {
  int n = 32;
  auto shrink = [&r = n] { r = 8; };
  shrink();
  k<<<1, dim3(n, 4)>>>(o);
}
} // namespace init_capture

// The label is reached by goto, with n = 8.
namespace jump_into_case {
KERNEL // CHECK: :[[@LINE]]:1: remark: unproven: 32-bit load: the block shape is unknown
void go(float *o, int n) {
  switch (n) {
  case 32:
  launch:
    k<<<1, dim3(n, 4)>>>(o);
    break;
  case 8:
    goto launch;
  }
}
} // namespace jump_into_case

// Launched by name with (32,4), out of a table with (8,4).
namespace kernel_table {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
__global__ void zero(float *o) { o[threadIdx.x] = 0; }
static void (*const table[])(float *) = {zero, k};
void go(float *o, int i) {
  k<<<1, dim3(32, 4)>>>(o);
  table[i]<<<1, dim3(8, 4)>>>(o);
}
} // namespace kernel_table

// The initializer of last writes x again.
namespace later_initialiser {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Size {
  int x, last;
  Size(int n) : x(n), last(x /= 4) {}
};
void go(float *o) {
  Size s(32);
  k<<<1, dim3(s.x, 4)>>>(o);
}
} // namespace later_initialiser

// A const member function may write a mutable member.
namespace mutable_member {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Size {
  mutable int n = 32;
  void shrink() const { n = 8; }
};
void go(float *o) {
  Size s;
  s.shrink();
  k<<<1, dim3(s.n, 4)>>>(o);
}
} // namespace mutable_member

// A function of the file's own that is called min: 32 / 4.
namespace named_min {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
namespace grid { inline int min(int work, unsigned short parts) { return work / parts; } }
void go(float *o) { k<<<1, dim3(grid::min(32, 4), 4)>>>(o); }
} // namespace named_min

// Called twice, with conditions of their own: both extents are 32 or 8.
namespace one_helper {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
static int side(bool small) { return small ? 8 : 32; }
void go(float *o, bool a, bool b) { k<<<1, dim3(side(a), side(b))>>>(o); }
} // namespace one_helper

// run changes what its && parameter is bound to.
namespace rvalue_parameter {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
static void run(dim3 &&b, float *o) {
  b.x = 8;
  k<<<1, b>>>(o);
}
void go(float *o) { run(dim3(32, 4), o); }
} // namespace rvalue_parameter

// The static is made by the first call: 8.
namespace static_first {
KERNEL // CHECK: :[[@LINE]]:1: remark: unproven: 32-bit load: the block shape is unknown
static void run(int n, float *o) {
  static const int first = n;
  if (n == 32) k<<<1, dim3(first, 4)>>>(o);
}
void go(float *o) {
  run(8, o);
  run(32, o);
}
} // namespace static_first

// In the template itself the list behind `block` has no type yet.
namespace template_block {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Eight { int width() const { return 8; } };
template <class T> void run(float *o, T t) {
  dim3 block(t.width(), 4);
  k<<<1, block>>>(o);
}
void go(float *o) { run(o, Eight()); }
} // namespace template_block

// risky() throws past the second assignment: n stays 8.
namespace thrown_past {
void risky();
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
void go(float *o) {
  int n = 32;
  try {
    n = 8;
    risky();
    n = 32;
  } catch (...) {
  }
  k<<<1, dim3(n, 4)>>>(o);
}
} // namespace thrown_past

// Two ifs, independent: 32 or 8, by 4 or 16.
namespace two_writes {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
void go(float *o, bool narrow, bool tall) {
  dim3 b(32, 4);
  if (narrow) b.x = 8;
  if (tall) b.y = 16;
  k<<<1, b>>>(o);
}
} // namespace two_writes

// Both views of the union have one beginning.
namespace union_member {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
union Size {
  struct { unsigned x, y; } block;
  struct { unsigned width, height; } tile;
};
void go(float *o) {
  Size s;
  s.block = {32, 4};
  s.tile = {8, 4};
  k<<<1, dim3(s.block.x, s.block.y)>>>(o);
}
} // namespace union_member

// Called by name with 32, through its base with 8.
namespace virtual_call {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Step { virtual void run(int n, float *o) = 0; };
struct Wide : Step { void run(int n, float *o) override { k<<<1, dim3(n, 4)>>>(o); } };
static void call(Step &s, int n, float *o) { s.run(n, o); }
void go(float *o) {
  Wide w;
  w.run(32, o);
  call(w, 8, o);
}
} // namespace virtual_call

// The block is asked of a virtual function: Narrow's.
namespace virtual_size {
KERNEL // CHECK: :[[@LINE]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
struct Plan {
  virtual ~Plan() {}
  virtual int width() const { return 32; }
};
struct Narrow : Plan { int width() const override { return 8; } };
static void run(const Plan &p, float *o) { k<<<1, dim3(p.width(), 4)>>>(o); }
void go(float *o) { run(Narrow(), o); }
} // namespace virtual_size

