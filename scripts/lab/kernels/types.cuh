// What random kernels begin with. On the host AT notes an address; what a GPU counts stays
// as written.
#ifdef HOST
#include "host.h"
#else
#ifdef GPU
template <typename T> __device__ T *fenced(T *place) {
  asm volatile("" ::: "memory");
  return place;
}
#define AT(site, iteration, place) (*fenced(&(place)))
#else
#define AT(site, iteration, place) (place)
#endif
#define ENTER(depth)
#define ROUND(depth)
#endif
struct Pair { unsigned a, b; };
struct Mixed { unsigned a; short b, c; };
struct Wide { uint4 v; unsigned tag[4]; };
union Choice { float f; unsigned u; unsigned char b[4]; short h[2]; };
struct Odd { unsigned char a[3]; short b; long long c; };
struct Nest { Pair p[2]; Choice c; double d; };
struct Base { int a; };
struct Derived : Base { float row[5]; };
struct __align__(16) Aligned { short a; unsigned char b[5]; };
union Word { unsigned w; unsigned short h[2]; signed char b[4]; };
struct Bits { unsigned a : 5; int b : 6; unsigned c : 9; };
