//===- MemorySpace.h - The memories of a GPU --------------------*- C++ -*-===//
//
// Which memory an address leads to, and sets of those that it may lead to. PTX
// ISA section "State Spaces".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_MEMORYSPACE_H
#define WARPLINT_BASIC_MEMORYSPACE_H

#include <cstdint>
#include <initializer_list>

namespace warplint {

enum class MemorySpace : uint8_t {
  Shared,    ///< Of the block.
  Cluster,   ///< Shared memory that may be another block's.
  Global,    ///< __device__ variables, what the host and malloc allocate.
  Local,     ///< Of one thread: variables that do not stay in registers.
  Constant,  ///< __constant__ variables.
  Parameter, ///< The kernel's parameters.
};

class MemorySpaces {
public:
  constexpr MemorySpaces() = default;
  constexpr MemorySpaces(MemorySpace S) : Bits(uint8_t(1u << unsigned(S))) {}
  constexpr MemorySpaces(std::initializer_list<MemorySpace> List) {
    for (MemorySpace S : List)
      *this |= S;
  }
  /// What an address of which nothing is known may lead to.
  static constexpr MemorySpaces all() {
    return {MemorySpace::Shared, MemorySpace::Cluster,  MemorySpace::Global,
            MemorySpace::Local,  MemorySpace::Constant, MemorySpace::Parameter};
  }

  constexpr bool empty() const { return Bits == 0; }
  constexpr bool contains(MemorySpace S) const {
    return Bits & MemorySpaces(S).Bits;
  }
  constexpr bool intersects(MemorySpaces O) const { return Bits & O.Bits; }
  /// It holds \p S and nothing else.
  constexpr bool isOnly(MemorySpace S) const { return *this == S; }

  constexpr MemorySpaces &operator|=(MemorySpaces O) {
    Bits |= O.Bits;
    return *this;
  }
  friend constexpr bool operator==(MemorySpaces, MemorySpaces) = default;

private:
  uint8_t Bits = 0;
};

} // namespace warplint

#endif // WARPLINT_BASIC_MEMORYSPACE_H
