// Two blocks of a cluster exchange their tiles: each writes the other's, transposed.

#include "../harness.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int Size = 32, Rows = 8;

__global__ void __cluster_dims__(2, 1, 1)
    exchange(float *out, const float *in) {
  __shared__ float tile[Size][Size];
  cg::cluster_group cluster = cg::this_cluster();
  const int x = threadIdx.x, y = threadIdx.y;

  in += blockIdx.x * Size * Size;
  out += blockIdx.x * Size * Size;
  for (int row = 0; row < Size; row += Rows)
    tile[y + row][x] = in[(y + row) * Size + x];
  cluster.sync();

  const float *other =
      cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  for (int row = 0; row < Size; row += Rows)
    out[(y + row) * Size + x] = other[x * Size + y + row];
  cluster.sync();
}

int main(int argc, char **argv) {
  const int clusters = blocksFrom(argc, argv, 4096);

  const size_t tile = Size * Size;
  const std::vector<float> in = randomFloats(2 * clusters * tile);
  std::vector<float> wanted(in.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t block = i / tile, row = i % tile / Size, column = i % Size;
    wanted[i] = in[(block ^ 1) * tile + column * Size + row];
  }

  DeviceArray<float> deviceIn(in), out(wanted.size());
  const float time = bestMicroseconds(
      [&] { exchange<<<2 * clusters, dim3(Size, Rows)>>>(out, deviceIn); });
  return report("cluster", time, out.toHost(), wanted);
}
