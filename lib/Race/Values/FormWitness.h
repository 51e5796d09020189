//===- FormWitness.h - Values that make conditions true ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H
#define WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H

#include "ThreadForms.h"
#include "warplint/Race/BlockHazards.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// Searches values of unknowns for which all of some truth values are true, by
/// changing one unknown after the other. What it finds is so; that it finds
/// nothing says nothing.
class FormWitness {
public:
  /// \p Truths are known ones of \p Table, which keeps bounds apart.
  FormWitness(const FormTable &Table, std::vector<ThreadForm> Truths);

  bool find();
  /// Those of the launch that find() has found, by name.
  std::vector<WitnessValue> named();

private:
  void collect(uint32_t Sum);
  std::optional<int64_t> valueOf(ThreadForm F, unsigned Width);
  std::optional<int64_t> valueOf(uint32_t Unknown);
  std::optional<int64_t> compute(const UnknownSource &From);
  bool isTrue(ThreadForm F);
  size_t countFalse();
  bool improve(ThreadForm Wrong);
  std::vector<int64_t> candidates(uint32_t Root);

  const FormTable &Table;
  std::vector<ThreadForm> Truths;
  std::vector<uint32_t> Roots; ///< Unknowns that no other decides.
  std::vector<const UnknownSource *> Comparisons;
  llvm::DenseSet<uint32_t> Seen;
  llvm::DenseMap<uint32_t, int64_t> Values; ///< Of roots.
  llvm::DenseMap<uint32_t, std::optional<int64_t>> Computed;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H
