//===- LoopDependence.h - What the nodes of an access rest on ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_AFFINE_LOOPDEPENDENCE_H
#define WARPLINT_LIB_LANE_AFFINE_LOOPDEPENDENCE_H

#include "Atoms.h"
#include "llvm/ADT/SparseBitVector.h"
#include <map>
#include <set>
#include <unordered_map>

namespace warplint {

/// What a node is made of, with what its loop-carried value grows from.
std::vector<const LaneExpr *> sourcesOf(const LaneContext &Context,
                                        const LaneExpr *E);

/// The nodes that an access needs, numbered densely, and the loops below each.
class LoopDependence {
public:
  LoopDependence(const LaneContext &Context,
                 const std::vector<const LaneExpr *> &Roots);

  unsigned numNodes() const { return static_cast<unsigned>(Number.size()); }
  unsigned numberOf(const LaneExpr *E) const { return Number.at(E); }
  /// The value of \p E changes with the iteration of \p Loop.
  bool dependsOn(const LaneExpr *E, unsigned Loop) const {
    return LoopsOf.find(E)->second.test(Loop);
  }
  /// Recurrences of \p Loop that the access needs, by number.
  const std::map<unsigned, const LaneExpr *> &
  recurrencesOf(unsigned Loop) const;
  /// The access needs a recurrence of some loop.
  bool hasRecurrences() const { return !Recurrences.empty(); }
  /// A loop carries something that an Opaque value goes into: that leaf has
  /// another value in each iteration.
  bool carriesOpaques() const { return CarriesOpaques; }
  /// The next value of one of them uses the iteration number itself.
  bool stepsByIteration(unsigned Loop) const {
    return IterationSteppers.contains(Loop);
  }
  /// The leaves other than constants that the value of \p E rests on.
  const std::set<const LaneExpr *> &leavesOf(const LaneExpr *E) const;
  /// An unknown leaf below \p E; null if there is none.
  const LaneExpr *opaqueBelow(const LaneExpr *E) const;
  /// The atoms of a symbol and of a loop's iteration, and those of all that the
  /// access rests on.
  AtomId symbolAtom(AtomTable &Atoms, unsigned Number) const;
  AtomId iterationAtom(AtomTable &Atoms, unsigned Loop) const;
  void makeLeafAtoms(AtomTable &Atoms) const;
  /// The leaf of the access whose value a base atom is; null if there is none.
  const LaneExpr *leafOf(const Atom &Base) const;

private:
  /// Adds what \p Root is made of to \p Nodes.
  void collect(const LaneExpr *Root, std::vector<const LaneExpr *> &Nodes);

  const LaneContext &Context;
  std::unordered_map<const LaneExpr *, unsigned> Number;
  std::unordered_map<const LaneExpr *, llvm::SparseBitVector<>> LoopsOf;
  std::map<unsigned, std::map<unsigned, const LaneExpr *>> Recurrences;
  std::set<unsigned> IterationSteppers;
  std::set<unsigned> Symbols, AllLoops;
  bool CarriesOpaques = false;
  /// Of the nodes that somebody asked about.
  mutable std::unordered_map<const LaneExpr *, std::set<const LaneExpr *>>
      Leaves;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_LOOPDEPENDENCE_H
