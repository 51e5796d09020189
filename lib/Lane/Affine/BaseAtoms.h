//===- BaseAtoms.h - Atoms of the leaves of an access -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_AFFINE_BASEATOMS_H
#define WARPLINT_LIB_LANE_AFFINE_BASEATOMS_H

#include "Atoms.h"
#include "LoopDependence.h"

namespace warplint {

/// Symbol number \p Number with its range. Truth values are 0 and 1, though
/// read as signed numbers they are 0 and -1.
AtomId symbolAtom(const LaneContext &Context, AtomTable &Atoms,
                  unsigned Number);

/// The iteration that \p Loop is in. A loop of 2^31 iterations does not end in
/// anybody's lifetime.
AtomId iterationAtom(const LaneContext &Context, AtomTable &Atoms,
                     unsigned Loop);

/// Makes the atoms of all leaves that the nodes of \p Loops rest on.
void makeLeafAtoms(const LaneContext &Context, AtomTable &Atoms,
                   const LoopDependence &Loops);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_BASEATOMS_H
