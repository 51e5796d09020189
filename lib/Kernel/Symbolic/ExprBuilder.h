//===- ExprBuilder.h - IR values as functions of the lane -------*- C++ -*-===//
//
// Reads SSA values of one kernel into LaneExpr. Integers, floating-point bits
// and pointers are bit vectors; an address space cast or a round trip through
// an integer keeps the value, so a pointer is "base symbol + offset" however it
// travelled.
//
// A phi in a loop header becomes
//   init + step * Iteration       when it advances by a loop-invariant step,
//   one of a few values           when it cycles through them: stage ^= 1,
//   init + a fresh symbol         when it advances by uniform unknown steps,
//   a Recurrence                  otherwise.
// Any other phi becomes a select by the conditions of the paths that reach it.
//
// What cannot be computed is a fresh symbol where the lanes of a warp
// certainly share it (Uniformity.h), else an opaque value.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SYMBOLIC_EXPRBUILDER_H
#define WARPLINT_LIB_KERNEL_SYMBOLIC_EXPRBUILDER_H

#include "Lane/Expr/LaneWalk.h"
#include "Uniformity.h"
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

/// What the user calls things; may return empty strings.
struct SourceNames {
  /// The text of an instruction that loads a value, for "the index comes from
  /// memory: idx[i]".
  std::function<std::string(const llvm::Instruction &)> Load;
  std::function<std::string(const llvm::GlobalVariable &)> Array;
  /// Whether the source has a variable of that name. May be empty.
  std::function<bool(llvm::StringRef)> IsVariable = {};
};

class ExprBuilder {
public:
  ExprBuilder(llvm::Function &F, KernelAnalyses Analyses, LaneContext &Context,
              SourceNames Names);

  /// The value of an integer, a pointer or the bits of a floating-point number
  /// of up to 64 bits; anything else is opaque.
  const LaneExpr *build(llvm::Value *V);
  /// Truth value: the lane executes \p Block (in the current iteration of the
  /// loops around it).
  const LaneExpr *pathCondition(const llvm::BasicBlock *Block);
  /// \p E as \p Block sees it: the header of a loop that leaves through it runs
  /// once more than the loop's body, with the counter past the last iteration.
  const LaneExpr *atHeader(const llvm::BasicBlock *Block, const LaneExpr *E);
  /// How often a lane that reaches the loops around \p Block runs it, if known.
  std::optional<uint64_t> executionsOf(const llvm::BasicBlock *Block);
  /// \p Block is the header that its loop leaves through: it runs once more
  /// than the loop's body.
  bool isInCondition(const llvm::BasicBlock *Block) const;
  /// Numbers of the loops around \p Block, outermost first.
  std::vector<unsigned> loopsAround(const llvm::BasicBlock *Block);

  /// Notes what __builtin_assume_aligned says of pointers: before their
  /// addresses are asked for.
  void readAlignments();

  /// The variable that an ArrayBase symbol stands for, or null.
  const llvm::GlobalVariable *arrayOf(unsigned Symbol) const {
    return Arrays.lookup(Symbol);
  }
  /// Whether a symbol is a pointer, the address of a variable among them.
  bool isPointer(unsigned Symbol) const { return Pointers.contains(Symbol); }
  /// Whether a symbol is the address of a local variable.
  bool isLocalVariable(unsigned Symbol) const {
    return LocalVariables.contains(Symbol);
  }
  /// The expression whose value after a loop the symbol stands for, or null.
  const LaneExpr *standsFor(unsigned Symbol) const {
    return StandIns.lookup(Symbol);
  }
  /// The value that a symbol is, where it is one of the IR, and the block where
  /// it is made, where that is known.
  std::pair<const llvm::Value *, const llvm::BasicBlock *>
  madeAt(unsigned Symbol) const {
    return {SymbolValues.lookup(Symbol), SymbolOrigin.lookup(Symbol)};
  }
  /// By opaque value: of which value of the IR it is made.
  const llvm::DenseMap<unsigned, const llvm::Value *> &opaqueValues() const {
    return OpaqueValues;
  }
  /// By symbol that stands for one of a few values: what it is in each iteration.
  const llvm::DenseMap<unsigned, const LaneExpr *> &cycles() const {
    return Cycles;
  }
  /// Whether \p E may change from one iteration of \p L to the next.
  bool variesIn(const LaneExpr *E, const llvm::Loop &L) const;
  /// \p E with \p By in place of the number of the iteration of loop \p Loop.
  const LaneExpr *replaceIteration(const LaneExpr *E, unsigned Loop,
                                   const LaneExpr *By);
  /// The number of the lane in its warp, 0 to 31, in 32 bits.
  const LaneExpr *lane();
  /// Fits \p E to \p Width bits, as a pointer or unsigned number.
  const LaneExpr *resize(const LaneExpr *E, unsigned Width);

private:
  // ExprBuilder.cpp
  const LaneExpr *buildUncached(llvm::Value *V);
  unsigned Nested = 0; ///< Values that are being built.
  const LaneExpr *buildInstruction(llvm::Instruction &I);
  const LaneExpr *buildCast(llvm::Instruction &I, unsigned Width);
  const LaneExpr *buildBinary(llvm::BinaryOperator &I);

