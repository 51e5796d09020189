// RUN: not %warplint --cost %s %stub | FileCheck %s
//
// The table of each kernel, for sm_90: 128 lanes of floats, 64 of doubles, 16 of
// special functions a cycle (a warp's instruction takes 1/4, 1/2 and 2), 2048
// multiply-adds of tensor cores, 12.825 bytes of memory (a sector takes 2.495).

extern "C" __device__ float __nv_fast_expf(float);

// Each of 32 warps moves 128 bytes in and 128 out: 4 + 4 sectors, 256 in all, 639
// cycles. The store to the tile takes a wavefront, the load two, for its rows of 34
// words put two lanes into each bank: 32 + 64 = 96, 15 % of 639.
// CHECK: pipes.cu:[[@LINE+8]]: cost of 'transpose', sm_90, a block of 32x32x1: cycles of an SM, as estimated
// CHECK-NEXT: cycles  of busiest    pipe  what
// CHECK-NEXT: {{^ +}}639       100 %    dram  256 sectors{{$}}
// CHECK-NEXT: {{^ +}}211        33 %      l2  256 sectors{{$}}
// CHECK-NEXT: {{^ +}}128        20 %     lsu  128 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}96        15 %  shared  96 wavefronts, 64 at best{{$}}
// CHECK-NEXT: {{^ +}}64        10 %      l1  256 sectors{{$}}
// CHECK: {{^  }}bound by DRAM, as estimated; shared memory is busy 15 % of that time, so that its conflicts may cost nothing you would see{{$}}
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][34];
  const int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[(blockIdx.y * 32 + ty) * 2048 + blockIdx.x * 32 + tx];
  __syncthreads();
  out[(blockIdx.x * 32 + ty) * 2048 + blockIdx.y * 32 + tx] = tile[tx][ty];
}

// The column of a row-major tile: 32 wavefronts where one would do, volatile so that no
// request stands for several. A broadcast of 'a' takes one. 8 warps, 64 rounds of 32:
// 16,384 executions of 33 wavefronts, 2 at best. As many multiply-adds take a
// quarter cycle: 4,096. The 32,768 loads are as many cycles of the load/store
// unit: all of 540,672 / 32,768 = 16.5 can be gained.
// CHECK: cost of 'product', sm_90, a block of 32x8x1
// CHECK: {{^ +}}540,672       100 %  shared  540,672 wavefronts, 32,768 at best{{$}}
// CHECK-NEXT: {{^ +}}32,776         6 %     lsu  32,776 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}4,096         0 %     fma  16,384 warp instructions{{$}}
// CHECK: {{^ +}}540,672  line [[@LINE+9]]  shared  540,672 wavefronts, 32,768 at best{{$}}
// CHECK: {{^  }}bound by shared memory, as estimated; conflicts are 93 % of that: the fix can save about 16.5x
__global__ void product(float *out) {
  __shared__ volatile float a[8][32];
  __shared__ volatile float b[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int round = 0; round < 64; ++round)
    for (int k = 0; k < 32; ++k)
      sum += a[ty][k] * b[tx][k];
  out[(blockIdx.x * 8 + ty) * 32 + tx] = sum;
}

// 8 warps, 1,000 rounds of two multiply-adds: 16,000 instructions, and the sum.
// CHECK: cost of 'floats'
// CHECK: {{^ +}}4,002       100 %   fma  16,008 warp instructions{{$}}
// CHECK: {{^  }}bound by 32-bit floating point, as estimated{{$}}
__global__ void floats(float *x) {
  float v = x[threadIdx.x], w = 1;
  for (int i = 0; i < 1000; ++i) {
    v = v * 1.5f + 2.f;
    w = w * v + 1.f;
  }
  x[threadIdx.x + blockIdx.x * 256] = v + w;
}

