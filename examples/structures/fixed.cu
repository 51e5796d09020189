// The forces between the 128 particles of a cell, kept as an array of
// structures: thread t meets the particles t + 1, t + 2, ... in turn.

#include "../harness.h"

// What a particle has, one number behind the other.
enum Field { X, Y, Z, Charge, VelocityX, VelocityY, VelocityZ, Mass, Fields };

constexpr int Particles = 128;

__global__ void forces(float *out, const float *in) {
  __shared__ float cell[Particles][Fields + 4];

  in += blockIdx.x * Particles * Fields;
  for (int i = threadIdx.x; i < Particles * Fields; i += Particles)
    cell[i / Fields][i % Fields] = in[i];
  __syncthreads();

  const int self = threadIdx.x;
  const float x = cell[self][X];
  const float y = cell[self][Y];
  const float z = cell[self][Z];
  float force = 0;
  for (int i = 1; i < Particles; ++i) {
    const int other = (self + i) % Particles;
    const float dx = cell[other][X] - x;
    const float dy = cell[other][Y] - y;
    const float dz = cell[other][Z] - z;
    const float charge = cell[other][Charge];
    force += charge / (dx * dx + dy * dy + dz * dz + 0.01f);
  }
  out[blockIdx.x * Particles + self] = force;
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 2048);

  const std::vector<float> in =
      randomFloats(size_t(blocks) * Particles * Fields);
  std::vector<float> wanted(size_t(blocks) * Particles);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const float *cell = &in[i / Particles * Particles * Fields];
    const float *self = &in[i * Fields];
    for (int k = 1; k < Particles; ++k) {
      const float *other = cell + (i + k) % Particles * Fields;
      const float dx = other[X] - self[X];
      const float dy = other[Y] - self[Y];
      const float dz = other[Z] - self[Z];
      wanted[i] += other[Charge] / (dx * dx + dy * dy + dz * dz + 0.01f);
    }
  }

  DeviceArray<float> deviceIn(in), out(wanted.size());
  const float time =
      bestMicroseconds([&] { forces<<<blocks, Particles>>>(out, deviceIn); });
  return report("structures", time, out.toHost(), wanted, 0.05);
}
