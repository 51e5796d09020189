// RUN: not %warplint --cost %s %stub | FileCheck %s
//
// The table of each kernel, for sm_90: 128 lanes of floats, 64 of doubles, 16 of
// special functions a cycle (a warp's instruction takes 1/4, 1/2 and 2), 2048
// multiply-adds of tensor cores, 17.03 bytes of memory (a sector takes 1.879).

extern "C" __device__ float __nv_fast_expf(float);
extern "C" __device__ float __nv_ull2float_rz(unsigned long long);

// Each of 32 warps moves 128 bytes in and 128 out: 4 + 4 sectors, 256 in all, 481
// cycles. The store to the tile takes a wavefront, the load two, for its rows of 34
// words put two lanes into each bank: 32 + 64 = 96, 19 % of 481.
// Memory takes four instructions of each warp, threadIdx.x and .y one each.
// Of the addresses, in each warp: two shifts and two sums for rows and columns, a LEA
// and a sum for each index of global memory, a LEA for each column of the tile (alu:
// 10); an IMAD of 136 bytes for each of its rows, an IMAD.WIDE for each pointer (fma:
// 4). In machine code of nvcc 13.0 these are 6 and 7.
// CHECK: pipes.cu:[[@LINE+14]]: cost of 'transpose', sm_90, per block of 32x32x1: estimated cycles of an SM
// CHECK-NEXT: cycles  of busiest    pipe  what
// CHECK-NEXT: {{^ +}}481       100 %    dram  256 sectors{{$}}
// CHECK-NEXT: {{^ +}}243        50 %      l2  256 sectors{{$}}
// CHECK-NEXT: {{^ +}}192        39 %     lsu  192 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}160        33 %     alu  320 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}96        19 %  shared  96 wavefronts, 64 at best{{$}}
// CHECK-NEXT: {{^ +}}64        13 %      l1  256 sectors{{$}}
// CHECK-NEXT: {{^ +}}32         6 %     fma  128 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by the latency of global memory; the busiest pipe is DRAM; its conflicts cost nothing noticeable{{$}}
// Two blocks on an SM are 962 cycles of memory. A warp waits longer: 685 for its load, 76
// at the barrier of 32 warps, 25 for two wavefronts, some 30 for sums, 192 while all warps ask,
// and 685 for the store. 4,096 blocks are 15.5 waves.
// CHECK-NEXT: {{^  }}bound: latency of global memory, line {{[0-9]+}}: 27,1{{[0-9]+}} cycles, 16 waves of 2 blocks on an SM, about 15.3 us
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
// quarter cycle: 4,096, and 8 pointers. The 32,768 loads are as many cycles of the load/store
// unit, with stores and threadIdx 32,792: all of 540,672 / 32,792 = 16.49 can be gained.
// CHECK: cost of 'product', sm_90, per block of 32x8x1
// CHECK: {{^ +}}540,672       100 %  shared  540,672 wavefronts, 32,768 at best{{$}}
// CHECK-NEXT: {{^ +}}32,792         6 %     lsu  32,792 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}4,098         0 %     fma  16,392 warp instructions{{$}}
// CHECK: {{^ +}}540,672  line [[@LINE+9]]  shared  540,672 wavefronts, 32,768 at best{{$}}
// CHECK: {{^  }}estimated to be bound by shared memory; conflicts take 93 % of that; the fix can save up to 16.5x
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

// 8 warps, 1,000 rounds of two multiply-adds: 16,000 instructions, the sum and two
// pointers. The counter goes on once for 32 rounds, an addition and a comparison, and
// an index takes a LEA: 63.5 in each warp.
// CHECK: cost of 'floats'
// CHECK: {{^ +}}4,006       100 %   fma  16,024 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}254         6 %   alu  508 warp instructions{{$}}
// The 4,000 cycles that a warp waits for its sum, and for the load before, are more: 64
// blocks are one on an SM. But the pipe is busy for most of them.
// CHECK: {{^  }}estimated to be bound by 32-bit floating point{{$}}
__global__ void floats(float *x) {
  float v = x[threadIdx.x], w = 1;
  for (int i = 0; i < 1000; ++i) {
    v = v * 1.5f + 2.f;
    w = w * v + 1.f;
  }
  x[threadIdx.x + blockIdx.x * 256] = v + w;
}

// As many in doubles take half a cycle each. But 64 blocks are one on an SM, and each of
// 2,000 multiply-adds waits for the one before: 8 cycles.
// CHECK: cost of 'doubles'
// CHECK: {{^ +}}8,000       100 %  fp64  16,000 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by the latency of arithmetic; the busiest pipe is 64-bit floating point{{$}}
// CHECK-NEXT: {{^  }}bound: latency of arithmetic, line [[@LINE+4]]: 16,3{{..}} cycles, 1 wave of 8 blocks on an SM, about 9.8{{[0-9]?}} us
__global__ void doubles(double *x) {
  double v = x[threadIdx.x];
  for (int i = 0; i < 2000; ++i)
    v = v * 1.5 + 2.;
  x[threadIdx.x + blockIdx.x * 256] = v;
}

