//===- HostChoices.h - What a value of host code may be ---------*- C++ -*-===//
//
// A value of simplified IR, as constants. Where a place of the program decides
// between a few (a select, a join of paths, an element of a constant array), each
// of them may come, and the questions are answered for one choice after the
// other:
//
//   HostChoices Choices;
//   do {
//     X = Choices.constant(A); Y = Choices.constant(B);
//   } while (Choices.next());
//
// Values that one place decides are chosen together; those of different places
// independently, in all combinations.
//
// What the branches on the only way to the use say is taken as said: in `case 128:`
// a block that was made of the number before the switch has 128 threads.
//
// A join inside a loop may have its value from an earlier round, in which other
// places decided otherwise: there only what is a constant by itself is known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTCHOICES_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTCHOICES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include <vector>

namespace warplint {

class HostChoices {
public:
  /// Of values at \p Use.
  explicit HostChoices(const llvm::Instruction &Use);

  /// The value of \p V under the present choice; null if it is unknown.
  llvm::Constant *constant(const llvm::Value *V);

  /// Goes on to the next choice; false behind the last.
  bool next();
  /// There are more choices than are followed: what was answered is not all.
  bool areTooMany() const { return Taken > Maximum; }

private:
  struct Decision {
    const llvm::Value *Place;
    unsigned Count, Picked;
  };

  unsigned pick(const llvm::Value *Place, unsigned Count);
  const llvm::Value *onlyBitOf(const llvm::Value *V) const;
  void holdOn(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  llvm::Constant *ofSelect(const llvm::SelectInst &Select);
  llvm::Constant *ofJoin(const llvm::PHINode &Join);
  llvm::Constant *ofElement(const llvm::LoadInst &Load);
  llvm::Constant *ofOperation(const llvm::Instruction &I);

  static constexpr unsigned Maximum = 64;
  static constexpr unsigned MaximumDepth = 64;

  const llvm::DataLayout &Layout;
  std::vector<Decision> Decisions;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> Known;
  /// What holds at the use, under any choice.
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> Facts;
  unsigned Taken = 1, Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTCHOICES_H
