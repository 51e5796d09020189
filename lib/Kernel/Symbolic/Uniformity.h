//===- Uniformity.h - Values that all lanes of a warp share -----*- C++ -*-===//
//
// LLVM's uniformity analysis with the rules of PTX: which instructions make
// lanes differ (tid, laneid, atomics, private memory) and which ones make them
// agree (votes, reductions, broadcasts). Lanes of a warp run in step: what the
// active lanes compute from equal operands is equal.
//
// A load from an address that all lanes share is uniform, unless it reads a
// local variable, of which every lane has its own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SYMBOLIC_UNIFORMITY_H
#define WARPLINT_LIB_KERNEL_SYMBOLIC_UNIFORMITY_H

#include <cstdint>
#include <memory>

namespace llvm {
class CallBase;
class Function;
class PostDominatorTree;
class Value;
} // namespace llvm

namespace warplint {

class Uniformity {
public:
  /// Who has to agree.
  enum class Group : uint8_t { Warp, Block };

  Uniformity(llvm::Function &F, const llvm::PostDominatorTree &PDT,
             Group Of = Group::Warp);
  ~Uniformity();

  /// All active lanes have the same value of \p V where it is computed; all
  /// threads of a block, where they are the group.
  bool isUniform(const llvm::Value *V) const;

private:
  struct State;
  std::unique_ptr<State> S;
};

/// The result is the same in all lanes that execute \p Call together, whatever
/// the operands: votes and reductions over a mask that they share, a broadcast
/// from one lane.
bool makesUniform(const llvm::CallBase &Call);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SYMBOLIC_UNIFORMITY_H
