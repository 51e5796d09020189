// REQUIRES: cuda-toolkit
// RUN: cp %s %t.cu && not %warplint --checks='-*,warplint-uncoalesced-access' --fix %t.cu -- -std=c++17 --cuda-path=%cuda_path 2>&1 | FileCheck %s
// CHECK: fixed 3 kernels
//
// Transpositions without a tile, as they are written, and a product whose second matrix
// is stored by columns, before and after its corner is turned. main holds every result
// against what it has to be, and prints the least time of 20 runs of each.
//
//   corners [N]        matrices of N x N, a multiple of 32; 4096 where nothing is said

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void guarded(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[x * n + y] = in[y * n + x];
}

// The load goes down the columns; rows and columns of doubles.
__global__ void gathered(double *out, const double *in, int n) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  out[row * n + col] = 2 * in[col * n + row];
}

__global__ void left(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int to = x * height + y;
  out[to] = in[y * width + x];
}

// Tiles of a product, b stored by columns. Lanes are neighbours in x, and their
// elements of b n apart.
__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[32][32], bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[col * n + k + ty];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// The same with the roles of x and y exchanged where b is loaded, and a row of the
// padded tile for each column.
__global__ void turnedProduct(float *c, const float *a, const float *b, int n) {
  __shared__ float as[32][32], bs[32][33];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    as[ty][tx] = a[row * n + k + tx];
    bs[tx][ty] = b[(blockIdx.x * 32 + ty) * n + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

static void check(cudaError_t Error) {
  if (Error != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(Error));
    std::exit(1);
  }
}

template <class Launch> static float leastTime(Launch Run) {
  cudaEvent_t Begin, End;
  check(cudaEventCreate(&Begin));
  check(cudaEventCreate(&End));
  float Least = 1e30f;
  for (int Round = 0; Round < 20; ++Round) {
    float Time = 0;
    check(cudaEventRecord(Begin));
    Run();
    check(cudaEventRecord(End));
    check(cudaEventSynchronize(End));
    check(cudaEventElapsedTime(&Time, Begin, End));
    Least = std::min(Least, Time);
  }
  check(cudaGetLastError());
  return Least;
}

template <class T> static std::vector<T> read(const T *From, size_t Count) {
  std::vector<T> Read(Count);
  check(cudaMemcpy(Read.data(), From, Count * sizeof(T), cudaMemcpyDefault));
  return Read;
}

static bool AllRight = true;

template <class Right>
static void report(const char *Name, float Time, size_t Count, Right IsRight) {
  bool Fits = true;
  for (size_t I = 0; I < Count; ++I)
    Fits = Fits && IsRight(I);
  AllRight = AllRight && Fits;
  std::printf("%-14s %8.4f ms  %s\n", Name, Time, Fits ? "ok" : "WRONG");
}

int main(int Count, char **Words) {
  const int N = Count > 1 ? std::atoi(Words[1]) : 4096;
  // The guarded one has a ragged edge, and left a matrix that is no square.
  const int Ragged = N - 3, Height = N - 7;
  const size_t All = size_t(N) * N;
  std::vector<float> Values(All);
  std::vector<double> Doubles(All);
  for (size_t I = 0; I < All; ++I)
    Doubles[I] = Values[I] = float(I * 2654435761u % 1024) / 64 - 8;
  float *In, *Out, *Turned;
  double *InDouble, *OutDouble;
  check(cudaMalloc(&In, All * 4));
  check(cudaMalloc(&Out, All * 4));
  check(cudaMalloc(&Turned, All * 4));
  check(cudaMalloc(&InDouble, All * 8));
  check(cudaMalloc(&OutDouble, All * 8));
  check(cudaMemcpy(In, Values.data(), All * 4, cudaMemcpyDefault));
  check(cudaMemcpy(InDouble, Doubles.data(), All * 8, cudaMemcpyDefault));
  const dim3 Grid(N / 32, N / 32), Block(32, 32);

  float Time = leastTime([&] { guarded<<<Grid, Block>>>(Out, In, Ragged); });
  auto Result = read(Out, All);
  report("guarded", Time, size_t(Ragged) * Ragged, [&](size_t I) {
    return Result[I] == Values[I % Ragged * Ragged + I / Ragged];
  });

  Time = leastTime([&] { gathered<<<Grid, Block>>>(OutDouble, InDouble, N); });
  auto Gathered = read(OutDouble, All);
  report("gathered", Time, All,
         [&](size_t I) { return Gathered[I] == 2 * Doubles[I % N * N + I / N]; });

  check(cudaMemset(Out, 0, All * 4));
  Time = leastTime([&] { left<<<Grid, Block>>>(Out, In, N, Height); });
  Result = read(Out, All);
  report("left", Time, size_t(N) * Height, [&](size_t I) {
    return Result[I] == Values[I % Height * N + I / Height];
  });

  Time = leastTime([&] { product<<<Grid, Block>>>(Out, In, In, N); });
  Result = read(Out, All);
  report("product", Time, 64, [&](size_t I) {
    const size_t Row = I * 37 % N, Col = I * 101 % N;
    double Sum = 0;
    for (int K = 0; K < N; ++K)
      Sum += Doubles[Row * N + K] * Doubles[Col * N + K];
    // Sums of up to 64 * N are rounded N times, by 2^-24 of them.
    return std::abs(Result[Row * N + Col] - Sum) <= 4e-6 * N * N;
  });
  Time = leastTime([&] { turnedProduct<<<Grid, Block>>>(Turned, In, In, N); });
  auto Other = read(Turned, All);
  report("turnedProduct", Time, All,
         [&](size_t I) { return Result[I] == Other[I]; });
  return AllRight ? 0 : 1;
}
