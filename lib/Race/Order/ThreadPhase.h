//===- ThreadPhase.h - Which barriers a thread has passed -------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_ORDER_THREADPHASE_H
#define WARPLINT_LIB_RACE_ORDER_THREADPHASE_H

#include "warplint/Warp/LaneMask.h"

namespace warplint {

/// What orders a thread's accesses: how many barriers it has passed.
struct ThreadPhase {
  uint32_t OfBlock = 0; ///< Since a barrier of the block.
  uint32_t OfWarp = 0;  ///< Since one of the warp.
  LaneMask Met = 0;     ///< Lanes that it met since one of the block.
  uint32_t Points = 0;  ///< Of NamedOrder.
  bool IsNamed = false; ///< It passed one since a barrier of the block.
};

/// Nothing of a warp orders accesses of threads \p T and \p U in these phases.
inline bool isFreeOfWarp(unsigned T, uint32_t WarpOfT, LaneMask MetByT,
                         unsigned U, uint32_t WarpOfU, LaneMask MetByU) {
  return T / WarpSize != U / WarpSize || WarpOfT == WarpOfU ||
         !((MetByT >> U % WarpSize | MetByU >> T % WarpSize) & 1);
}

} // namespace warplint

#endif // WARPLINT_LIB_RACE_ORDER_THREADPHASE_H
