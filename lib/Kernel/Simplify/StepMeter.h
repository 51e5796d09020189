//===- StepMeter.h - How much work a kernel may be --------------*- C++ -*-===//
//
// Some kernels are networks of hundreds of thousands of instructions once their
// calls are inlined and their loops unrolled, and passes take minutes over
// them. Work is counted in steps, the instructions that a pass is given, so
// that the same file takes the same steps on any machine, under any load; and
// before a pass begins, so that none runs over a function that is too large for
// it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_STEPMETER_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_STEPMETER_H

#include <algorithm>
#include <cstdint>

namespace warplint {

class StepMeter {
public:
  /// \p Effort times what a file and one of its kernels may take by default.
  explicit StepMeter(unsigned Effort)
      : MostOfFile(Effort * uint64_t(200'000'000)),
        MostOfKernel(Effort * uint64_t(60'000'000)), OfFile(MostOfFile) {}

  void beginKernel() {
    WasShort = OfFile < MostOfKernel;
    OfKernel = std::min(OfFile, MostOfKernel);
  }

  /// False where so many are not left; then none are any more, until the next
  /// kernel begins.
  bool spend(uint64_t Steps) {
    if (Steps > OfKernel) {
      OfKernel = 0;
      return false;
    }
    OfKernel -= Steps;
    OfFile -= std::min(OfFile, Steps);
    return true;
  }

  bool isSpent() const { return OfKernel == 0; }
  /// The kernel had less than it may: earlier ones took the rest.
  bool isFileSpent() const { return WasShort; }
  /// What was too little.
  uint64_t most() const { return WasShort ? MostOfFile : MostOfKernel; }

private:
  uint64_t MostOfFile, MostOfKernel;
  uint64_t OfFile, OfKernel = 0; ///< What is left.
  bool WasShort = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_STEPMETER_H
