//===- FormWitness.h - Values that make conditions true ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H
#define WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H

#include "FormValues.h"
#include "warplint/Race/BlockHazards.h"

namespace warplint {

/// Searches values of unknowns for which all of some truth values are true, by
/// changing one unknown after the other. What it finds is so; that it finds
/// nothing says nothing.
class FormWitness : FormValues {
public:
  /// \p Truths are known ones of \p Table, which keeps bounds apart.
  FormWitness(const FormTable &Table, std::vector<ThreadForm> Truths);

  bool find();
  /// Those of the launch that find() has found, by name.
  std::vector<WitnessValue> named();

private:
  size_t countFalse();
  bool improve(ThreadForm Wrong);
  std::vector<int64_t> candidates(uint32_t Root);

  std::vector<ThreadForm> Truths;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_FORMWITNESS_H
