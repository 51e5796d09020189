//===- TriedValues.h - What parameters are tried to be ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_TRIAL_TRIEDVALUES_H
#define WARPLINT_LIB_RACE_TRIAL_TRIEDVALUES_H

#include "Race/Values/ThreadForms.h"
#include "warplint/Basic/LaunchShape.h"
#include "warplint/Race/BlockHazards.h"

namespace warplint {

/// Values of unknowns of the launch for which kernels are written: sizes from 2
/// on, as large as the block, the same for several, or products of others. All
/// combinations, or many of them.
class TriedValues {
public:
  /// \p Roots: arrays among them begin at 0.
  TriedValues(const FormTable &Table, const std::vector<uint32_t> &Roots,
              const LaunchShape &Block);

  /// Goes on to the next values; false at the end.
  bool next();
  /// By number of the root.
  const std::vector<int64_t> &values() const { return Now; }
  std::vector<WitnessValue> named() const;
  /// As many have to be plausible for a claim about all.
  size_t enough() const;
  /// Without a plausible one among so many the search is given up.
  static constexpr size_t MostInVain = 400;

private:
  bool isAllowed(const SharedUnknown &U, int64_t Value) const;
  std::vector<int64_t> candidatesOf(const SharedUnknown &U,
                                    const LaunchShape &Block) const;
  void draw();
  size_t random(size_t Below);

  const FormTable &Table;
  const std::vector<uint32_t> &Roots;
  std::vector<std::vector<int64_t>> Candidates; ///< By root.
  std::vector<int64_t> Now;
  size_t Number = 0, Most = 1;
  size_t Unknowns = 0; ///< Roots but for arrays.
  bool IsDrawn = false;
  uint32_t Seed = 1;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_TRIAL_TRIEDVALUES_H
