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
#include "Kernel/Ptx/Constraints.h"
#include "Kernel/Ptx/Statement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

/// "bar.cta.sync.aligned", "cp.async.wait.group": words without "nvvm".
using Words = SmallVector<StringRef, 8>;

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

class Collector {
public:
  Collector(AccessTags &Tags, ExprBuilder &Exprs, Placement &Places,
            DeviceModel &Model, KernelModel &Kernel)
      : Tags(Tags), Exprs(Exprs), Places(Places), Model(Model), Kernel(Kernel) {
  }
  void visit(CallBase &Call);
  std::vector<const Instruction *> Origins;

private:
  using Operand = function_ref<Value *(unsigned)>;

  void visitAsm(CallBase &Call);
  void visitStatement(CallBase &Call, const ptx::Constraints &OfCall,
                      const ptx::Statement &S);
  void add(CallBase &Call, FoundBarrier B, std::string Name, Operand At);

  AccessTags &Tags;
  ExprBuilder &Exprs;
  Placement &Places;
  DeviceModel &Model;
  KernelModel &Kernel;
};

} // namespace

/// \p At gives operands, null for one that is not known.
void Collector::add(CallBase &Call, FoundBarrier Found, std::string Name,
                    Operand At) {
  KernelBarrier &B = Found.Barrier;
  B.Source = Tags.sourceOf(Call);
  if (!B.Source && Call.getDebugLoc()) {
    Model.Sources.push_back(Tags.placeOf(Call));
    B.Source = Model.Sources.back().get();
  }
  if (!B.Source)
    return;
  B.Instruction = std::move(Name);
  Places.place(Call, B);
  auto Built = [&](std::optional<unsigned> Number) -> const LaneExpr * {
    Value *V = Number ? At(*Number) : nullptr;
    return V && V->getType()->isIntegerTy() ? Exprs.build(V) : nullptr;
  };
  B.Number = Built(Found.Number);
  B.Threads = Built(Found.Threads);
  // All threads of the block meet at barrier 0, unless their number is given.
  if (B.Kind == BarrierKind::Named && !Found.Threads && B.Number &&
      B.Number->op() == LaneOp::Const && B.Number->constant() == 0)
    B.Kind = BarrierKind::Block;
  Kernel.Barriers.push_back(std::move(B));
  Origins.push_back(&Call);
}

void Collector::visitStatement(CallBase &Call, const ptx::Constraints &OfCall,
                               const ptx::Statement &S) {
  if (S.Kind != ptx::StatementKind::Instruction)
    return;
  ArrayRef<ptx::Tokens> Operands = S.Operands;
  if (is_contained(S.Opcode, "red") && !Operands.empty())
    Operands = Operands.drop_front(); // The result.
  std::optional<FoundBarrier> B = barrierOf(S.Opcode, Operands.size());
  if (!B)
    return;
  LLVMContext &C = Call.getContext();
  auto At = [&](unsigned N) -> Value * {
    if (N >= Operands.size() || Operands[N].size() != 1)
      return nullptr;
    const ptx::Token &T = Operands[N].front();
    uint32_t Number = 0;
    if (T.Kind == ptx::TokenKind::Number && !T.Text.getAsInteger(0, Number))
      return ConstantInt::get(Type::getInt32Ty(C), Number);
    if (T.Kind != ptx::TokenKind::Operand || T.Number >= OfCall.Operands.size())
      return nullptr;
    auto Argument = OfCall.Operands[T.Number].Argument;
    return Argument ? Call.getArgOperand(*Argument) : nullptr;
  };
  if (S.hasGuard())
    B->Barrier.HasFixedGuard = false;
  add(Call, std::move(*B), join(S.Opcode, "."), At);
}

void Collector::visitAsm(CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  StringRef Text = Asm->getAsmString();
  if (!Text.contains("bar") && !Text.contains("cp.async") &&
      !Text.contains("fence"))
    return;
  const ptx::Program Block(Text);
  const ptx::Constraints OfCall =
      ptx::readConstraints(Asm->getConstraintString());
  for (const ptx::Statement &S : Block.Statements)
    visitStatement(Call, OfCall, S);
}

void Collector::visit(CallBase &Call) {
  if (Call.isInlineAsm())
    return visitAsm(Call);
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  StringRef Name =
      Intrinsic ? Intrinsic->getCalledFunction()->getName() : StringRef();
  if (!Name.consume_front("llvm.nvvm."))
    return;
  Words In;
  Name.split(In, '.');
  if (std::optional<FoundBarrier> B = barrierOf(In, Call.arg_size()))
    add(Call, std::move(*B), Name.str(), [&](unsigned N) -> Value * {
      return N < Call.arg_size() ? Call.getArgOperand(N) : nullptr;
    });
}

std::vector<const Instruction *>
collectBarriers(Function &F, AccessTags &Tags, ExprBuilder &Exprs,
                Placement &Places, DeviceModel &Model, KernelModel &Kernel) {
  Collector All(Tags, Exprs, Places, Model, Kernel);
  for (const BasicBlock *Block : Places.blocks())
    for (const Instruction &I : *Block)
      if (auto *Call = dyn_cast<CallBase>(&I))
        All.visit(const_cast<CallBase &>(*Call));
  return std::move(All.Origins);
}

} // namespace warplint
