// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s %stub | %check %s
//
// Functions that take and give back empty objects need no code; those that touch
// memory on the way do.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

template <int N> struct Int {
  static constexpr int value = N;
};

template <int A, int B>
__device__ constexpr Int<A * B> times(Int<A>, Int<B>) { return {}; }

// Lane l reads word 32 * l: bank 0.
__global__ void computed(float *g) {
  __shared__ float s[1024];
  auto pitch = times(Int<4>{}, Int<8>{});
  g[threadIdx.x] = s[threadIdx.x * pitch.value];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
}

__shared__ float outside[1024];

// Lane l stores to word 2 * l: bank 2 * l mod 32.
template <int N> __device__ constexpr Int<N> storing(Int<N>) {
  outside[2 * threadIdx.x] = N;
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  return {};
}

// It calls one that stores, two calls away.
template <int N> __device__ constexpr Int<N> calling(Int<N> n) {
  auto inner = [](auto m) { return storing(m); };
  return inner(n);
}

__global__ void storesOnTheWay() { calling(Int<1>{}); }

// The object that an empty base is part of is not empty. Lane l stores to word
// 4 * l: 8 banks for 32 lanes.
template <class Derived> struct Base {
  __device__ Int<1> store(int t) {
    static_cast<Derived *>(this)->at[4 * t] = 1.0f;
    // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
    return {};
  }
};

struct Tile : Base<Tile> {
  float at[1024];
};

__global__ void storesThroughBase() {
  __shared__ Tile tile;
  tile.store(threadIdx.x);
  kept = &tile;
}

// Inline PTX may do anything. Lane l stores to word 8 * l: 4 banks for 32 lanes.
__device__ Int<1> byAssembly(unsigned address) {
  asm volatile("st.shared.f32 [%0], 0f00000000;" ::"r"(address));
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 32-bit store takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  return {};
}

__global__ void storesByAssembly() {
  __shared__ float s[1024];
  byAssembly(unsigned(__cvta_generic_to_shared(s)) + 32 * threadIdx.x);
}
