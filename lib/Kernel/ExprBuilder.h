//===- ExprBuilder.h - IR values as functions of the lane --------*- C++
//-*-===//
//
// Reads SSA values of one kernel into LaneExpr. Integers and pointers are bit
// vectors; an address space cast or a round trip through an integer keeps the
// value, so a pointer is "base symbol + offset" however it travelled.
//
// A phi in a loop header becomes
//   init + step * Iteration       when it advances by a loop-invariant step,
//   init + a fresh symbol         when it advances by uniform unknown steps,
//   a Recurrence                  otherwise.
// Any other phi becomes a select by the conditions of the paths that reach it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_EXPRBUILDER_H
#define WARPLINT_LIB_KERNEL_EXPRBUILDER_H

#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace llvm {
class ScalarEvolution;
}

namespace warplint {

/// The analyses of one kernel.
struct KernelAnalyses {
  llvm::DominatorTree &DT;
  llvm::PostDominatorTree &PDT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
};

/// Visits \p E and everything below it once, the values of recurrences
/// included.
template <typename Visitor>
void forEachNode(const LaneContext &C, const LaneExpr *E, Visitor Visit) {
  llvm::SmallPtrSet<const LaneExpr *, 32> Seen;
  llvm::SmallVector<const LaneExpr *> Work = {E};
  while (!Work.empty()) {
    const LaneExpr *N = Work.pop_back_val();
    if (!N || !Seen.insert(N).second)
      continue;
    Visit(N);
    for (unsigned I = 0; I != N->numOperands(); ++I)
      Work.push_back(N->operand(I));
    if (N->op() == LaneOp::Recurrence) {
      Work.push_back(C.recurrenceAt(N->index()).Init);
      Work.push_back(C.recurrenceAt(N->index()).Next);
    }
  }
}

/// The loop leaves through its header alone: its body runs once less often than
/// its header.
bool leavesThroughHeader(const llvm::Loop &L);

/// What the user calls things; may return empty strings.
struct SourceNames {
  /// The text of an instruction that loads a value, for "the index comes from
  /// memory: idx[i]".
  std::function<std::string(const llvm::Instruction &)> Load;
  std::function<std::string(const llvm::GlobalVariable &)> Array;
};

class ExprBuilder {
public:
  ExprBuilder(llvm::Function &F, KernelAnalyses Analyses, LaneContext &Context,
              SourceNames Names);

  /// The value of an integer or pointer of up to 64 bits; anything else is
  /// opaque.
  const LaneExpr *build(llvm::Value *V);
  /// Truth value: the lane executes \p Block (in the current iteration of the
  /// loops around it).
  const LaneExpr *pathCondition(const llvm::BasicBlock *Block);
  /// The reading of an inline PTX call, made once.
  const InlinePtx &ptxOf(const llvm::CallBase &Call);
  /// A linear form of an inline PTX call's arguments in \p Width bits.
  const LaneExpr *fromLinear(llvm::CallBase &Call, const PtxLinear &Form,
                             unsigned Width);
  /// Truth value: all conditions of \p Guard hold.
  const LaneExpr *fromGuard(llvm::CallBase &Call, const PtxGuard &Guard);
  /// \p E as \p Block sees it: the header of a loop that leaves through it runs
  /// once more than the loop's body, with the counter past the last iteration.
  const LaneExpr *atHeader(const llvm::BasicBlock *Block, const LaneExpr *E);
  /// How often a lane that reaches the loops around \p Block runs it, if known.
  std::optional<uint64_t> executionsOf(const llvm::BasicBlock *Block);
  /// Numbers of the loops around \p Block, outermost first.
  std::vector<unsigned> loopsAround(const llvm::BasicBlock *Block);

