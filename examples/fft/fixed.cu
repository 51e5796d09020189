// Fourier transforms of 256 points, one a block: four passes of radix 4,
// between which 64 threads pass their numbers on through shared memory
// (Stockham's way, so that the result is in order).

#include "../harness.h"

#include <complex>

constexpr int Points = 256;
constexpr int Threads = Points / 4;

__device__ float2 operator+(float2 a, float2 b) {
  return {a.x + b.x, a.y + b.y};
}
__device__ float2 operator-(float2 a, float2 b) {
  return {a.x - b.x, a.y - b.y};
}
__device__ float2 operator*(float2 a, float2 b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

// Where element i of re and im lies. Bank conflicts: 240 -> 128 wavefronts per block.
__device__ inline unsigned sharedIndex(unsigned i) {
  return i ^ ((i >> 2) & 31);
}

__global__ void fft(float2 *out, const float2 *in) {
  __shared__ float re[Points];
  __shared__ float im[Points];

  const int thread = threadIdx.x;
  float2 v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = in[blockIdx.x * Points + i * Threads + thread];

  for (int done = 1; done < Points; done *= 4) {
    const int k = thread % done;
    for (int i = 1; i < 4; ++i) {
      float2 root;
      sincospif(-2.0f * i * k / (4 * done), &root.y, &root.x);
      v[i] = v[i] * root;
    }
    const float2 even = v[0] + v[2], evenLess = v[0] - v[2];
    const float2 odd = v[1] + v[3], oddLess = v[1] - v[3];
    const float2 turned = {oddLess.y, -oddLess.x};
    v[0] = even + odd;
    v[1] = evenLess + turned;
    v[2] = even - odd;
    v[3] = evenLess - turned;

    __syncthreads();
    const int first = thread / done * done * 4 + k;
    for (int i = 0; i < 4; ++i) {
      re[sharedIndex(first + i * done)] = v[i].x;
      im[sharedIndex(first + i * done)] = v[i].y;
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      v[i] = {re[sharedIndex(i * Threads + thread)],
              im[sharedIndex(i * Threads + thread)]};
  }

  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * Points + i * Threads + thread] = v[i];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 4096);

  // A transform on the host takes n^2 steps: the blocks have the same numbers.
  const std::vector<float> numbers = randomFloats(2 * Points);
  std::vector<float> wanted(numbers.size());
  for (int k = 0; k < Points; ++k) {
    std::complex<double> sum = 0;
    for (int i = 0; i < Points; ++i)
      sum += std::complex<double>(numbers[2 * i], numbers[2 * i + 1]) *
             std::polar(1.0, -2 * 3.14159265358979 * (i * k % Points) / Points);
    wanted[2 * k] = sum.real();
    wanted[2 * k + 1] = sum.imag();
  }
  std::vector<float> in, allWanted;
  for (int block = 0; block < blocks; ++block) {
    in.insert(in.end(), numbers.begin(), numbers.end());
    allWanted.insert(allWanted.end(), wanted.begin(), wanted.end());
  }

  DeviceArray<float> deviceIn(in), out(in.size());
  float *to = out;
  float *from = deviceIn;
  const float time = bestMicroseconds([&] {
    fft<<<blocks, Threads>>>(reinterpret_cast<float2 *>(to),
                             reinterpret_cast<const float2 *>(from));
  });
  return report("fft", time, out.toHost(), allWanted, 1e-3);
}
