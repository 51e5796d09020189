//===- AlikeProblems.h - Layout problems with one answer --------*- C++ -*-===//
//
// Instances of a template mostly touch an array in the same way, whatever types
// and constants they differ in: which layouts there are, and what each costs,
// depends on the layout problem alone, and is found out once. Example:
//
//   template <class T, int Unused> __global__ void k(T *out) {
//     __shared__ float tile[32][32];      // one problem for all instances
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_ALIKEPROBLEMS_H
#define WARPLINT_LAYOUT_ALIKEPROBLEMS_H

#include "warplint/Layout/ArrayProblem.h"

namespace warplint {

/// Whether the problems differ at most in what their accesses are called, and in
/// the numbers that stand for launches and for accesses with several readings:
/// findRemedies() and judge() then say the same of both.
bool areAlike(const ArrayProblem &A, const ArrayProblem &B);

} // namespace warplint

#endif // WARPLINT_LAYOUT_ALIKEPROBLEMS_H
