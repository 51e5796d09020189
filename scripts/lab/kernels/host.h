// CUDA for a host that runs one thread after the other.
#include <cstdio>
#define __global__
#define __device__
#define __shared__ alignas(128) static
#define __align__(bytes) __attribute__((aligned(bytes)))
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(4) uchar4 { unsigned char x, y, z, w; };
struct alignas(4) short2 { short x, y; };
struct alignas(16) double2 { double x, y; };
static struct { unsigned x, y, z; } threadIdx, blockDim;
static unsigned trips[2];
#define ENTER(depth) trips[depth] = 0;
#define ROUND(depth) ++trips[depth];
#define min(a, b) ((a) < (b) ? (a) : (b))
#define AT(site, iteration, place) \
  (*(std::printf("%u %u %u %zu\n", site, \
                 threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), \
                 unsigned(iteration), (size_t)&(place) % 65536), &(place)))
