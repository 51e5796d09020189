//===- Instances.h - One access in one copy of its loops --------*- C++ -*-===//
//
// Where one access is in one copy of the loops that were taken apart, in the form
// in which it can be compared with others: those at constant distances have all
// but the offset in common.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_INSTANCES_H
#define WARPLINT_LIB_KERNEL_ISSUE_INSTANCES_H

#include "Lane/Expr/AddressForm.h"
#include "UnrolledValues.h"
#include "llvm/ADT/SmallSet.h"
#include <map>
#include <tuple>

namespace warplint {

/// Properties of an access that do not depend on the order.
struct WindowTraits {
  bool IsStore = false;
  bool CanJoin = false;  ///< A plain load or store of 1, 2, 4 or 8 bytes.
  bool IsOpaque = false; ///< What it does to the others is not known.
  bool IsWall = false;   ///< Nothing moves across it.
  /// Elements of 16 bits that go to assembly alone (`__half`): LLVM leaves them
  /// to the assembler, whatever the array's alignment.
  bool GoesToAssembly = false;
  /// Between LLVM and the assembler nothing in its block keeps accesses apart
  /// that only the assembler joins: shuffles, votes, assembly with effects.
  bool IsInQuietBlock = true;
  unsigned Bytes = 0;
  /// What is seen to divide its address where it would be a multiple of the
  /// widest request.
  unsigned Seen = 16;
};

/// Of all requests, in bytes.
constexpr uint64_t WidestRequest = 16;

/// The bytes of the widest request that the assembler makes of elements of
/// \p Bytes.
constexpr unsigned widestOf(unsigned Bytes) { return Bytes < 4 ? 8 : 16; }

struct WindowRules {
  /// What divides an atom of an address: alignment as ptxas sees it, or as far
  /// as it goes at all.
  llvm::function_ref<uint64_t(const LaneExpr *, Sight)> MultipleOf;
  /// Where an array lies, in bytes from a multiple of 16; nothing for other
  /// atoms and where it is not known.
  llvm::function_ref<std::optional<uint64_t>(const LaneExpr *)> PlaceOf;
  /// Requests form across joins of the control flow.
  bool AcrossJoins = false;
  /// The array that an atom of an address is the base of, or null, and the
  /// alignment that it is declared with.
  llvm::function_ref<std::pair<const void *, uint64_t>(const LaneExpr *)>
      ArrayOf;
};

struct Instance {
  unsigned Access = 0;
  const IssueItem *Item = nullptr;
  AddressForm Form;
  const LaneExpr *Guard = nullptr;
  /// Values that change from one iteration to the next in other ways than by
  /// the counter can only be compared within one: addresses and guards, and
  /// addresses alone.
  llvm::SmallVector<unsigned, 2> Epoch, AddressEpoch;
  const void *Array = nullptr; ///< Where it is known.
  uint64_t Declared = 1;       ///< Alignment of the array.
  /// What divides the distance from the array's begin to the place, but for the
  /// offset.
  uint32_t Step = 0;
  /// Loads are moved across branches to others that always run with them; null
  /// where no branch is crossed, or any is.
  const llvm::BasicBlock *RunsWith = nullptr;
  unsigned Bytes = 0;
  bool IsLaidOut = false; ///< LLVM may join it, too.
  Sight SeenBy = Sight::Assembler;
  bool IsPast = false;  ///< There are stores among its group.
  bool IsKnown = false; ///< A load of what the lane may have from before.
  unsigned Position = 0;
  unsigned Stretch = 0; ///< Number of the code between two branches.
  int32_t offset() const { return int32_t(Form.Offset); }
};

using Terms = llvm::SmallVector<AddressForm::Term, 4>;

/// LLVM sees that \p A and \p B do not touch the same bytes.
bool isApart(const Instance &A, const Instance &B);
/// The same, and LLVM would move \p A.
bool isPassed(const Instance &A, const Instance &B);

/// Where the window of \p Bytes around \p Offset begins.
inline int32_t floorTo(int32_t Offset, int32_t Bytes) {
  return Offset - ((Offset % Bytes) + Bytes) % Bytes;
}

uint64_t alignmentOf(const Instance &I, const WindowRules &Rules);

/// What instances at constant distances have in common.
using GroupKey = std::tuple<const LaneExpr *, llvm::SmallVector<unsigned, 2>,
                            Terms, const llvm::BasicBlock *>;
GroupKey keyOf(const Instance &I);

/// What the accesses of one word have in common, whoever executes them.
using Word =
    std::tuple<Terms, llvm::SmallVector<unsigned, 2>, int32_t, unsigned>;
Word wordOf(const Instance &I);

/// Those of \p Members that begin in the \p Bytes from \p Begin on.
std::vector<const Instance *> within(int32_t Begin, unsigned Bytes,
                                     llvm::ArrayRef<const Instance *> Members);

/// The words from \p Begin on that \p I touches, as bits of four.
unsigned wordsOf(const Instance &I, int32_t Begin);

/// A load behind a branch whose words fit into the request of an earlier one, which
/// always runs before it, is made with that one, whether the branch is taken or not.
/// (`x = s[2 * t]; if (x > 0) x += s[2 * t + 1];`, nvcc 13.0 for sm_90.)
void loadAhead(Instance &Load, llvm::ArrayRef<Instance> Earlier,
               llvm::function_ref<bool(const Instance &)> AlwaysRuns);

/// The loads of one stretch of code whose values no store can have changed.
class HeldLoads {
public:
  /// False if what \p Load reads is held: then it is no request.
  bool add(const Instance &Load);
  void changeBy(const Instance &Store);
  void clear() { Held.clear(); }

private:
  std::vector<Instance> Held;
};

/// An access that may have been executed before.
struct EarlierAccess {
  const LaneExpr *Guard = nullptr;
  const llvm::Instruction *Origin = nullptr;
};

/// A window of which loads that are joined fill a part.
struct OpenWindow {
  warplint::Terms Terms;
  llvm::SmallVector<unsigned, 2> Epoch;
  int32_t Begin = 0, End = 0;
  llvm::SmallSet<int32_t, 4> Filled;
  llvm::SmallVector<unsigned, 4> Members;

