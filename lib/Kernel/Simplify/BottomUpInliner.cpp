//===- BottomUpInliner.cpp - Callees first --------------------------------===//

#include "BottomUpInliner.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warplint {

/// Calls through a pointer to a pointer to a function, and no deeper.
static constexpr unsigned MaxRounds = 4;

/// The direct calls of \p F to functions that have a body.
static SmallVector<CallBase *> callsOf(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration())
        Calls.push_back(Call);
  return Calls;
}

bool BottomUpInliner::inlineCalls(Function &F) {
  bool Changed = false;
  for (CallBase *Call : callsOf(F)) {
    Function *Callee = Call->getCalledFunction();
    auto It = States.find(Callee);
    if (It == States.end()) {
      run(*Callee);
    } else if (It->second == State::Open) {
      Recursive.insert(Callee);
      continue;
    }
    if (Recursive.contains(Callee) || Refused.contains(Callee))
      continue;
    InlineFunctionInfo IFI;
    if (InlineFunction(*Call, IFI, /*MergeAttributes=*/false,
                       /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
            .isSuccess())
      Changed = true;
    else
      Refused.insert(Callee);
  }
  return Changed;
}

void BottomUpInliner::run(Function &F) {
  if (!States.try_emplace(&F, State::Open).second)
    return;
  inlineCalls(F);
  Simplify(F);
  for (unsigned Round = 1; Round != MaxRounds && inlineCalls(F); ++Round)
    Simplify(F);
  States[&F] = State::Done;
}

} // namespace warplint
