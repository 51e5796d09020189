// Barrier objects (PTX ISA, "mbarrier").

__device__ void init(unsigned at, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n));
}
__device__ void arrive(unsigned at) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
}
__device__ void expect(unsigned at, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
}
__device__ void wait(unsigned at, unsigned parity) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at), "r"(parity) : "memory");
}

// What is copied, an object of COUNT arrivals and another, initialized for all.
#define BEGIN(COUNT)                                                           \
  __shared__ alignas(16) int s[256];                                           \
  __shared__ unsigned long long bars[2];                                       \
  int t = threadIdx.x;                                                         \
  unsigned to = (unsigned)__cvta_generic_to_shared(s);                         \
  unsigned at = (unsigned)__cvta_generic_to_shared(bars), other = at + 8;      \
  if (t == 0) {                                                                \
    init(at, COUNT);                                                           \
    init(other, COUNT);                                                        \
  }                                                                            \
  __syncthreads();
