// The copy engine knows three swizzles, by the length of a row. Of an array that
// it fills these alone are told, and of others where one of them is the remedy.
//
// RUN: not %warplint %s %stub -std=c++17 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.cu
// RUN: not %warplint --fix %t/fixed.cu %stub -std=c++17
// RUN: cmp %s %t/fixed.cu
// RUN: not %warplint --format=json %s %stub -std=c++17 | FileCheck %s --check-prefix=JSON

// ldmatrix reads 8 rows of 16 bytes in one wavefront if they are in different
// groups of four banks. Rows of 128 bytes put all of them in one, rows of 64
// bytes four, rows of 32 bytes two.
//
// CHECK: suggested layout: XOR swizzle <3,3,3>, 'wide[row][col ^ ((row & 7) << 3)]': 32 -> 4 wavefronts per block{{.*}}; copy engine: CU_TENSOR_MAP_SWIZZLE_128B
// CHECK: cannot fix 'wide': the copy engine reads or writes it
// CHECK: suggested layout: XOR swizzle <2,3,3>, 'middle[row][col ^ {{.*}}]': 16 -> 4 wavefronts per block{{.*}}; copy engine: CU_TENSOR_MAP_SWIZZLE_64B
// CHECK: suggested layout: XOR swizzle <1,3,3>, 'narrow[row][col ^ {{.*}}]': 8 -> 4 wavefronts per block{{.*}}; copy engine: CU_TENSOR_MAP_SWIZZLE_32B
//
// JSON-DAG: "tensorMode": "CU_TENSOR_MAP_SWIZZLE_128B"
// JSON-DAG: "tensorMode": "CU_TENSOR_MAP_SWIZZLE_64B"
// JSON-DAG: "tensorMode": "CU_TENSOR_MAP_SWIZZLE_32B"

static __device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#define FILL(box, map, done)                                                   \
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"                \
               ".mbarrier::complete_tx::bytes [%0], [%1, {%3, %3}], [%2];"     \
               :                                                               \
               : "r"(addressOf(box)), "l"(map), "r"(addressOf(&done)), "r"(0))

#define MATRIX(r, row)                                                         \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "                     \
               "{%0, %1, %2, %3}, [%4];"                                       \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                \
               : "r"(addressOf(row)))

__global__ void boxes(const void *map, unsigned *out) {
  __shared__ alignas(1024) unsigned short wide[32][64];
  __shared__ alignas(1024) unsigned short middle[32][32];
  __shared__ alignas(1024) unsigned short narrow[32][16];
  __shared__ unsigned long long done;
  FILL(wide, map, done);
  FILL(middle, map, done);
  FILL(narrow, map, done);
  unsigned a[4], b[4], c[4];
  MATRIX(a, &wide[threadIdx.x][0]);
  MATRIX(b, &middle[threadIdx.x][0]);
  MATRIX(c, &narrow[threadIdx.x][0]);
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = a[i] + b[i] + c[i];
}

void run(const void *map, unsigned *out) { boxes<<<1, 32>>>(map, out); }