  // AddressExprs.cpp
  const LaneExpr *buildConstant(const llvm::Constant *C);
  const LaneExpr *buildGlobal(const llvm::GlobalVariable &G, unsigned Width);
  const LaneExpr *buildGep(const llvm::GEPOperator &Gep);
  const LaneExpr *gepOffset(const llvm::GEPOperator &Gep);

  // CallExprs.cpp
  const LaneExpr *buildCall(llvm::CallBase &Call);
  const LaneExpr *buildAsmResult(llvm::CallBase &Call, unsigned Width);
  const LaneExpr *electedLane(llvm::CallBase &Call);
  const LaneExpr *buildIntrinsic(llvm::CallBase &Call, unsigned Width);
  const LaneExpr *buildNvvmArithmetic(llvm::CallBase &Call,
                                      llvm::StringRef Name, unsigned Width);
  const LaneExpr *overflowResult(llvm::CallBase &Call, unsigned Field,
                                 unsigned Width);

  // ThreadRegisters.cpp
  const LaneExpr *buildSpecialRegister(llvm::StringRef Name, unsigned Width,
                                       const llvm::Value *Origin = nullptr);
  const LaneExpr *maskOfLanes(llvm::StringRef Relation);

  // WarpCollectives.cpp
  const LaneExpr *buildCollective(llvm::CallBase &Call, llvm::StringRef Name,
                                  unsigned Width, unsigned Field = 0);
  const LaneExpr *buildShuffle(llvm::CallBase &Call, llvm::StringRef Mode,
                               unsigned Width, unsigned Field);
  const LaneExpr *buildVote(llvm::CallBase &Call, llvm::StringRef Mode,
                            unsigned Width);

  // MemoryExprs.cpp
  const LaneExpr *buildLoad(llvm::LoadInst &Load);
  const LaneExpr *buildConversion(llvm::Instruction &I);

  // TableExprs.cpp
  const LaneExpr *fromTable(llvm::LoadInst &Load);
  const LaneExpr *offsetIn(const llvm::Value &Table, llvm::Value *Pointer);
  const LaneExpr *movedBy(llvm::PHINode &Phi);

  // VectorExprs.cpp
  const LaneExpr *buildElement(llvm::Value *Vector, unsigned Index,
                               unsigned Depth = 0);
  const LaneExpr *buildElementUncached(llvm::Value *Vector, unsigned Index,
                                       unsigned Depth);
  const LaneExpr *buildExtract(llvm::ExtractElementInst &I);
  const LaneExpr *buildField(llvm::ExtractValueInst &I);
  const LaneExpr *buildFromParts(llvm::Value *Vector, unsigned Width);

  // LoopExprs.cpp
  const LaneExpr *buildPhi(llvm::PHINode &Phi);
  const LaneExpr *buildHeaderPhi(llvm::PHINode &Phi, llvm::Loop &L);
  const LaneExpr *advancing(llvm::PHINode &Phi, llvm::Loop &L,
                            const LaneExpr *Self, const LaneExpr *Step);
  void nameCounter(unsigned Number, const llvm::PHINode &Phi,
                   const LaneExpr *Value);
  bool canBeFollowed(const LaneExpr *Next, llvm::Loop &L);
  const LaneExpr *buildMergePhi(llvm::PHINode &Phi);
  const LaneExpr *stepOf(llvm::Value *Next, llvm::PHINode &Phi, llvm::Loop &L);
  unsigned loopNumber(llvm::Loop &L);

  // LoopExits.cpp
  const LaneExpr *buildExitPhi(llvm::PHINode &Phi, llvm::Loop &L);
  const LaneExpr *valueAfter(const LaneExpr *E, llvm::BasicBlock *Exiting,
                             llvm::PHINode &Phi, llvm::Loop &L);
  const LaneExpr *stepped(const LaneExpr *E, uint64_t Last, llvm::Loop &L);
  bool hasUniformExit(const llvm::Loop &L);

  // LoopConditions.cpp
  const LaneExpr *stillRunning(llvm::Loop &L);
  const LaneExpr *iterationCompleted(llvm::Loop &L);
  const LaneExpr *completedBefore(const LaneExpr *Completed, llvm::Loop &L);
  void findContinue(llvm::Loop &L);
  std::optional<int> slopeOf(const LaneExpr *E, const llvm::Loop &L);
  bool endsForGood(const LaneExpr *Condition, const llvm::Loop &L);
  bool isSteppable(const LaneExpr *E, const llvm::Loop &L) const;

  // LoopCycles.cpp
  const LaneExpr *cycleOf(const LaneExpr *Self, llvm::PHINode &Phi,
                          llvm::Loop &L);
  bool decidesExit(llvm::function_ref<bool(const LaneExpr *)> Decides,
                   const llvm::Loop &L);

