//===- ThreadValues.h - Expressions for all threads of a block --*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_VALUES_THREADVALUES_H
#define WARPLINT_LIB_RACE_VALUES_THREADVALUES_H

#include "ThreadForms.h"
#include "warplint/Basic/LaunchShape.h"
#include "warplint/Kernel/KernelFlow.h"
#include "warplint/Lane/SymbolBinding.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// One form for each thread, or one for all.
class FormsOfBlock {
public:
  explicit FormsOfBlock(ThreadForm OfAll) : Forms(1, OfAll) {}
  explicit FormsOfBlock(std::vector<ThreadForm> Each)
      : Forms(std::move(Each)) {}
  const ThreadForm &operator[](unsigned Thread) const {
    return Forms[Forms.size() == 1 ? 0 : Thread];
  }
  bool isOne() const { return Forms.size() == 1; }

private:
  std::vector<ThreadForm> Forms;
};

/// An iteration of a loop: number Number, or, with a period, any that is an
/// unknown multiple of it later. That is one unknown for each Entry.
struct LoopIteration {
  uint32_t Number = 0, Period = 0, Entry = 0;

  /// Equal for those in which all values are.
  uint32_t key() const {
    return Period ? 1u << 31 | Entry * 64 + Number : Number;
  }
};

/// In which iteration threads leave a loop, each executed by its number.
class LoopExit {
public:
  void leaveIn(uint32_t Iteration) {
    IsLost |= In && *In != Iteration;
    In = Iteration;
  }
  /// Some leave it at a time that is not known.
  void lose() { IsLost = true; }
  /// Nothing: not all in one that is known.
  std::optional<uint32_t> ofAll() const { return IsLost ? std::nullopt : In; }

private:
  std::optional<uint32_t> In;
  bool IsLost = false;
};

/// Evaluates expressions of a kernel for all threads of a block of known shape,
/// in numbered iterations of the loops around.
class BlockEvaluation {
public:
  /// \p Extents: what is known of blockDim, where the block may have fewer
  /// threads than \p Shape.
  BlockEvaluation(const LaneContext &Context, const KernelFlow &Flow,
                  SymbolBinding &Known, const LaunchShape &Shape,
                  const LaunchShape &Extents, uint64_t MostWork);

  /// \p E with what the launch says of it. Null: unknown. Stays valid.
  const FormsOfBlock &operator()(const LaneExpr *E);

  /// \p E with what the launch says of it, or null.
  const LaneExpr *known(const LaneExpr *E) { return Known(E); }

  /// Loop \p Number is in iteration \p N, or in none.
  void setIteration(unsigned Number, std::optional<LoopIteration> N);

  /// All threads have left loop \p Number in iteration \p In, or in one that is
  /// not known.
  void setLeft(unsigned Number, std::optional<uint32_t> In);

  /// After how many iterations, at most \p Most, all that is computed from
  /// numbers alone in loop \p Number and that \p E depends on is the same again.
  unsigned periodOf(const LaneExpr *E, unsigned Number, unsigned Most);

  /// Whether \p E changes with the iteration of loop \p Number.
  bool dependsOn(const LaneExpr *E, unsigned Number);

  /// From where \p E is loaded, if it may be any number; else null.
  const LaneExpr *inputAddress(const LaneExpr *E) const {
    return E->op() == LaneOp::Opaque ? Flow.Inputs.lookup(E->index()) : nullptr;
  }
  /// From where the input is loaded that \p E compares, if it may be true or not;
  /// else null.
  const LaneExpr *comparedAddress(const LaneExpr *E) const {
    return E->op() == LaneOp::Opaque ? Flow.Compared.lookup(E->index())
                                     : nullptr;
  }
  bool dependsOnData(const LaneExpr *E) const {
    return E->op() == LaneOp::Opaque && Flow.OfData.contains(E->index());
  }

  /// Adds \p Amount of operations on single threads; false when there were too
  /// many, and from then on nothing is known.
  bool spend(uint64_t Amount);
  bool isSpent() const { return Work > MostWork; }

  const LaunchShape &shape() const { return Shape; }

  FormTable Table;

private:
  using Loops = std::vector<unsigned>;
  /// A node's values by the iterations of the loops that it depends on.
  struct Node {
    Loops DependsOn;
    std::map<std::vector<uint32_t>, FormsOfBlock> Values;
  };

  Node &nodeOf(const LaneExpr *E);
  void addLoop(unsigned Number, Loops &To) const;
  std::optional<std::vector<uint32_t>> iterations(const Loops &Of) const;
  const FormsOfBlock &valueOf(const LaneExpr *E);
  FormsOfBlock compute(const LaneExpr *E);
  FormsOfBlock leaf(const LaneExpr *E);
  FormsOfBlock recurrence(const LaneExpr *E);
  FormsOfBlock beforeIteration(const LaneExpr *E, unsigned Loop);
  const FormsOfBlock *whenLeft(unsigned Symbol);
  bool isLoop(unsigned Number, unsigned Of) const;
  unsigned cycleOf(const LaneExpr *E);
  bool addCarriedBy(const LaneExpr *E, unsigned Number,
                    llvm::SmallVectorImpl<const LaneExpr *> &To);
  const LaneExpr *exactly(const LaneExpr *Symbol);
  bool isUniformSymbol(unsigned Number) const;
  bool isOfBlock(const LaneExpr *E);
  FormsOfBlock carried(const LaneExpr *E);

  const LaneContext &C;
  const KernelFlow &Flow;
  SymbolBinding &Known;
  LaunchShape Shape, Extents;
  unsigned Threads;
  uint64_t Work = 0, MostWork;
  llvm::DenseMap<const LaneExpr *, std::unique_ptr<Node>> Nodes;
  std::map<unsigned, LoopIteration> At; ///< By loop.
  /// By loop the iteration in which it was left. In Node::DependsOn loops that
  /// were left have the highest bit.
  std::map<unsigned, uint32_t> LeftAt;
  llvm::DenseMap<const LaneExpr *, unsigned> Cycles; ///< Of recurrences; or 0.
  FormsOfBlock Nothing{ThreadForm::unknown()};
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_THREADVALUES_H
