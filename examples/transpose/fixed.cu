// Transposes a square matrix through tiles in shared memory, checks the result
// and prints time and bandwidth.
//
//   warplint examples/transpose.cu
//
// points at the line that reads the tile by columns: lane l reads the word
// 32 * l + y, and all 32 of these are in bank y.
//
//   nvcc -O3 -arch=native examples/transpose.cu -o transpose && ./transpose

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int TileSize = 32;
constexpr int RowsPerPass = 8;

void check(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "transpose: %s: %s\n", What, cudaGetErrorString(Status));
  std::exit(1);
}

} // namespace

// One block transposes one tile of TileSize x TileSize elements with
// TileSize x RowsPerPass threads. Size is a multiple of TileSize.
__global__ void transpose(float *Out, const float *In, int Size) {
  __shared__ float Tile[TileSize][TileSize + 1];

  int X = blockIdx.x * TileSize + threadIdx.x;
  int Y = blockIdx.y * TileSize + threadIdx.y;
  for (int Row = 0; Row < TileSize; Row += RowsPerPass)
    Tile[threadIdx.y + Row][threadIdx.x] = In[(Y + Row) * Size + X];

  __syncthreads();

  X = blockIdx.y * TileSize + threadIdx.x;
  Y = blockIdx.x * TileSize + threadIdx.y;
  for (int Row = 0; Row < TileSize; Row += RowsPerPass)
    Out[(Y + Row) * Size + X] = Tile[threadIdx.x][threadIdx.y + Row];
}

int main(int ArgCount, char **Arguments) {
  const int Tiles = ArgCount > 1 ? std::atoi(Arguments[1]) : 128; // a side
  const int Size = Tiles * TileSize;
  const size_t Bytes = sizeof(float) * Size * Size;

  std::vector<float> Host(size_t(Size) * Size);
  for (size_t I = 0; I < Host.size(); ++I)
    Host[I] = float(I % 8191);

  float *In = nullptr;
  float *Out = nullptr;
  check(cudaMalloc(&In, Bytes), "allocating the input");
  check(cudaMalloc(&Out, Bytes), "allocating the output");
  check(cudaMemcpy(In, Host.data(), Bytes, cudaMemcpyHostToDevice),
        "copying the input");

  const dim3 Block(TileSize, RowsPerPass);
  const dim3 Grid(Tiles, Tiles);
  transpose<<<Grid, Block>>>(Out, In, Size);
  check(cudaGetLastError(), "launching");

  // The shortest of 20 launches.
  cudaEvent_t Begin, End;
  check(cudaEventCreate(&Begin), "creating an event");
  check(cudaEventCreate(&End), "creating an event");
  float Best = INFINITY;
  for (int Launch = 0; Launch < 20; ++Launch) {
    check(cudaEventRecord(Begin), "recording an event");
    transpose<<<Grid, Block>>>(Out, In, Size);
    check(cudaEventRecord(End), "recording an event");
    check(cudaEventSynchronize(End), "running the kernel");
    float Milliseconds = 0;
    check(cudaEventElapsedTime(&Milliseconds, Begin, End), "reading the time");
    Best = std::fmin(Best, Milliseconds);
  }

  std::vector<float> Result(Host.size());
  check(cudaMemcpy(Result.data(), Out, Bytes, cudaMemcpyDeviceToHost),
        "copying the result");
  for (int Y = 0; Y < Size; ++Y)
    for (int X = 0; X < Size; ++X)
      if (Result[size_t(X) * Size + Y] != Host[size_t(Y) * Size + X]) {
        std::fprintf(stderr, "transpose: wrong element at row %d, column %d\n",
                     X, Y);
        return 1;
      }

  std::printf("transpose: %.2f us, ok (%d x %d floats at %.0f GB/s)\n",
              1000 * Best, Size, Size, 2.0 * Bytes / Best / 1e6);

  check(cudaEventDestroy(Begin), "destroying an event");
  check(cudaEventDestroy(End), "destroying an event");
  check(cudaFree(In), "freeing the input");
  check(cudaFree(Out), "freeing the output");
  return 0;
}
