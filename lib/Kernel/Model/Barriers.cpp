//===- Barriers.cpp - What threads wait for -------------------------------===//
//
// Instructions of inline PTX and the intrinsics that Clang's builtins become
// are told apart by their names, which say the same in the same order:
//
//   bar.sync 1, 64;             llvm.nvvm.barrier.cta.sync.aligned.count(1, 64)
//   cp.async.wait_group 2;      llvm.nvvm.cp.async.wait.group(2)
//   mbarrier.arrive.shared.b64  llvm.nvvm.mbarrier.arrive.shared
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

/// A barrier as its instruction says it: operands in PTX's order.
struct FoundBarrier {
  KernelBarrier Barrier;
  /// Which operand is the number, and which one the number of threads.
  std::optional<unsigned> Number, Threads;
};

std::optional<FoundBarrier> found(BarrierKind Kind,
                                  std::optional<unsigned> Number = {},
                                  std::optional<unsigned> Threads = {}) {
  FoundBarrier B;
  B.Barrier.Kind = Kind;
  B.Number = Number;
  B.Threads = Threads;
  return B;
}

/// bar and barrier, with the words behind: "cta", "cluster", "warp" or "sync",
/// "arrive", "red". \p Operands of the instruction but for a result.
std::optional<FoundBarrier> barrierOf(ArrayRef<StringRef> Words, bool IsAligned,
                                      unsigned Operands) {
  if (is_contained(Words, "warp"))
    return found(BarrierKind::Warp, 0);
  std::optional<FoundBarrier> B;
  if (is_contained(Words, "cluster"))
    B = found(BarrierKind::Cluster);
  else if (is_contained(Words, "arrive"))
    B = found(BarrierKind::Arrive, 0, 1);
  else if (is_contained(Words, "red")) // The last one is what is reduced.
    B = found(BarrierKind::Named, 0,
              Operands > 2 ? std::optional(1u) : std::nullopt);
  else if (is_contained(Words, "sync"))
    B = found(BarrierKind::Named, 0,
              Operands > 1 ? std::optional(1u) : std::nullopt);
  if (B)
    B->Barrier.IsAligned = IsAligned || is_contained(Words, "aligned");
  return B;
}

/// What the instruction named by \p Words is, if threads wait there.
std::optional<FoundBarrier> barrierOf(ArrayRef<StringRef> Words,
                                      unsigned Operands) {
  if (Words.empty())
    return std::nullopt;
  StringRef First = Words.front();
  Words = Words.drop_front();
  if (First == "bar" || First == "barrier")
    return barrierOf(Words, /*IsAligned=*/First == "bar", Operands);
  // __syncthreads_count and its like, as they were.
  if (First == "barrier0")
    return found(BarrierKind::Block);
  if (First == "mbarrier")
    return found(BarrierKind::Object);
  if (First == "membar" || First == "fence")
    return found(BarrierKind::Fence);
  if (First != "cp" || Words.empty() || Words.front() != "async")
    return std::nullopt;
  for (StringRef Word : Words.drop_front()) {
    if (Word == "mbarrier")
      return found(BarrierKind::Object);
    if (Word.starts_with("commit"))
      return found(BarrierKind::CopyCommit);
    if (Word.starts_with("wait"))
      return found(BarrierKind::CopyWait, 0);
    if (Word != "bulk")
      return std::nullopt;
  }
  return std::nullopt;
}

/// The instruction of \p Call as PTX names it, or as LLVM does; empty for what
/// is none.
std::string nameOf(const CallBase &Call, const PtxStatement &Statement) {
  if (Call.isInlineAsm())
    return Statement.Opcode;
  if (!isa<IntrinsicInst>(Call))
    return "";
  StringRef Name = Call.getCalledFunction()->getName();
  return Name.consume_front("llvm.nvvm.") ? Name.str() : "";
}

} // namespace

std::vector<const Instruction *> collectBarriers(AccessTags &Tags,
                                                 ExprBuilder &Exprs,
                                                 Placement &Places,
                                                 KernelModel &Kernel) {
  std::vector<const Instruction *> Origins;
  auto Visit = [&](const CallBase &Call) {
    PtxStatement Statement;
    if (Call.isInlineAsm())
      Statement = readPtxStatement(Call);
    std::string Name = nameOf(Call, Statement);
    SmallVector<StringRef, 8> Words;
    StringRef(Name).split(Words, '.');
    // A predicate comes behind the operands.
    const unsigned NumOperands = Call.arg_size() - Statement.Guard.has_value();
    std::optional<FoundBarrier> Found = barrierOf(Words, NumOperands);
    const SourceAccess *Source = Found ? Tags.placeOf(Call) : nullptr;
    if (!Source)
      return;
    KernelBarrier &B = Found->Barrier;
    B.Source = Source;
    B.Instruction = std::move(Name);
    Places.place(Call, B);
    auto Built = [&](std::optional<unsigned> Operand) -> const LaneExpr * {
      Value *V = Operand && *Operand < NumOperands
                     ? Call.getArgOperand(*Operand)
                     : nullptr;
      return V && V->getType()->isIntegerTy() ? Exprs.build(V) : nullptr;
    };
    B.Number = Built(Found->Number);
    B.Threads = Built(Found->Threads);
    // All threads of the block meet at barrier 0, unless their number is given.
    if (B.Kind == BarrierKind::Named && !Found->Threads && B.Number &&
        B.Number->isConst() && B.Number->constant() == 0)
      B.Kind = BarrierKind::Block;
    Kernel.Barriers.push_back(std::move(B));
    Origins.push_back(&Call);
  };
  for (const BasicBlock *Block : Places.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Visit(*Call);
  return Origins;
}

} // namespace warplint
