//===- SharedLayout.cpp - Where nvcc lays shared arrays -------------------===//

#include "SharedLayout.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Memory/UsedVariables.h"
#include "Kernel/Simplify/NvccEffort.h"
#include "Kernel/Source/AccessTags.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// Where the first array begins is a multiple of this.
static constexpr uint64_t BlockAlign = 16;

/// Something in \p F \p Is about the variable or a part of it.
static bool anyUse(const Function &F, const GlobalVariable &G,
                   function_ref<bool(const Use &)> Is) {
  SmallVector<const Value *> Work = {&G};
  SmallPtrSet<const Value *, 16> Seen = {&G};
  while (!Work.empty())
    for (const Use &U : Work.pop_back_val()->uses()) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      if (I && I->getFunction() != &F)
        continue;
      if (I && Is(U))
        return true;
      if (!I || isa<GetElementPtrInst, CastInst>(I))
        if (Seen.insert(U.getUser()).second)
          Work.push_back(U.getUser());
    }
  return false;
}

/// The same thread has just written what \p Load reads: LLVM hands the value
/// on.
static bool isHandedOn(const LoadInst &Load) {
  const BasicBlock *Block = Load.getParent();
  SmallPtrSet<const BasicBlock *, 8> Seen;
  for (const Instruction *I = Load.getPrevNode();; I = I->getPrevNode()) {
    while (!I) {
      Block = Block->getSinglePredecessor();
      if (!Block || !Seen.insert(Block).second)
        return false;
      I = Block->getTerminator();
    }
    if (const auto *Store = dyn_cast<StoreInst>(I)) {
      if (Store->getPointerOperand() == Load.getPointerOperand())
        return true;
    } else if (!isa<LoadInst>(I) && I->mayWriteToMemory()) {
      return false;
    }
  }
}

/// What is never read may be gone, and what follows it moves up.
static bool mayBeRead(const Use &U) {
  if (const auto *Load = dyn_cast<LoadInst>(U.getUser()))
    return !isHandedOn(*Load);
  return !isa<StoreInst, GetElementPtrInst, CastInst>(U.getUser()) ||
         (isa<StoreInst>(U.getUser()) && U.getOperandNo() == 0);
}

/// All that is stored to \p G is one constant, which LLVM takes for the variable.
static bool isConstant(const Function &F, const GlobalVariable &G) {
  const Value *Stored = nullptr;
  return G.getValueType()->isSingleValueType() &&
         !anyUse(F, G, [&](const Use &U) {
           const auto *Store = dyn_cast<StoreInst>(U.getUser());
           if (!Store)
             return !isa<LoadInst>(U.getUser());
           const Value *Value = Store->getValueOperand();
           const bool IsFirst = !Stored || Stored == Value;
           Stored = Value;
           return !isa<Constant>(Value) || !IsFirst;
         });
}

/// Something in \p F is called that may have variables of its own.
static bool callsCode(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && !Call->isInlineAsm() &&
           (!Call->getCalledFunction() ||
            !Call->getCalledFunction()->isDeclaration());
  });
}

/// How many of the first variables have a known order. The kernel's own come
/// first, and those of other functions follow if these are instances of templates
/// and the kernel is not. The order of the latter is known for a single function.
static size_t numOrdered(const Function &F, const SourceFunction *Kernel,
                         ArrayRef<const SourceFunction *> DeclaredIn) {
  const size_t NumOwn = count(DeclaredIn, Kernel);
  SmallPtrSet<const SourceFunction *, 4> Others(llvm::from_range, DeclaredIn);
  Others.erase(Kernel);
  if (Others.contains(nullptr))
    return 0;
  if (Others.empty())
    return DeclaredIn.size();
  const bool OwnIsFirst =
      NumOwn == 0 ||
      (!Kernel->IsInstance && all_of(Others, [](const SourceFunction *Other) {
        return Other->IsInstance;
      }));
  if (callsCode(F) || !OwnIsFirst)
    return 0;
  return Others.size() == 1 ? DeclaredIn.size() : NumOwn;
}

static bool hasElement(const Type *In, const Type *Element) {
  return In == Element || any_of(In->subtypes(), [&](const Type *Part) {
           return hasElement(Part, Element);
         });
}

/// A number of floating point in a variable of another type, such as CUB's storage:
/// nvcc does not see through the cast, and keeps the variable (nvcc 13.0).
static bool isReinterpreted(const StoreInst &Store) {
  const auto *G =
      dyn_cast<GlobalVariable>(getUnderlyingObject(Store.getPointerOperand()));
  const Type *Stored = Store.getValueOperand()->getType();
  return G && Stored->isFloatingPointTy() &&
         !hasElement(G->getValueType(), Stored);
}