// __expf is ex2 and, for what is small, three products and a comparison
// (MathFunctions.def): of 8,000 executions 2, 3/4 and 1/2 cycle. Beside that two pointers
// in each warp, a LEA, and a counter as above.
// CHECK: cost of 'special'
// CHECK: {{^ +}}16,000       100 %    xu  8,000 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}6,004        37 %   fma  24,016 warp instructions{{$}}
// CHECK-NEXT: {{^ +}}4,254        26 %   alu  8,508 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by the latency of arithmetic; the busiest pipe is special functions{{$}}
__global__ void special(float *x) {
  float v = x[threadIdx.x];
  for (int i = 0; i < 1000; ++i)
    v = __nv_fast_expf(v);
  x[threadIdx.x + blockIdx.x * 256] = v;
}

// Of 16 * 8 * 16 = 2048 multiply-adds each: a cycle.
// CHECK: cost of 'matrices'
// CHECK: {{^ +}}4,096       100 %  tensor  8,388,608 16-bit multiply-adds{{$}}
// One waits for the other: 24 cycles, 512 times.
// CHECK: {{^  }}estimated to be bound by the latency of arithmetic; the busiest pipe is tensor cores{{$}}
// CHECK-NEXT: {{^  }}bound: latency of arithmetic, line [[@LINE+4]]: 12,5{{..}} cycles
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

// What is the same in all rounds is done once: 1,000 products, one sum and a pointer.
// Half of a warp takes as long as all of it, and of 8 warps 4 are out.
// CHECK: cost of 'invariant'
// CHECK: {{^ +}}1,002       100 %   fma  4,008 warp instructions{{$}}
__global__ void invariant(float *x, float scale) {
  float v = 0;
  if (threadIdx.x < 112) {
    for (int i = 0; i < 1000; ++i)
      v *= scale + 3.f;
    x[blockIdx.x * 256 + threadIdx.x] = v;
  }
}

// A float4 is loaded whole and handed on: that takes it apart is no instruction. 8
// warps, 32 rounds of four sums, and a pointer. What alu has are 3 instructions for the
// counter and the address in the tile, once for several rounds, and the index.
// CHECK: cost of 'halves'
// CHECK: {{^ +}}258  {{.*}}  fma  1,032 warp instructions{{$}}
// CHECK: {{^ +}}{{[45].}}  {{.*}}  alu  1{{..}} warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by
__device__ float sumOf(float4 v, float by) { return v.x + v.y + v.z + v.w + by; }
__global__ void halves(float *x) {
  __shared__ float4 t[32];
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum = sumOf(t[i], sum);
  x[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Of each round's two comparisons the second takes the first one's result: 8 warps,
// 100 rounds, 1,600; a counter, two instructions for 16 rounds, 100; and a LEA.
// CHECK: cost of 'conditions'
// CHECK: {{^ +}}854  {{.*}}  alu  1,708 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by
__global__ void conditions(float *x) {
  float v = x[threadIdx.x], w = v;
  for (int i = 0; i < 100; ++i) {
    v += 2;
    w += 3;
    if ((v < 100) != (w < 200))
      x[blockIdx.x * 256 + threadIdx.x] = v;
  }
}

// Quotient and remainder of the same numbers are one division, and a product: 3 of xu in
// each of 8 warps.
// CHECK: cost of 'quotientAndRemainder'
// CHECK: xu  24 warp instructions{{$}}
__global__ void quotientAndRemainder(int *x, int by) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  x[i] = i / by * 1000 + i % by;
}

// Divisions of integers. By a number that is not known what depends on it alone (I2F,
// MUFU, F2I) stands before the loop: 3 of xu in each of 8 warps.
// CHECK: cost of 'divisions'
// CHECK: xu  24 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by
__global__ void divisions(int *x, int by) {
  int v = threadIdx.x, sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += (v + i) / by;
  x[blockIdx.x * 256 + threadIdx.x] = sum;
}

// F2I rounds as it is told to, and I2F takes a byte out of a register; a function that
// converts is another: three of xu for each of 8 warps.
// CHECK: cost of 'conversions'
// CHECK: xu  24 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by
__global__ void conversions(float *x, const unsigned *bytes) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float v = static_cast<unsigned char>(bytes[i] >> 8);
  const int n = static_cast<int>(__builtin_floorf(v * 1.5f));
  x[i] = reinterpret_cast<const float &>(n) + __nv_ull2float_rz(bytes[i]);
}

// Of a matrix 17 values are the same for all 8 sums: 17 loads are left in machine code,
// of 136. With 24 of the array, 8 stores and threadIdx.x 2 warps take 100.
// CHECK: cost of 'taps'
// CHECK: {{^ +}}100  {{.*}}  lsu  100 warp instructions{{$}}
// CHECK: {{^  }}estimated to be bound by
__global__ void taps(float *__restrict__ out, const float *__restrict__ in,
                     const float *__restrict__ by) {
  const int at = blockIdx.x * 64 + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; ++k)
      sum += by[k] * in[at + i + k];
    out[at + i * 4096] = sum;
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
  quotientAndRemainder<<<64, 256>>>(nullptr, 3);
  divisions<<<64, 256>>>(nullptr, 3);
  conversions<<<64, 256>>>(f, nullptr);
  taps<<<64, 64>>>(f, f, f);
}
