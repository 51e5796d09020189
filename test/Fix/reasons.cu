// An array with a remedy and without a fix has a reason, in each style.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cd %t
// RUN: not %warplint --fix-style=expression a.cu %stub | FileCheck %s --check-prefix=EXPRESSION
//
// Without a style nobody asked for a fix.
// RUN: not %warplint a.cu %stub | FileCheck %s --check-prefix=UNASKED --implicit-check-not="no fix"
//
// The sizes of two instantiations are not told as one: the row of 32 is padded
// to 33, that of 64 to 65.
// RUN: not %warplint --fix-style=pad a.cu %stub | FileCheck %s --check-prefix=PAD

// Rows of 17: lanes 0 and 31 meet. Only a longer row costs less.
__global__ void padded(float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = 0;
  if (threadIdx.x == 0)
    tile[threadIdx.y][16] = 0;
  __syncthreads();
  out[0] = tile[threadIdx.x][threadIdx.y];
}
// EXPRESSION: help: suggested layout: padding of 1 after every 17 elements, 'tile[16][18]'
// EXPRESSION: note: cannot fix 'tile': only padding costs less; pass --fix-style=pad
// UNASKED: help: suggested layout: padding of 1 after every 17 elements

template <int N> __global__ void column(float *out) {
  __shared__ float rows[N][N];
  rows[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[0] = rows[threadIdx.x][threadIdx.y];
}
// PAD: help: suggested layout: {{.*}}, 'rows[{{32|64}}][{{33|65}}]' in 'column<{{32|64}}>': {{[0-9]+}} -> {{[0-9]+}} wavefronts per block, summed over 2 kernels{{.*}}at most 256 bytes more

// Eighteen places for 10 of 28 wavefronts, where 40 % would be worth it: of ten,
// every other word is touched, so that lanes l and l + 16 meet in a bank.
__global__ void many(float *out) {
  __shared__ float wide[64 * 18];
  int t = 2 * threadIdx.x;
  wide[t] = 0;
  wide[t + 64] = 1;
  wide[t + 128] = 2;
  wide[t + 192] = 3;
  wide[t + 256] = 4;
  wide[t + 320] = 5;
  wide[t + 384] = 6;
  wide[t + 448] = 7;
  wide[t + 512] = 8;
  wide[t + 576] = 9;
  wide[threadIdx.x + 640] = 10;
  wide[threadIdx.x + 704] = 11;
  wide[threadIdx.x + 768] = 12;
  wide[threadIdx.x + 832] = 13;
  wide[threadIdx.x + 896] = 14;
  wide[threadIdx.x + 960] = 15;
  wide[threadIdx.x + 1024] = 16;
  __syncthreads();
  out[0] = wide[threadIdx.x + 1088];
}
// EXPRESSION: note: cannot fix 'wide': XOR swizzle {{.*}}: it saves 35 % of the wavefronts with 18 edits, less than 3 % per edit

// One wavefront saved for each of 32 indices that a loop computes: three operators,
// two instructions, and the number that was an offset of the access take 3 / 2.
__global__ void busy(float *out) {
  __shared__ float cells[2048];
  for (int i = 0; i < 16; ++i) {
    int k = 2 * threadIdx.x + 64 * i;
    cells[k + 1] = 0;
    cells[k + 1024] = 0;
  }
  __syncthreads();
  out[0] = cells[threadIdx.x];
}
// EXPRESSION: note: cannot fix 'cells': XOR swizzle {{.*}}: its arithmetic in loops costs as much as 48 wavefronts, which is all it saves

// 3 of 4 wavefronts are saved by each of twelve stores, 16 times; three operators and
// the number that was an offset take 3 / 2 in their place. 769 -> 193 and 288 leave
// 37 %, not enough for thirteen places, and 75 % without the arithmetic would be.
__global__ void worn(float *out) {
  __shared__ float shelf[3520];
  for (int i = 0; i < 16; ++i) {
    int k = 4 * threadIdx.x + 128 * i;
    shelf[k + 1] = 0;
    shelf[k + 129] = 1;
    shelf[k + 257] = 2;
    shelf[k + 385] = 3;
    shelf[k + 513] = 4;
    shelf[k + 641] = 5;
    shelf[k + 769] = 6;
    shelf[k + 897] = 7;
    shelf[k + 1025] = 8;
    shelf[k + 1153] = 9;
    shelf[k + 1281] = 10;
    shelf[k + 1409] = 11;
  }
  __syncthreads();
  out[0] = shelf[threadIdx.x];
}
// EXPRESSION: note: cannot fix 'shelf': XOR swizzle {{.*}}: with its arithmetic, it saves 37 % of the wavefronts with 13 edits, less than 3 % per edit

// Members of a union are not arrays by themselves.
union Tiles {
  float a[32][32];
  int b[32];
};
__global__ void member(float *out) {
  __shared__ Tiles s;
  s.a[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[0] = s.a[threadIdx.x][threadIdx.y];
}
// EXPRESSION: note: cannot suggest a layout for 's': it is a union

void run(float *out) {
  many<<<1, 32>>>(out);
  busy<<<1, 32>>>(out);
  worn<<<1, 32>>>(out);
  member<<<1, dim3(32, 32)>>>(out);
  padded<<<1, dim3(16, 16)>>>(out);
  column<32><<<1, dim3(32, 8)>>>(out);
  column<64><<<1, dim3(64, 8)>>>(out);
}
