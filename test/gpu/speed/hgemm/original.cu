// c = a b' of halves, summed as floats: tiles of 128x128x32 in two stages,
// filled by cp.async and read by ldmatrix. Rows of 64 bytes: the eight rows of
// a matrix meet four by four.

#include <cuda_fp16.h>

#ifndef RUN
#define RUN run
#endif

static __device__ unsigned address(const __half *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#define COPY16(to, from)                                                       \
  asm volatile(                                                                \
      "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address(&(to))),       \
      "l"(from))

#define LOAD8X8X4(r, row)                                                      \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" \
               : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])        \
               : "r"(address(&(row))))

static __device__ void multiply(float (&d)[4], const unsigned (&a)[4],
                                unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

static __global__ __launch_bounds__(256) void hgemm(const __half *a,
                                                    const __half *b, float *c,
                                                    int n) {
  __shared__ __align__(128) __half as[2][128][32];
  __shared__ __align__(128) __half bs[2][128][32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int top = warp % 2 * 64, left = warp / 2 * 32;
  int row = t / 4, col = t % 4 * 8;
  a += size_t(blockIdx.y) * 128 * n;
  b += size_t(blockIdx.x) * 128 * n;
  c += size_t(blockIdx.y) * 128 * n + blockIdx.x * 128;
  float sums[4][4][4] = {};
  for (int i = 0; i < 128; i += 64) {
    COPY16(as[0][row + i][col], a + size_t(row + i) * n + col);
    COPY16(bs[0][row + i][col], b + size_t(row + i) * n + col);
  }
  for (int k = 0; k < n / 32; k += 2)
#pragma unroll
    for (int stage = 0; stage < 2; ++stage) {
      asm volatile("cp.async.wait_all;" ::: "memory");
      __syncthreads();
      if (k + stage + 1 < n / 32)
        for (int i = 0; i < 128; i += 64) {
          size_t from = size_t(row + i) * n + (k + stage + 1) * 32 + col;
          COPY16(as[1 - stage][row + i][col], a + from);
          COPY16(bs[1 - stage][row + i][col], b + from);
        }
#pragma unroll
      for (int kk = 0; kk < 32; kk += 16) {
        unsigned rows[4][4], cols[2][4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
          LOAD8X8X4(rows[i],
                    as[stage][top + i * 16 + lane % 16][kk + lane / 16 * 8]);
#pragma unroll
        for (int j = 0; j < 2; ++j)
          LOAD8X8X4(cols[j], bs[stage][left + j * 16 + lane / 16 * 8 + lane % 8]
                               [kk + lane / 8 % 2 * 8]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            multiply(sums[i][j], rows[i], cols[j / 2][j % 2 * 2],
                     cols[j / 2][j % 2 * 2 + 1]);
      }
    }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float *to =
          c + size_t(top + i * 16 + lane / 4) * n + left + j * 8 + lane % 4 * 2;
      to[0] = sums[i][j][0];
      to[1] = sums[i][j][1];
      to[size_t(8) * n] = sums[i][j][2];
      to[size_t(8) * n + 1] = sums[i][j][3];
    }
}

void RUN(const void *a, const void *b, void *c, int n) {
  hgemm<<<dim3(n / 128, n / 128), 256>>>(static_cast<const __half *>(a),
                                         static_cast<const __half *>(b),
                                         static_cast<float *>(c), n);
}
