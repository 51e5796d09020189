//===- Doubts.cpp - What is not certain to be issued ----------------------===//

#include "Doubts.h"
#include "Kernel/Memory/BitFields.h"
#include "Kernel/Registers/AlikePlaces.h"
#include "Kernel/Registers/RepeatedAccesses.h"
#include "Turns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {
namespace {

class Doubter {
public:
  Doubter(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
          const DescribedAccesses &Of, KernelModel &Kernel)
      : F(F), A(A), Exprs(Exprs), Of(Of), Kernel(Kernel) {}

  void run() {
    doubtRepeated();
    doubtAlike();
    doubtBitFields();
    doubtAssumed();
  }

private:
  void doubt(unsigned I, bool MayBeGone) {
    std::optional<AccessIssue> &Issue = Kernel.Accesses[I].Issue;
    if (!Issue)
      Issue.emplace();
    Issue->IsCertain = Issue->IsDropped = false;
    if (MayBeGone && Issue->Requests.empty())
      Issue->Repeated = Issue->Copies;
  }

  /// Of what is stored or loaded again it is not certain that it is issued.
  void doubtRepeated() {
    RepeatedAccesses Again(F, A, Exprs, *Kernel.Context);
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I) {
      std::optional<AccessIssue> &Issue = Kernel.Accesses[I].Issue;
      const bool IsKnown = Issue && (!Issue->IsCertain || Issue->IsDropped ||
                                     Issue->Repeated == Issue->Copies);
      if (Of.Traits[I].IsOpaque || Of.Dropped[I] || IsKnown)
        continue;
      const Instruction &Origin = *Of.Origins[I];
      const auto *Load = dyn_cast<LoadInst>(&Origin);
      const bool IsHoisted = Issue && Issue->HoistedOutOf;
      const bool IsGone =
          is_contained(Of.MayBeGone, I) ||
          (Load ? !IsHoisted && Again.isLoadedInBothArms(*Load)
                : Again.isOverwritten(*cast<StoreInst>(&Origin)));
      if (!IsGone && !(IsHoisted ? Again.isBesideShuffle(Origin)
                                 : Again.isRepeated(Origin)))
        continue;
      doubt(I, IsGone);
      if (!IsGone && !IsHoisted)
        Issue->HoistedOutOf = 0;
    }
  }

  /// What is at one place, or beside it, as numbers show alone.
  void doubtAlike() {
    SmallVector<const LaneExpr *> Addresses;
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      Addresses.push_back(Of.Traits[I].CanJoin ? Kernel.Accesses[I].Address
                                               : nullptr);
    const auto Pairs = findAlikePlaces(*Kernel.Context, Addresses);
    if (Pairs.empty())
      return;
    Turns InTurns(F, A.LI);
    for (const auto &[Low, High, Distance] : Pairs) {
      const Instruction &L = *Of.Origins[Low], &H = *Of.Origins[High];
      const bool AreOfOneKind =
          Of.Traits[Low].IsStore == Of.Traits[High].IsStore;
      if ((Distance != 0 && !AreOfOneKind) || areJoined(Low, High) ||
          !(InTurns.isBefore(L, H) || InTurns.isBefore(H, L)))
        continue;
      for (unsigned I : {Low, High})
        if (!Of.Dropped[I] && (AreOfOneKind || !Of.Traits[I].IsStore))
          doubt(I, Distance == 0);
    }
  }

  /// The rules see as well that \p I and \p J are together.
  bool areJoined(unsigned I, unsigned J) const {
    const auto Joins = [&](unsigned One, unsigned Other) {
      const auto &Issue = Kernel.Accesses[One].Issue;
      return Issue && (Issue->Repeated == Issue->Copies ||
                       any_of(Issue->Requests, [&](const IssuedRequest &R) {
                         return is_contained(R.With, Other);
                       }));
    };
    return Joins(I, J) || Joins(J, I);
  }

  /// What stands in an array with bit-fields.
  void doubtBitFields() {
    SmallPtrSet<const GlobalVariable *, 2> Arrays;
    for (auto [Origin, Array] : zip(Of.Origins, Of.Arrays))
      if (Origin->getMetadata(PartOfBitField))
        Arrays.insert(Array);
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      if (!Of.Traits[I].IsOpaque && Arrays.contains(Of.Arrays[I]))
        doubt(I, /*MayBeGone=*/true);
  }

  /// LLVM may join what an assumption aligns: addresses of __builtin_assume_aligned()
  /// (tried with nvcc 13.0 for sm_90: 4 loads are one LDS.128), and where it knows how
  /// the array is aligned, indices of which `(i & 3) == 0` is assumed.
  void doubtAssumed() {
    SmallPtrSet<const Value *, 8> Seen;
    SmallVector<const Value *> Work;
    for (const Instruction &I : instructions(F)) {
      const auto *Assume = dyn_cast<AssumeInst>(&I);
      if (!Assume)
        continue;
      if (const auto Align = Assume->getOperandBundle(LLVMContext::OB_align))
        Work.push_back(Align->Inputs.front());
      Value *Index = nullptr;
      if (match(Assume->getArgOperand(0),
                m_SpecificICmp(CmpInst::ICMP_EQ,
                               m_And(m_Value(Index), m_ConstantInt()),
                               m_Zero())))
        Work.push_back(Index);
    }
    SmallPtrSet<const Instruction *, 8> Aligned;
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (isa<Constant>(V) || !Seen.insert(V).second)
        continue;
      for (const User *U : V->users())
        if (const auto *I = dyn_cast<Instruction>(U);
            I && getLoadStorePointerOperand(I) == V)
          Aligned.insert(I);
        else if (isa<GEPOperator, CastInst, BinaryOperator, PHINode,
                     SelectInst>(U))
          Work.push_back(U);
    }
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      if (const auto &Issue = Kernel.Accesses[I].Issue;
          Aligned.contains(Of.Origins[I]) && Of.Traits[I].CanJoin &&
          !(Issue && (Issue->IsDropped || !Issue->Requests.empty())))
        doubt(I, /*MayBeGone=*/false);
  }

  Function &F;
  KernelAnalyses A;
  ExprBuilder &Exprs;
  const DescribedAccesses &Of;
  KernelModel &Kernel;
};

} // namespace

void doubtIssues(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                 const DescribedAccesses &Of, KernelModel &Kernel) {
  Doubter(F, A, Exprs, Of, Kernel).run();
}

} // namespace warplint
