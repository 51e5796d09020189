//===- Escapes.cpp - Where the address of a kernel gets -------------------===//

#include "Escapes.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warplint {

using enum Escape;

static StringRef nameOfCallee(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? Callee->getName() : "";
}

// An attribute: LLVM drops metadata where it joins calls.
static constexpr StringRef HasProbe = "warplint-has-probe";

void noteProbe(CallBase &Call) {
  Call.addFnAttr(Attribute::get(Call.getContext(), HasProbe));
}

bool hasProbe(const CallBase &Call) {
  return Call.getAttributes().hasFnAttr(HasProbe);
}

/// A call that asks about a kernel or sets an attribute of it, or a launch that is
/// known as one.
static bool isKnownUse(const CallBase &Call) {
  const StringRef Name = nameOfCallee(Call);
  return hasProbe(Call) || runtimeCallOf(Name) == RuntimeCall::Asks ||
         Name == "__warplint_launch";
}

namespace {

class EscapeFinder {
public:
  explicit EscapeFinder(bool IsThroughMemory)
      : IsThroughMemory(IsThroughMemory) {}

  Escape ofValue(const Value &V) {
    return ofUses(V, [&](const Use &U) {
      const User *By = U.getUser();
      if (const auto *Call = dyn_cast<CallBase>(By))
        return isKnownUse(*Call) ? Nowhere
                                 : ofCall(*Call, U, &EscapeFinder::ofValue);
      if (const auto *Holder = dyn_cast<GlobalVariable>(By))
        return isRegistration(*Holder) ? Nowhere : ofMemory(*Holder);
      if (const auto *Store = dyn_cast<StoreInst>(By))
        return ofMemory(*getUnderlyingObject(Store->getPointerOperand()));
      if (const auto *Return = dyn_cast<ReturnInst>(By))
        return ofResult(*Return->getFunction(), &EscapeFinder::ofValue);
      if (isa<SelectInst, PHINode, ConstantAggregate, InsertValueInst,
              ExtractValueInst>(By))
        return Seen.insert(By).second ? ofValue(*By) : Nowhere;
      return isa<ICmpInst>(By) ? Nowhere : Outside;
    });
  }

private:
  template <typename Of> static Escape ofUses(const Value &V, Of PlaceOf) {
    Escape Found = Nowhere;
    for (const Use &U : V.uses())
      Found = std::max(Found, PlaceOf(U));
    return Found;
  }

  /// The table that Clang registers the kernels of relocatable code by.
  static bool isRegistration(const GlobalVariable &G) {
    return G.getSection() == "llvm_offload_entries";
  }

  /// \p Call gets it as \p U, which \p Follow follows in a function of the file.
  Escape ofCall(const CallBase &Call, const Use &U,
                Escape (EscapeFinder::*Follow)(const Value &)) {
    if (!Call.isArgOperand(&U))
      return Nowhere;
    const Function *Callee = Call.getCalledFunction();
    const unsigned N = Call.getArgOperandNo(&U);
    if (!Callee || Callee->isDeclaration() || N >= Callee->arg_size())
      return Outside;
    const Argument *In = Callee->getArg(N);
    return Seen.insert(In).second ? std::max(InFile, (this->*Follow)(*In))
                                  : InFile;
  }

  /// \p F returns it to those who call it.
  Escape ofResult(const Function &F,
                  Escape (EscapeFinder::*Follow)(const Value &)) {
    if (!F.hasLocalLinkage())
      return Outside;
    if (!Seen.insert(&F).second)
      return InFile;
    return std::max(InFile, ofUses(F, [&](const Use &U) {
                      const auto *Call = dyn_cast<CallBase>(U.getUser());
                      return Call && Call->isCallee(&U) ? (this->*Follow)(*Call)
                                                        : Outside;
                    }));
  }

  /// What is kept in \p Memory.
  Escape ofMemory(const Value &Memory) {
    if (const auto *From = dyn_cast<LoadInst>(&Memory)) {
      const Value *Holder = getUnderlyingObject(From->getPointerOperand());
      return Seen.insert(From).second ? std::max(InFile, ofMemory(*Holder))
                                      : InFile;
    }
    const auto *Table = dyn_cast<GlobalVariable>(&Memory);
    const bool IsConstant =
        isa<AllocaInst>(Memory) ||
        (Table && Table->hasLocalLinkage() && Table->isConstant());
    const bool IsOwn = IsConstant || (Table && Table->hasLocalLinkage()) ||
                       isNoAliasCall(&Memory);
    if (!IsOwn)
      return Outside;
    const Escape Least = IsThroughMemory || !IsConstant ? InFile : Nowhere;
    return std::max(Least, ofPlace(Memory));
  }

  Escape ofPlace(const Value &Memory) {
    return ofUses(Memory, [&](const Use &U) {
      const User *By = U.getUser();
      if (!Seen.insert(By).second)
        return Nowhere;
      if (isa<LoadInst>(By))
        return ofValue(*By);
      if (const auto *Call = dyn_cast<CallBase>(By)) {
        if (const auto *Copy = dyn_cast<MemTransferInst>(Call))
          return U.getOperandNo() == 0
                     ? Nowhere
                     : ofMemory(*getUnderlyingObject(Copy->getRawDest()));
        const bool IsHarmless =
            isa<LifetimeIntrinsic, MemSetInst>(Call) || isKnownUse(*Call);
        return IsHarmless ? Nowhere : ofCall(*Call, U, &EscapeFinder::ofPlace);
      }
      if (const auto *Store = dyn_cast<StoreInst>(By))
        return Store->getValueOperand() == &Memory
                   ? ofMemory(*getUnderlyingObject(Store->getPointerOperand()))
                   : Nowhere;
      if (const auto *Return = dyn_cast<ReturnInst>(By))
        return ofResult(*Return->getFunction(), &EscapeFinder::ofPlace);
      if (isa<GEPOperator, SelectInst, PHINode>(By))
        return ofPlace(*By);
      return isa<ICmpInst>(By) ? Nowhere : Outside;
    });
  }

  const bool IsThroughMemory;
  SmallPtrSet<const Value *, 8> Seen;
};

} // namespace

Escape escapeOf(const Function &Kernel, bool IsThroughMemory) {
  return EscapeFinder(IsThroughMemory).ofValue(Kernel);
}

} // namespace warplint