  bool isFilledBy(const Word &W) const {
    const auto &[OfTerms, OfEpoch, Offset, Bytes] = W;
    return OfTerms == Terms && OfEpoch == Epoch && Offset >= Begin &&
           Offset < End && !Filled.contains(Offset);
  }
};

/// Makes the instances of one kernel, in their order.
class InstanceMaker {
public:
  InstanceMaker(ExprBuilder &Exprs, llvm::LoopInfo &LI,
                const KernelModel &Kernel, llvm::ArrayRef<WindowTraits> Traits,
                llvm::ArrayRef<const llvm::Instruction *> Origins,
                WindowRules Rules)
      : Exprs(Exprs), LI(LI), Kernel(Kernel), Traits(Traits), Origins(Origins),
        Rules(Rules), Values(*Kernel.Context) {}

  Instance make(const IssueItem &Item);
  /// \p E in the copy of \p Item.
  const LaneExpr *at(const LaneExpr *E, const IssueItem &Item) {
    return Values.at(E, Item.Iterations);
  }
  bool foldsAway(const llvm::Instruction &Load, const IssueItem &Item) {
    return !Item.Iterations.empty() &&
           warplint::foldsAway(Load, Exprs, Values, Item.Iterations);
  }
  /// Nodes of expressions that were gone through.
  uint64_t work() const { return Work; }

private:
  bool isLoadedAhead(const IssueItem &Item) const;
  uint64_t sizeOf(const LaneExpr *E);
  AddressForm formAt(const LaneExpr *Address, const IssueItem &Item);
  void addTerm(const LaneExpr *Atom, uint32_t Coefficient, AddressForm &To);
  bool changesOtherwise(const LaneExpr *E, const llvm::Instruction &In,
                        unsigned Number);

  ExprBuilder &Exprs;
  llvm::LoopInfo &LI;
  const KernelModel &Kernel;
  llvm::ArrayRef<WindowTraits> Traits;
  llvm::ArrayRef<const llvm::Instruction *> Origins;
  WindowRules Rules;
  UnrolledValues Values;
  unsigned Position = 0;
  llvm::DenseMap<const LaneExpr *, AddressForm> Forms;
  /// By expression, place and loop.
  std::map<std::tuple<const LaneExpr *, const llvm::BasicBlock *, unsigned>,
           bool>
      Otherwise;
  llvm::DenseMap<const LaneExpr *, uint64_t> Sizes;
  uint64_t Work = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_INSTANCES_H