  /// The variable that an ArrayBase symbol stands for, or null.
  const llvm::GlobalVariable *arrayOf(unsigned Symbol) const {
    return Arrays.lookup(Symbol);
  }
  /// Whether a symbol is the address of a local variable.
  bool isLocalVariable(unsigned Symbol) const {
    return LocalVariables.contains(Symbol);
  }
  /// The expression whose value after a loop the symbol stands for, or null.
  const LaneExpr *standsFor(unsigned Symbol) const {
    return StandIns.lookup(Symbol);
  }
  /// Fits \p E to \p Width bits, as a pointer or unsigned number.
  const LaneExpr *resize(const LaneExpr *E, unsigned Width);

private:
  const LaneExpr *buildUncached(llvm::Value *V);
  const LaneExpr *buildConstant(const llvm::Constant *C);
  const LaneExpr *buildGep(const llvm::GEPOperator &Gep);
  const LaneExpr *gepOffset(const llvm::GEPOperator &Gep);
  const LaneExpr *buildInstruction(llvm::Instruction &I);
  const LaneExpr *buildBinary(llvm::BinaryOperator &I);
  const LaneExpr *buildCompare(llvm::CmpInst::Predicate P, llvm::Value *L,
                               llvm::Value *R);
  const LaneExpr *buildCall(llvm::CallBase &Call);
  const LaneExpr *buildAsmResult(llvm::CallBase &Call, unsigned Field,
                                 unsigned Width);
  const LaneExpr *fromCondition(llvm::CallBase &Call,
                                const PtxCondition &Condition);
  const LaneExpr *buildSpecialRegister(llvm::StringRef Name, unsigned Width);
  const LaneExpr *buildFromVector(llvm::Value *Vector, llvm::Value *Index,
                                  unsigned Width);
  const LaneExpr *buildLoad(llvm::LoadInst &Load);
  const LaneExpr *buildConversion(llvm::Instruction &I);
  const LaneExpr *linearThread();
  const LaneExpr *minMax(LaneOp Less, bool Max, const LaneExpr *L,
                         const LaneExpr *R);

  // Phis and loops (LoopExprs.cpp).
  const LaneExpr *buildPhi(llvm::PHINode &Phi);
  const LaneExpr *buildHeaderPhi(llvm::PHINode &Phi, llvm::Loop &L);
  const LaneExpr *buildMergePhi(llvm::PHINode &Phi);
  const LaneExpr *buildExitPhi(llvm::PHINode &Phi, llvm::Loop &L);
  const LaneExpr *stepOf(llvm::Value *Next, llvm::PHINode &Phi, llvm::Loop &L);
  bool sliceVaries(llvm::Value *V, const llvm::Loop &L);
  bool variesIn(const LaneExpr *E, const llvm::Loop &L) const;
  bool hasUniformExit(const llvm::Loop &L);
  unsigned loopNumber(llvm::Loop &L);
  const LaneExpr *replaceIteration(const LaneExpr *E, unsigned Loop,
                                   const LaneExpr *By);

  // Path conditions (PathCondition.cpp).
  const LaneExpr *edgeCondition(const llvm::BasicBlock *From,
                                const llvm::BasicBlock *To);
  const LaneExpr *
  reach(const llvm::BasicBlock *Block, const llvm::BasicBlock *From,
        llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> &Memo);
  const LaneExpr *
  reachAlong(const llvm::BasicBlock *Pred, const llvm::BasicBlock *Block,
             const llvm::BasicBlock *From,
             llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> &Memo);

  const LaneExpr *opaque(OpaqueReason Reason, const llvm::Value *V,
                         unsigned Width, std::string What = {});
  const LaneExpr *freshSymbol(std::string Name, unsigned Width,
                              const llvm::Value *Origin,
                              SymbolKind Kind = SymbolKind::Other,
                              uint64_t MultipleOf = 1);
  const LaneExpr *namedSymbol(const std::string &Key, UniformSymbol Symbol);
  unsigned widthOf(const llvm::Type *T) const;

  llvm::Function &F;
  KernelAnalyses A;
  LaneContext &C;
  SourceNames Names;
  llvm::DenseMap<const llvm::Value *, const LaneExpr *> Memo;
  llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> Paths;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopNumbers;
  std::vector<llvm::Loop *> LoopsByNumber;
  llvm::DenseMap<unsigned, const llvm::GlobalVariable *> Arrays;
  /// Where the value of a symbol or opaque value is made: it may change from
  /// one iteration of a loop around that place to the next.
  llvm::DenseMap<unsigned, const llvm::BasicBlock *> SymbolOrigin, OpaqueOrigin;
  llvm::SmallDenseSet<unsigned> LocalVariables;
  llvm::DenseMap<unsigned, const LaneExpr *> HeaderIterations, StandIns;
  std::unordered_map<std::string, const LaneExpr *> Named;
  llvm::DenseMap<const llvm::CallBase *, std::unique_ptr<InlinePtx>> Ptx;
};

/// The largest power of two (up to 2^16) that divides \p E for every value of
/// its leaves, as far as is easily seen.
uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E);

/// "i" for the IR name "i.0" or "i.addr.012".
std::string userName(llvm::StringRef IrName);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_EXPRBUILDER_H
