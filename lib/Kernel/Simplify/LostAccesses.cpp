//===- LostAccesses.cpp - No access goes unnoticed ------------------------===//

#include "LostAccesses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "warplint/Messages/Skipped.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <vector>

using namespace llvm;

namespace warplint {

static bool isCertainlyShared(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer && sharedVariable(getUnderlyingObject(Pointer));
}

LostAccesses::LostAccesses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isCertainlyShared(I))
        if (std::optional<unsigned> Number = AccessTags::numberOf(I))
          Certain.insert(*Number);
}

DenseSet<unsigned> LostAccesses::certainIn(const Function &F) const {
  DenseSet<unsigned> Found;
  if (Certain.empty())
    return Found;
  for (const Instruction &I : instructions(F))
    if (std::optional<unsigned> Number = AccessTags::numberOf(I);
        Number && Certain.contains(*Number))
      Found.insert(*Number);
  return Found;
}

LostAccesses::Watch::Watch(LostAccesses &Lost, Function &F)
    : Lost(Lost), F(F), Before(Lost.certainIn(F)) {}

LostAccesses::Watch::~Watch() {
  if (Before.empty())
    return;
  DenseSet<unsigned> After = Lost.certainIn(F);
  for (unsigned Number : Before)
    if (!After.contains(Number))
      Lost.Gone.insert(Number);
}

void LostAccesses::report(DeviceModel &Model) const {
  std::vector<unsigned> Numbers(Gone.begin(), Gone.end());
  sort(Numbers);
  for (unsigned Number : Numbers) {
    const SourceAccess &Source = *Model.Sources[Number];
    LeftOut Out;
    Out.Name = "shared access";
    Out.Why = messages::LostAccess();
    Out.Where.File = Source.File;
    Out.Where.Line = Source.Line;
    Out.Where.Column = Source.Column;
    Model.Omitted.push_back(std::move(Out));
  }
}

} // namespace warplint
