//===- FormValues.h - What forms are for values of their unknowns -*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_VALUES_FORMVALUES_H
#define WARPLINT_LIB_RACE_VALUES_FORMVALUES_H

#include "ThreadForms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// Computes forms of a table, which keeps bounds apart, for values of the unknowns
/// that no other decides.
class FormValues {
public:
  explicit FormValues(const FormTable &Table) : Table(Table) {}

  /// Finds what \p Sum depends on.
  void collect(uint32_t Sum);
  /// Gives \p Root a value.
  void set(uint32_t Root, int64_t Value) {
    Values[Root] = Value;
    Computed.clear();
  }
  /// Nothing where an operation has no result, or its operands do not fit.
  std::optional<int64_t> valueOf(ThreadForm F, unsigned Width);
  bool isTrue(ThreadForm F) { return valueOf(F, 1).value_or(0) != 0; }

  const std::vector<uint32_t> &roots() const { return Roots; }

protected:
  const FormTable &Table;
  std::vector<uint32_t> Roots; ///< Unknowns that no other decides.
  std::vector<const UnknownSource *> Comparisons;
  llvm::DenseMap<uint32_t, int64_t> Values; ///< Of roots.
  llvm::DenseMap<uint32_t, std::optional<int64_t>> Computed;

private:
  std::optional<int64_t> valueOf(uint32_t Unknown);
  std::optional<int64_t> compute(const UnknownSource &From);

  llvm::DenseSet<uint32_t> Seen;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_FORMVALUES_H
