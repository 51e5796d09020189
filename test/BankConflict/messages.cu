// RUN: not %warplint %s %stub 2>&1 | FileCheck %s --strict-whitespace
//
// One finding in full: what is wrong, which lanes meet where, what the array is, and
// which launch this is about.

__global__ void kernel(float *g) {
  __shared__ float tile[256 * 8];
  g[threadIdx.x] = tile[threadIdx.x * 8];
}

// Lanes 0, 4, 8, ... 28 read words 0, 32, 64, ... 224: bank 0, eight words.

// CHECK: {{.*}}messages.cu:8:20: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
// CHECK-NEXT:    8 |   g[threadIdx.x] = tile[threadIdx.x * 8];
// CHECK-NEXT:      |                    ^~~~~~~~~~~~~~~~~~~~~
// CHECK-NEXT: {{.*}}messages.cu:8:20: note: in warp 0, lanes 0, 4, 8, 12, 16, 20, 24, 28 read 8 different words of bank 0; 8 of 8 warps conflict
// CHECK: {{.*}}messages.cu:7:20: note: 'tile' is declared here as float[2048]
// CHECK: {{.*}}messages.cu:[[@LINE+4]]:3: note: block (256,1,1) from this launch
// CHECK: 1 warning generated.

void run(float *g) {
  kernel<<<1, 256>>>(g);
}
