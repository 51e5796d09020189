// Transposes a square matrix through a tile of CuTe's, whose layout is by rows.
// Needs CUTLASS's headers:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -isystem cutlass/include naive.cu

#include "../harness.h"

#include <cute/tensor.hpp>

using TileShape = cute::Shape<cute::_32, cute::_32>;
using TileLayout = cute::Layout<TileShape, cute::Stride<cute::_32, cute::_1>>;
constexpr int Side = 32;
constexpr int Rows = 8;

__global__ void transpose(float *out, const float *in, int n) {
  using namespace cute;
  __shared__ float memory[Side * Side];
  Tensor tile = make_tensor(make_smem_ptr(memory), TileLayout{});

  const auto matrix = make_layout(make_shape(n, n), make_stride(n, _1{}));
  Tensor from = local_tile(make_tensor(make_gmem_ptr(in), matrix), TileShape{},
                           make_coord(blockIdx.y, blockIdx.x));
  Tensor to = local_tile(make_tensor(make_gmem_ptr(out), matrix), TileShape{},
                         make_coord(blockIdx.x, blockIdx.y));

  for (int row = threadIdx.y; row < Side; row += Rows)
    tile(row, threadIdx.x) = from(row, threadIdx.x);
  __syncthreads();
  for (int row = threadIdx.y; row < Side; row += Rows)
    to(row, threadIdx.x) = tile(threadIdx.x, row);
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 128);
  const int n = blocks * Side;

  const std::vector<float> in = randomFloats(size_t(n) * n);
  std::vector<float> wanted(in.size());
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      wanted[column * n + row] = in[row * n + column];

  DeviceArray<float> deviceIn(in), out(in.size());
  const float time = bestMicroseconds([&] {
    transpose<<<dim3(blocks, blocks), dim3(Side, Rows)>>>(out, deviceIn, n);
  });
  return report("cute", time, out.toHost(), wanted);
}
