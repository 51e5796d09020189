//===- DataSources.h - What a kernel is given and makes itself --*- C++ -*-===//
//
// An index or a condition may be anything that some data make it, if it is loaded
// from memory that the kernel does not write: from an *input*. What a kernel has
// stored before, it knows:
//
//   p[t] = 4 * t;
//   s[p[t]]         not any place of s
//
// A shared array holds inputs if nothing but inputs is stored there. A value
// *depends on data* if an input goes into it, by way of any arrays.
//
// Assumption: the pointers that a kernel is given lead to different memories.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_DATASOURCES_H
#define WARPLINT_LIB_KERNEL_MODEL_DATASOURCES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace warplint {

class DataSources {
public:
  DataSources(llvm::Function &F, const llvm::DominatorTree &DT,
              const llvm::LoopInfo &LI);

  /// \p V is loaded from an input, and any number of its type.
  bool isInput(const llvm::Value *V);
  bool dependsOnData(const llvm::Value *V);
  /// The address of an input.
  static llvm::Value *addressOf(const llvm::Instruction &Input);

private:
  using Objects = llvm::SmallVector<const llvm::Value *, 4>;
  struct Write {
    const llvm::Instruction *By = nullptr;
    Objects To;                         ///< Empty: anything.
    const llvm::Value *Value = nullptr; ///< Null: not one value.
  };

  void addWrite(const llvm::Instruction &I);
  bool mayWrite(const Write &W, const Objects &Read) const;
  bool isInputLoad(const llvm::Instruction &Load);
  bool dependsOnData(const llvm::Value *V,
                     llvm::SmallPtrSetImpl<const llvm::Value *> &Seen);

  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  std::vector<Write> Writes;
  llvm::DenseMap<const llvm::Instruction *, bool> Inputs;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_DATASOURCES_H