/// \p U takes more of a variable than the place that a store writes to, or a load
/// whose value is unused.
static bool isMoreThanStored(const Use &U) {
  const auto *I = cast<Instruction>(U.getUser());
  if (I->getMetadata(VolatileInSource))
    return true;
  if (const auto *Load = dyn_cast<LoadInst>(I))
    return !Load->use_empty();
  if (const auto *Store = dyn_cast<StoreInst>(I))
    return U.getOperandNo() == 0 || isReinterpreted(*Store);
  return !isa<GetElementPtrInst, AddrSpaceCastInst>(I);
}

const SharedLayout::Array *
SharedLayout::find(const GlobalVariable &Variable) const {
  const auto *Found = llvm::find_if(
      Statics, [&](const Array &A) { return A.Variable == &Variable; });
  return Found == Statics.end() ? nullptr : Found;
}

std::optional<uint64_t>
SharedLayout::placeOf(const GlobalVariable &Variable) const {
  const Array *Found = find(Variable);
  return Found ? Found->Place : std::nullopt;
}

std::optional<uint64_t>
SharedLayout::possiblePlaceOf(const GlobalVariable &Variable) const {
  const Array *Found = find(Variable);
  return Found ? Found->PossiblePlace : std::nullopt;
}

bool SharedLayout::isNeverRead(const GlobalVariable &Variable) const {
  const Array *Found = find(Variable);
  return Found && Found->IsNeverRead;
}

bool SharedLayout::mayBeUnread(const GlobalVariable &Variable) const {
  const Array *Found = find(Variable);
  return Found && Found->MayBeUnread;
}

uint64_t
SharedLayout::declaredAlignmentOf(const GlobalVariable &Variable) const {
  return Variable.isDeclaration() && !IsRelocatable
             ? BlockAlign
             : Variable.getAlign().valueOrOne().value();
}

SharedLayout layOutShared(const Function &F, SourceView &View,
                          const SourceFunction *Own) {
  SharedLayout Laid;
  const DataLayout &DL = F.getDataLayout();
  SmallVector<const SourceFunction *> DeclaredIn;
  size_t NumOwn = 0;
  bool AreAllRead = true;
  const auto Used = usedVariables(F);
  for (const GlobalVariable &G : F.getParent()->globals()) {
    if (!sharedVariable(&G) || G.isDeclaration() || !Used.contains(&G))
      continue;
    const uint64_t Bytes =
        DL.getTypeAllocSize(G.getValueType()).getFixedValue();
    const SourceVariable *Declared = View.variable(G.getName());
    DeclaredIn.push_back(Declared ? Declared->In : nullptr);
    SharedLayout::Array A;
    A.Variable = &G;
    A.Bytes = Bytes;
    A.Align = G.getAlign().valueOrOne().value();
    A.IsNeverRead = DeclaredIn.back() && DeclaredIn.back() == Own &&
                    !anyUse(F, G, isMoreThanStored) && !callsCode(F);
    A.MayBeUnread = !anyUse(F, G, mayBeRead);
    auto *Behind = Laid.Statics.end();
    if (DeclaredIn.back() && DeclaredIn.back() == Own)
      Behind = Laid.Statics.begin() + NumOwn++;
    Laid.Statics.insert(Behind, A);
    const bool IsSizeKnown = !G.hasAttribute(UnknownCall);
    Laid.SizesArePacked &= IsSizeKnown && Bytes % BlockAlign == 0;
    AreAllRead &= IsSizeKnown && !A.MayBeUnread && !isConstant(F, G);
  }
  uint64_t End = 0;
  Laid.IsRelocatable =
      View.IsRelocatable && effortOf(*F.getParent()) != NvccEffort::Linked;
  Laid.SizesArePacked &= !Laid.IsRelocatable;
  size_t Known =
      !Laid.IsRelocatable && AreAllRead ? numOrdered(F, Own, DeclaredIn) : 0;
  for (SharedLayout::Array &A : Laid.Statics) {
    const uint64_t Place = alignTo(End, A.Align);
    End = Place + A.Bytes;
    if (Known != 0) {
      A.Place = Place;
      --Known;
    } else if (!Laid.IsRelocatable && !Laid.SizesArePacked &&
               A.Align < BlockAlign) {
      A.PossiblePlace = Place;
    }
  }
  return Laid;
}

} // namespace warplint
