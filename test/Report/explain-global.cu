// Accesses to global memory are explained, too, unless their check is off: in sectors of 32
// bytes. Rows of 96 bytes: the lanes' 32-bit words are 12 bytes apart.

// RUN: %warplint --explain=%s:17 %stub 2>&1 \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %warplint --checks=-warplint-uncoalesced-access --explain=%s:17 %stub 2>&1 | FileCheck %s --check-prefix=OFF

// OFF: warplint: error: no analyzed access at {{.*}}explain-global.cu:17; the file has none

struct Vertex {
  float X, Y, Z;
};

// 32 lanes span 384 bytes, 12 sectors, where 128 bytes would fill 4.
__global__ void heights(float *Out, const Vertex *In) {
  if (threadIdx.x < 128)
    Out[threadIdx.x] = In[threadIdx.x].Y;
}
void run(float *Out, const Vertex *In) { heights<<<1, 128>>>(Out, In); }

// CHECK:{{.*}}:17:24: remark: 32-bit load in 'heights'
// CHECK:  verdict      excess: 12 sectors, ideal 4
// CHECK:  instruction  ld.global, 4 bytes per lane
// CHECK:  address      12*threadIdx.x + In + 4
// CHECK:  lane  active  thread           byte  sector
// CHECK-NEXT:     0  yes     (0,0,0)             4  0
// CHECK-NEXT:     1  yes     (1,0,0)            16  0
// CHECK-NEXT:     2  yes     (2,0,0)            28  0
// CHECK-NEXT:     3  yes     (3,0,0)            40  1
// CHECK-NOT: bank
