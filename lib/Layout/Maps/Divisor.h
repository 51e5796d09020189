//===- Divisor.h - Division by a number that is used often ------*- C++ -*-===//
//
// Quotients and remainders of 32-bit numbers by multiplication: Lemire, Kaser,
// Kurz, "Faster remainder by direct computation" (2019).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_MAPS_DIVISOR_H
#define WARPLINT_LIB_LAYOUT_MAPS_DIVISOR_H

#include <cstdint>

namespace warplint {

class Divisor {
public:
  /// \p By is not 0.
  explicit Divisor(uint32_t By) : By(By), Inverse(~uint64_t(0) / By + 1) {}
  uint32_t quotient(uint32_t N) const {
    // 2^64 / 1 does not fit.
    return By == 1 ? N : high(Inverse, N);
  }
  uint32_t remainder(uint32_t N) const { return high(Inverse * N, By); }

private:
  uint32_t By;
  uint64_t Inverse; ///< 2^64 / By, rounded up.

  static uint32_t high(uint64_t A, uint32_t B) {
    return static_cast<unsigned __int128>(A) * B >> 64;
  }
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_MAPS_DIVISOR_H
