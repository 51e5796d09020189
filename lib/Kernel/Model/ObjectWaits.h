//===- ObjectWaits.h - Loops that wait for a barrier object -----*- C++ -*-===//
//
//   while (!try_wait(b, parity))   A thread comes out of the loop when the phase
//     ;                            is complete, and never otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_OBJECTWAITS_H
#define WARPLINT_LIB_KERNEL_MODEL_OBJECTWAITS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include <optional>

namespace warplint {

/// \p V is an instruction of mbarrier whose name has \p Word in it.
bool isObjectCall(const llvm::Value *V, llvm::StringRef Word);

/// \p State, which \p Wait is about, was returned where the thread arrived last,
/// on all ways there.
bool isStateOfArrival(const llvm::Instruction &Wait, const llvm::Value *State);

struct WaitLoop {
  const llvm::Loop *Around = nullptr;
  const llvm::BasicBlock *Done = nullptr; ///< Where threads go on behind it.
  /// Where the loop begins, if it asks there for the result of the last round.
  const llvm::BasicBlock *First = nullptr;
};

/// The loop in which \p Wait is repeated until it holds, and that threads leave in
/// no other way.
std::optional<WaitLoop> waitLoopOf(const llvm::Instruction &Wait,
                                   const llvm::LoopInfo &LI);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_OBJECTWAITS_H