  // OpaqueProvenance.cpp
  const llvm::Instruction *dataBehind(const llvm::Value *V) const;
  llvm::SmallVector<const llvm::Value *>
  choicesOf(const llvm::PHINode &Phi) const;

  // LoopOffsets.cpp
  const LaneExpr *movedTogether(const LaneExpr *Self, llvm::PHINode &Phi);

  // PathCondition.cpp
  const LaneExpr *edgeCondition(const llvm::BasicBlock *From,
                                const llvm::BasicBlock *To);
  const LaneExpr *switchCondition(const llvm::SwitchInst &Switch,
                                  const llvm::BasicBlock *To);
  const LaneExpr *exitCondition(const llvm::Loop &L,
                                const llvm::BasicBlock *Exit);
  const LaneExpr *
  reach(const llvm::BasicBlock *Block, const llvm::BasicBlock *From,
        llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> &Memo);
  const LaneExpr *
  reachAlong(const llvm::BasicBlock *Pred, const llvm::BasicBlock *Block,
             const llvm::BasicBlock *From,
             llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> &Memo);

  // Assumptions.cpp
  void readAssumptions();
  bool holdsAlways(const llvm::Instruction &Promise, unsigned Symbol) const;

  // Leaves.cpp
  const LaneExpr *unknown(OpaqueReason Reason, const llvm::Value *V,
                          unsigned Width, std::string What = {},
                          SymbolKind Kind = SymbolKind::Other);
  const LaneExpr *opaque(OpaqueReason Reason, const llvm::Value *V,
                         unsigned Width, std::string What = {},
                         std::string Source = {},
                         const LaneExpr *From = nullptr);
  /// \p V, which is not known because of \p Cause, an opaque value.
  const LaneExpr *unknownFor(const LaneExpr *Cause, const llvm::Value *V,
                             unsigned Width);
  const LaneExpr *freshSymbol(std::string Name, unsigned Width,
                              const llvm::Value *Origin,
                              SymbolKind Kind = SymbolKind::Other,
                              uint64_t MultipleOf = 1);
  const LaneExpr *namedSymbol(const std::string &Key, UniformSymbol Symbol);
  /// An opaque value below \p E, one that comes from memory if there is such;
  /// or null.
  const LaneExpr *opaqueIn(const LaneExpr *E) const;
  std::string nameOf(const llvm::Value *V) const;
  std::string variableName(llvm::StringRef IrName) const;

  unsigned widthOf(const llvm::Type *T) const;

  llvm::Function &F;
  KernelAnalyses A;
  LaneContext &C;
  SourceNames Names;
  Uniformity Uniform;
  llvm::DenseMap<const llvm::Value *, const LaneExpr *> Memo;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, const LaneExpr *>
      Elements;
  llvm::DenseMap<const llvm::BasicBlock *, const LaneExpr *> Paths;
  llvm::DenseMap<std::pair<const llvm::Loop *, const llvm::BasicBlock *>,
                 const LaneExpr *>
      ExitTaken;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopNumbers;
  llvm::DenseMap<const llvm::Loop *, const LaneExpr *> Running;
  llvm::SmallPtrSet<const llvm::Loop *, 8> Continued;
  /// Recurrences whose next value is being read.
  llvm::SmallPtrSet<const LaneExpr *, 8> Unfinished;
  std::vector<llvm::Loop *> LoopsByNumber;
  llvm::DenseMap<unsigned, const llvm::GlobalVariable *> Arrays;
  /// Where the value of a symbol or opaque value is made: it may change from
  /// one iteration of a loop around that place to the next.
  llvm::DenseMap<unsigned, const llvm::BasicBlock *> SymbolOrigin, OpaqueOrigin;
  llvm::DenseMap<unsigned, const llvm::Value *> SymbolValues, OpaqueValues;
  llvm::SmallDenseSet<unsigned> LocalVariables, Pointers;
  llvm::DenseMap<unsigned, const LaneExpr *> HeaderIterations, StandIns, Cycles;
  std::unordered_map<std::string, const LaneExpr *> Named;
};

/// A symbol that can be any number of \p Width bits.
UniformSymbol symbolOfWidth(std::string Name, SymbolKind Kind, unsigned Width);

/// What decides where \p Block goes on, or null.
llvm::Value *conditionOf(const llvm::BasicBlock &Block);

/// Visits the blocks that the end of \p At decides on: what comes behind one way
/// out and not behind every one; a block for each such way.
void forEachDecidedAt(const llvm::BasicBlock &At,
                      const llvm::PostDominatorTree &PDT,
                      llvm::function_ref<void(const llvm::BasicBlock &)> Visit);

/// The instruction that brought \p I's value into the kernel, seen through
/// conversions: the load behind `int(x[i])`.
const llvm::Instruction *sourceOf(const llvm::Instruction *I);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SYMBOLIC_EXPRBUILDER_H