// As many in doubles take half a cycle each.
// CHECK: cost of 'doubles'
// CHECK: {{^ +}}8,000       100 %  fp64  16,000 warp instructions{{$}}
// CHECK: {{^  }}bound by 64-bit floating point, as estimated{{$}}
__global__ void doubles(double *x) {
  double v = x[threadIdx.x];
  for (int i = 0; i < 2000; ++i)
    v = v * 1.5 + 2.;
  x[threadIdx.x + blockIdx.x * 256] = v;
}

// __expf is ex2 and, for what is small, three products and a comparison
// (MathFunctions.def): of 8,000 executions 2, 3/4 and 1/2 cycle.
// CHECK: cost of 'special'
// CHECK: {{^ +}}16,000       100 %    xu  8,000 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}6,000        37 %   fma  24,000 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}4,000        25 %   alu  8,000 warp instructions{{$}}
// CHECK: {{^  }}bound by special functions, as estimated{{$}}
__global__ void special(float *x) {
  float v = x[threadIdx.x];
  for (int i = 0; i < 1000; ++i)
    v = __nv_fast_expf(v);
  x[threadIdx.x + blockIdx.x * 256] = v;
}

// Of 16 * 8 * 16 = 2048 multiply-adds each: a cycle.
// CHECK: cost of 'matrices'
// CHECK: {{^ +}}4,096       100 %  tensor  8,388,608 16-bit multiply-adds{{$}}
// CHECK: {{^  }}bound by tensor cores, as estimated{{$}}
__global__ void matrices(float *out, unsigned a, unsigned b) {
  float d[4] = {0, 0, 0, 0};
  for (int k = 0; k < 512; ++k)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a), "r"(b));
  out[threadIdx.x + blockIdx.x * 256] = d[0] + d[1] + d[2] + d[3];
}

// What is the same in all rounds is done once: 1,000 products and one sum. Half of
// a warp takes as long as all of it, and of 8 warps 4 are out.
// CHECK: cost of 'invariant'
// CHECK: {{^ +}}1,001       100 %   fma  4,004 warp instructions{{$}}
__global__ void invariant(float *x, float scale) {
  float v = 0;
  if (threadIdx.x < 112) {
    for (int i = 0; i < 1000; ++i)
      v *= scale + 3.f;
    x[blockIdx.x * 256 + threadIdx.x] = v;
  }
}

// A float4 is loaded whole and handed on: that takes it apart is no instruction. 8
// warps, 32 rounds of four sums.
// CHECK: cost of 'halves'
// CHECK-NOT: alu
// CHECK: {{^ +}}256  {{.*}}  fma  1,024 warp instructions{{$}}
// CHECK-NOT: alu
// CHECK: {{^  }}bound by
__device__ float sumOf(float4 v, float by) { return v.x + v.y + v.z + v.w + by; }
__global__ void halves(float *x) {
  __shared__ float4 t[32];
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum = sumOf(t[i], sum);
  x[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Of each round's two comparisons the second takes the first one's result: 8 warps,
// 100 rounds, 2 * 1/2 cycle.
// CHECK: cost of 'conditions'
// CHECK: {{^ +}}800  {{.*}}  alu  1,600 warp instructions{{$}}
// CHECK: {{^  }}bound by
__global__ void conditions(float *x) {
  float v = x[threadIdx.x], w = v;
  for (int i = 0; i < 100; ++i) {
    v += 2;
    w += 3;
    if ((v < 100) != (w < 200))
      x[blockIdx.x * 256 + threadIdx.x] = v;
  }
}

void run(float *f, double *d) {
  transpose<<<dim3(64, 64), dim3(32, 32)>>>(f, f);
  product<<<64, dim3(32, 8)>>>(f);
  floats<<<64, 256>>>(f);
  doubles<<<64, 256>>>(d);
  special<<<64, 256>>>(f);
  matrices<<<64, 256>>>(f, 0, 0);
  invariant<<<64, 256>>>(f, 2);
  halves<<<64, 256>>>(f);
  conditions<<<64, 256>>>(f);
}
